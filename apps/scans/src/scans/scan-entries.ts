import type { CreateScanBody, ScanRecord } from '@fulfilment/contracts';
import type { Clock, IdPrefix, RequestContext } from '@fulfilment/kernel';
import { moveCommandMessage, scanEventMessage } from './scan-messages.ts';
import type { ScanClaim, ScanEntry } from './scan-ports.ts';

export interface EntryParts {
  readonly now: Clock;
  readonly newId: (prefix: IdPrefix, nowMs: number) => string;
}

/** A scan and its place in its request. */
export interface PlacedScan {
  readonly place: number;
  readonly body: CreateScanBody;
}

/** Builds the log entries of one request's scans: received at one moment, their ids in their order. */
export function scanEntriesOf(
  scans: readonly PlacedScan[],
  context: RequestContext,
  { now, newId }: EntryParts,
): readonly ScanEntry[] {
  const receivedAt = now();
  const ms = receivedAt.getTime();
  const claimAt = claimsOf(scans, context);
  return scans.map(({ place, body }) => {
    const scan = scanRecordOf(body, newId('scn', ms), receivedAt);
    const event = scanEventMessage(newId('evt', ms), scan, context);
    const command = body.apply ? moveCommandMessage(scan, context) : undefined;
    return { tenant: context.tenant, scan, event, command, claim: claimAt(place) };
  });
}

/** All scans of a request that moves stock keep its key, so that a repeat is recognised as a whole. */
function claimsOf(scans: readonly PlacedScan[], { idempotency }: RequestContext): (place: number) => ScanClaim | undefined {
  if (!idempotency || !scans.some(({ body }) => body.apply)) return () => undefined;
  const { id, fingerprint } = idempotency;
  return (place) => ({ id, fingerprint, place });
}

/** The record of a scan, as it is stored and shown: absent fields are null. */
export function scanRecordOf(body: CreateScanBody, id: string, receivedAt: Date): ScanRecord {
  return {
    id,
    barcode: body.barcode,
    type: body.type,
    sku: orNull(body.sku),
    quantity: orNull(body.quantity),
    location: orNull(body.location),
    order_id: orNull(body.order_id),
    device_id: orNull(body.device_id),
    operator: orNull(body.operator),
    scanned_at: body.scanned_at === undefined ? null : new Date(body.scanned_at).toISOString(),
    client_scan_id: orNull(body.client_scan_id),
    metadata: { ...body.metadata },
    received_at: receivedAt.toISOString(),
    applied: body.apply ? 'pending' : null,
    refusal: null,
  };
}

function orNull<Value>(value: Value | undefined): Value | null {
  return value ?? null;
}
