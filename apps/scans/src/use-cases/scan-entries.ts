import type { CreateScanBody } from '@fulfilment/contracts';
import type { Clock, IdPrefix, RequestContext } from '@fulfilment/kernel';
import { moveCommandOf } from './move-command.ts';
import type { ScanEntry } from './ports.ts';
import { scanEventOf } from './scan-event.ts';
import { scanRecordOf } from './scan-record.ts';

export interface EntryParts {
  readonly now: Clock;
  readonly newId: (prefix: IdPrefix, nowMs: number) => string;
}

/** Scans of one request as they go into the log: received at one moment, their ids in their order. */
export function scanEntriesOf(
  seen: readonly CreateScanBody[],
  context: RequestContext,
  { now, newId }: EntryParts,
): readonly ScanEntry[] {
  const receivedAt = now();
  const ms = receivedAt.getTime();
  return seen.map((each) => {
    const scan = scanRecordOf(each, { id: newId('scn', ms), receivedAt });
    const event = scanEventOf(newId('evt', ms), scan, context);
    const command = each.apply ? moveCommandOf(scan, context) : undefined;
    return { tenant: context.tenant, scan, event, command };
  });
}
