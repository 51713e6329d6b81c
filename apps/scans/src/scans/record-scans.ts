import { type CreateScanBody, errors, type ScanRecord } from '@fulfilment/contracts';
import {
  type Answered,
  type AppError,
  type Clock,
  contentHash,
  type IdPrefix,
  type ParsedItem,
  type RequestContext,
} from '@fulfilment/kernel';
import { moveCommandMessage, scanEventMessage } from './scan-messages.ts';
import type { KeptScan, ScanClaim, ScanEntry, ScanLog } from './scan-ports.ts';

/** A scan that is `recorded` now, or `known` from before under the same `client_scan_id`. */
export interface CreatedScan {
  readonly type: 'recorded' | 'known';
  readonly scan: ScanRecord;
}

/** @throws AppError `duplicate_client_scan_id` where another scan of its device has this one's `client_scan_id`. */
export type CreateScan = (body: CreateScanBody, context: RequestContext) => Promise<Answered<CreatedScan>>;

export function makeCreateScan(log: ScanLog<CreatedScan>, parts: EntryParts): CreateScan {
  return (body, context) => {
    const entries = scanEntriesOf([{ place: 0, body }], context, parts);
    return log.append({
      context,
      entries,
      answerOf: ([kept]) => {
        const scan = entries[0]?.scan;
        if (!scan || !kept) throw new Error('The log holds no scan for a recorded one');
        const type = compare(scan, kept);
        if (type === 'taken') return { type: 'refused', error: clientScanIdTaken(kept.scan) };
        return { type: 'answered', answer: { type, scan: kept.scan } };
      },
    });
  };
}

/** The part of a batch's answer that a repeat gets again. */
export interface BatchedScan {
  /** Place in the request. */
  readonly place: number;
  readonly fate: Comparison;
  readonly scan: ScanRecord;
}

/** The result of one scan of a batch. */
export type CreatedOrRefused = CreatedScan | { readonly type: 'refused'; readonly error: AppError };

/** @returns the answer that each scan would get as a request of its own, except that pointers begin at `/scans/‹place›`. */
export type CreateScans = (
  scans: readonly ParsedItem<CreateScanBody>[],
  context: RequestContext,
) => Promise<Answered<readonly CreatedOrRefused[]>>;

export function makeCreateScans(log: ScanLog<readonly BatchedScan[]>, parts: EntryParts): CreateScans {
  return async (scans, context) => {
    const valid = scans.flatMap((each, place) => (each.type === 'valid' ? [{ place, body: each.value }] : []));
    const entries = scanEntriesOf(valid, context, parts);
    const { result, replayed } = await log.append({
      context,
      entries,
      answerOf: (kept) => {
        const answer = valid.flatMap(({ place }, at) => batchedOf(place, entries[at]?.scan, kept[at]));
        return { type: 'answered', answer };
      },
    });
    const byPlace = new Map(result.map((each) => [each.place, each]));
    return { result: scans.map((each, place) => answerOf(each, byPlace.get(place))), replayed };
  };
}

function batchedOf(place: number, scan: ScanRecord | undefined, kept: KeptScan | undefined): readonly BatchedScan[] {
  return scan && kept ? [{ place, fate: compare(scan, kept), scan: kept.scan }] : [];
}

function answerOf(parsed: ParsedItem<CreateScanBody>, batched: BatchedScan | undefined): CreatedOrRefused {
  if (parsed.type === 'invalid') return { type: 'refused', error: parsed.error };
  if (!batched) return { type: 'refused', error: refusedBefore() };
  const { place, fate, scan } = batched;
  if (fate === 'taken') return { type: 'refused', error: clientScanIdTaken(scan, `/scans/${place}`) };
  return { type: fate, scan };
}

/** The contract has been widened between the first request and its repeat. */
function refusedBefore(): AppError {
  return errors.validationFailed('This scan was refused when the request came first. Send it under another idempotency key.');
}

/** `recorded` now, `known` from before, or the `client_scan_id` is `taken` by another scan. */
type Comparison = 'recorded' | 'known' | 'taken';

function compare(scan: ScanRecord, kept: KeptScan): Comparison {
  if (kept.own) return 'recorded';
  return contentOf(kept.scan) === contentOf(scan) ? 'known' : 'taken';
}

/** Equal for scans with the same content, whatever the time of receipt, the order of metadata, and the result of applying them. */
function contentOf({ id: _id, received_at: _receivedAt, refusal: _refusal, applied, ...content }: ScanRecord): string {
  return contentHash({ ...content, apply: applied !== null });
}

/** @param pointer the scan's place in the request's body: empty for the body itself. */
function clientScanIdTaken(kept: ScanRecord, pointer = ''): AppError {
  const message = `The scan ${kept.id} has this client_scan_id and differs from this one.`;
  const item = { pointer: `${pointer}/client_scan_id`, code: 'duplicate_client_scan_id', message };
  return errors.duplicateClientScanId(message, { facts: { scan_id: kept.id, errors: [item] } });
}

interface EntryParts {
  readonly now: Clock;
  readonly newId: (prefix: IdPrefix, nowMs: number) => string;
}

/** A scan and its place in its request. */
interface PlacedScan {
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

/** All scans of a request that moves stock keep its key, so that a repeat is known as a whole. */
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
    sku: body.sku ?? null,
    quantity: body.quantity ?? null,
    location: body.location ?? null,
    order_id: body.order_id ?? null,
    ...(body.return_id !== undefined && { return_id: body.return_id }),
    ...(body.disposition !== undefined && { disposition: body.disposition }),
    device_id: body.device_id ?? null,
    operator: body.operator ?? null,
    scanned_at: body.scanned_at === undefined ? null : new Date(body.scanned_at).toISOString(),
    client_scan_id: body.client_scan_id ?? null,
    metadata: { ...body.metadata },
    received_at: receivedAt.toISOString(),
    applied: body.apply ? 'pending' : null,
    refusal: null,
  };
}
