import type { CreateScanBody, ScanRecord } from '@fulfilment/contracts';
import { contentHash } from '@fulfilment/kernel';

/** What a device saw, as it is kept and shown: what it did not say is null. */
export function scanRecordOf(
  seen: CreateScanBody,
  { id, receivedAt }: { readonly id: string; readonly receivedAt: Date },
): ScanRecord {
  return {
    id,
    barcode: seen.barcode,
    type: seen.type,
    sku: orNull(seen.sku),
    quantity: orNull(seen.quantity),
    location: orNull(seen.location),
    order_id: orNull(seen.order_id),
    device_id: orNull(seen.device_id),
    operator: orNull(seen.operator),
    scanned_at: seen.scanned_at === undefined ? null : new Date(seen.scanned_at).toISOString(),
    client_scan_id: orNull(seen.client_scan_id),
    metadata: { ...seen.metadata },
    received_at: receivedAt.toISOString(),
    applied: seen.apply ? 'pending' : null,
    refusal: null,
  };
}

/**
 * Whether a device said the same in both, whenever they came, in whatever order their metadata stood, and whatever has become
 * of the movement that they ask for.
 */
export function saysTheSame(a: ScanRecord, b: ScanRecord): boolean {
  return contentOf(a) === contentOf(b);
}

function orNull<Said>(said: Said | undefined): Said | null {
  return said ?? null;
}

function contentOf({ id: _id, received_at: _receivedAt, refusal: _refusal, applied, ...seen }: ScanRecord): string {
  return contentHash({ ...seen, apply: applied !== null });
}
