import type { CreateScanBody, ScanRecord } from '@fulfilment/contracts';
import { AppError, type RequestContext } from '@fulfilment/kernel';
import { clientScanIdTaken, fateOf, type ScanFate } from './known-scan.ts';
import type { KeptScan, ScanLog } from './scan-ports.ts';
import { type EntryParts, scanEntriesOf } from './scan-entries.ts';

/** A scan of a batch as it was parsed. */
export type SeenScan =
  | { readonly type: 'valid'; readonly value: CreateScanBody }
  | { readonly type: 'invalid'; readonly error: AppError };

/** What is kept of a scan that came with others. */
export interface BatchedScan {
  /** Its place in the request. */
  readonly place: number;
  readonly fate: ScanFate;
  readonly scan: ScanRecord;
}

/** What came of one scan of a batch. */
export type ScanAnswer =
  | { readonly type: 'recorded' | 'known'; readonly scan: ScanRecord }
  | { readonly type: 'refused'; readonly error: AppError };

/** @returns for each scan what a request of its own would have come to, but for pointers, which begin at `/scans/‹place›`. */
export type CreateScans = (seen: readonly SeenScan[], context: RequestContext) => Promise<readonly ScanAnswer[]>;

export interface CreateScansParts extends EntryParts {
  readonly log: ScanLog<readonly BatchedScan[]>;
}

export function makeCreateScans({ log, ...parts }: CreateScansParts): CreateScans {
  return async (seen, context) => {
    const good = seen.flatMap((each, place) => (each.type === 'valid' ? [{ place, value: each.value }] : []));
    const entries = scanEntriesOf(good, context, parts);
    const batched = await log.append({
      context,
      entries,
      answer: (kept) => kept.flatMap((each, at) => batchedOf({ place: good[at]?.place, kept: each, scan: entries[at]?.scan })),
    });
    const byPlace = new Map(batched.map((each) => [each.place, each]));
    return seen.map((each, place) => answerOf(each, byPlace.get(place)));
  };
}

interface Batched {
  readonly place: number | undefined;
  readonly scan: ScanRecord | undefined;
  readonly kept: KeptScan | undefined;
}

function batchedOf({ place, scan, kept }: Batched): readonly BatchedScan[] {
  return place === undefined || !scan || !kept ? [] : [{ place, fate: fateOf(scan, kept), scan: kept.scan }];
}

function answerOf(seen: SeenScan, batched: BatchedScan | undefined): ScanAnswer {
  if (seen.type === 'invalid') return { type: 'refused', error: seen.error };
  if (!batched) return { type: 'refused', error: refusedBefore() };
  const { place, fate, scan } = batched;
  if (fate === 'taken') return { type: 'refused', error: clientScanIdTaken(scan, `/scans/${place}`) };
  return { type: fate, scan };
}

/** The contract has been widened between the first request and its repeat. */
function refusedBefore(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'validation_failed',
    message: 'This scan was refused when the request came first. Send it under another idempotency key.',
  });
}
