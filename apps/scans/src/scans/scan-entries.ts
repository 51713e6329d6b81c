import type { CreateScanBody } from '@fulfilment/contracts';
import type { Clock, IdPrefix, RequestContext } from '@fulfilment/kernel';
import { moveCommandOf } from '../applying/move-command-messages.ts';
import type { ScanClaim, ScanEntry } from './scan-ports.ts';
import { scanEventOf } from './scan-event-messages.ts';
import { scanRecordOf } from './scan-record.ts';

export interface EntryParts {
  readonly now: Clock;
  readonly newId: (prefix: IdPrefix, nowMs: number) => string;
}

/** A scan and its place in its request. */
export interface PlacedScan {
  readonly place: number;
  readonly value: CreateScanBody;
}

/** Scans of one request as they go into the log: received at one moment, their ids in their order. */
export function scanEntriesOf(
  seen: readonly PlacedScan[],
  context: RequestContext,
  { now, newId }: EntryParts,
): readonly ScanEntry[] {
  const receivedAt = now();
  const ms = receivedAt.getTime();
  const claimAt = claimsOf(seen, context);
  return seen.map(({ place, value }) => {
    const scan = scanRecordOf(value, { id: newId('scn', ms), receivedAt });
    const event = scanEventOf(newId('evt', ms), scan, context);
    const command = value.apply ? moveCommandOf(scan, context) : undefined;
    return { tenant: context.tenant, scan, event, command, claim: claimAt(place) };
  });
}

/** All scans of a request that moves stock keep its key, so that a repeat is known as a whole. */
function claimsOf(seen: readonly PlacedScan[], { idempotency }: RequestContext): (place: number) => ScanClaim | undefined {
  if (!idempotency || !seen.some(({ value }) => value.apply)) return () => undefined;
  const { id, fingerprint } = idempotency;
  return (place) => ({ id, fingerprint, place });
}
