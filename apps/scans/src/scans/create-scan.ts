import type { CreateScanBody, ScanRecord } from '@fulfilment/contracts';
import type { RequestContext } from '@fulfilment/kernel';
import { clientScanIdTaken, fateOf } from './known-scan.ts';
import type { ScanLog } from './scan-ports.ts';
import { type EntryParts, scanEntriesOf } from './scan-entries.ts';

/** `recorded` now, or `known` from an earlier time under the same `client_scan_id`. */
export interface CreatedScan {
  readonly type: 'recorded' | 'known';
  readonly scan: ScanRecord;
}

/** @throws AppError `duplicate_client_scan_id` where another scan has this one's `client_scan_id`. */
export type CreateScan = (seen: CreateScanBody, context: RequestContext) => Promise<CreatedScan>;

export interface CreateScanParts extends EntryParts {
  readonly log: ScanLog<CreatedScan>;
}

export function makeCreateScan({ log, ...parts }: CreateScanParts): CreateScan {
  return (seen, context) => {
    const entries = scanEntriesOf([{ place: 0, value: seen }], context, parts);
    return log.append({
      context,
      entries,
      answer: ([kept]) => {
        const scan = entries[0]?.scan;
        if (!scan || !kept) throw new Error('A scan was to be recorded, and there is none');
        const type = fateOf(scan, kept);
        if (type === 'taken') throw clientScanIdTaken(kept.scan);
        return { type, scan: kept.scan };
      },
    });
  };
}
