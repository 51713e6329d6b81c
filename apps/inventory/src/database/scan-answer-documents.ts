import type { Refusal } from '../model/refusal.ts';
import type { ScanAnswer } from '../model/scan-answer.ts';

/** The answer to a scan, kept for good, as the entries of the ledger are that it stands for. */
export interface ScanAnswerDocument {
  /** `<tenant>/<scan id>` */
  readonly _id: string;
  readonly tenant: string;
  readonly scan_id: string;
  readonly command_id: string;
  readonly refusal: Refusal | null;
  readonly at: Date;
}

export const scanAnswerKey = (tenant: string, scanId: string): string => `${tenant}/${scanId}`;

export function toScanAnswerDocument(tenant: string, { scanId, commandId, refusal, at }: ScanAnswer): ScanAnswerDocument {
  return { _id: scanAnswerKey(tenant, scanId), tenant, scan_id: scanId, command_id: commandId, refusal, at };
}

export function toScanAnswer({ scan_id: scanId, command_id: commandId, refusal, at }: ScanAnswerDocument): ScanAnswer {
  return { scanId, commandId, refusal, at };
}
