import type { ClientSession, Collection } from 'mongodb';
import type { Refusal } from '../stock/domain/refusal.ts';
import type { ScanAnswer } from './domain/scan-answer.ts';

/** What a scan was answered. It is kept for good, as the entries of the ledger are that it stands for. */
export interface ScanAnswerDocument {
  /** `<tenant>/<scan id>` */
  readonly _id: string;
  readonly tenant: string;
  readonly scan_id: string;
  readonly command_id: string;
  readonly refusal: Refusal | null;
  readonly at: Date;
}

const scanAnswerKey = (tenant: string, scanId: string): string => `${tenant}/${scanId}`;

export function toScanAnswerDocument(tenant: string, { scanId, commandId, refusal, at }: ScanAnswer): ScanAnswerDocument {
  return { _id: scanAnswerKey(tenant, scanId), tenant, scan_id: scanId, command_id: commandId, refusal, at };
}

function toScanAnswer({ scan_id: scanId, command_id: commandId, refusal, at }: ScanAnswerDocument): ScanAnswer {
  return { scanId, commandId, refusal, at };
}

export async function readScanAnswers(
  answers: Collection<ScanAnswerDocument>,
  scanIds: readonly string[],
  { session, tenant }: { readonly session: ClientSession; readonly tenant: string },
): Promise<readonly ScanAnswer[]> {
  if (scanIds.length === 0) return [];
  const ids = scanIds.map((scanId) => scanAnswerKey(tenant, scanId));
  return answers
    .find({ _id: { $in: ids } }, { session })
    .map(toScanAnswer)
    .toArray();
}
