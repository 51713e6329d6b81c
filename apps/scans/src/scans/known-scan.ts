import type { ScanRecord } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import type { KeptScan } from './scan-ports.ts';
import { saysTheSame } from './scan-record.ts';

/** What came of a scan: it is `recorded` now, `known` from an earlier time, or its `client_scan_id` is `taken` by another. */
export type ScanFate = 'recorded' | 'known' | 'taken';

/** @param kept what is in the log in its place. */
export function fateOf(scan: ScanRecord, kept: KeptScan): ScanFate {
  if (kept.own) return 'recorded';
  return saysTheSame(kept.scan, scan) ? 'known' : 'taken';
}

/** @param pointer where the scan stands in the request's body: nothing for the body itself. */
export function clientScanIdTaken(kept: ScanRecord, pointer = ''): AppError {
  const code = 'duplicate_client_scan_id';
  const message = `The scan ${kept.id} has this client_scan_id and other content.`;
  const errors = [{ pointer: `${pointer}/client_scan_id`, code, message }];
  return new AppError({ kind: 'conflict', code, message, details: { scan_id: kept.id, errors } });
}
