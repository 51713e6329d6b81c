import type { CreateScanBody, ScanRecord } from '@fulfilment/contracts';
import { AppError, type Clock, type IdPrefix, type RequestContext } from '@fulfilment/kernel';
import type { ScanLog } from './ports.ts';
import { scanEventOf } from './scan-event.ts';
import { saysTheSame, scanRecordOf } from './scan-record.ts';

/** `recorded` now, or `known` from an earlier time under the same `client_scan_id`. */
export interface CreatedScan {
  readonly type: 'recorded' | 'known';
  readonly scan: ScanRecord;
}

/** @throws AppError `duplicate_client_scan_id` where another scan has this one's `client_scan_id`. */
export type CreateScan = (seen: CreateScanBody, context: RequestContext) => Promise<CreatedScan>;

export interface CreateScanParts {
  readonly log: ScanLog;
  readonly now: Clock;
  readonly newId: (prefix: IdPrefix, nowMs: number) => string;
}

export function makeCreateScan({ log, now, newId }: CreateScanParts): CreateScan {
  return async (seen, context) => {
    const receivedAt = now();
    const scan = scanRecordOf(seen, { id: newId('scn', receivedAt.getTime()), receivedAt });
    const event = scanEventOf(newId('evt', receivedAt.getTime()), scan, context);
    const kept = await log.append({ tenant: context.tenant, scan, event });
    if (kept.id === scan.id) return { type: 'recorded', scan };
    if (saysTheSame(kept, scan)) return { type: 'known', scan: kept };
    throw clientScanIdTaken(kept);
  };
}

function clientScanIdTaken(kept: ScanRecord): AppError {
  const code = 'duplicate_client_scan_id';
  const message = `The scan ${kept.id} has this client_scan_id and other content.`;
  const errors = [{ pointer: '/client_scan_id', code, message }];
  return new AppError({ kind: 'conflict', code, message, details: { scan_id: kept.id, errors } });
}
