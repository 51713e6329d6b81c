import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { ClientSession, Db, MongoClient } from 'mongodb';
import { type SkuDocument, toSku } from '../skus/sku-documents.ts';
import { ALLOCATIONS, LEDGER_INDEXES, MOVEMENTS, SKUS, STANDING_INDEX } from '../stock/inventory-indexes.ts';
import type { AllocationDocument } from '../allocations/allocation-documents.ts';
import type { HeldSku, StockAudit, StockMoment } from './ledger-ports.ts';
import type { MovementDocument } from './movement-store.ts';

const ROWS_A_BATCH = 2_000;
/** A check that waited for its turn still has time for a stock of some size. */
const TIMES: AuditTimes = { lookMs: 200_000, answerMs: 230_000 };

/** Looks at stock as it stood at one moment (snapshot reads, which the server keeps for 5 minutes). One look at a time. */
export function makeStockAudit(
  { client, db }: { readonly client: MongoClient; readonly db: Db },
  times: AuditTimes = TIMES,
): StockAudit {
  const queue = new AuditQueue(times);
  return {
    atOneMoment: async (tenant, look, gone) => {
      const atOnce = async (signal: AbortSignal) =>
        client.withSession({ snapshot: true }, (session) => look(momentOf(db, { session, signal }, tenant)));
      return queue.run(tenant, atOnce, gone);
    },
  };
}

interface Reading {
  readonly session: ClientSession;
  /** Closes what is read. */
  readonly signal: AbortSignal;
}

function momentOf(db: Db, reading: Reading, tenant: string): StockMoment {
  // The client reads what a majority has; only a snapshot is of one moment.
  const options = { ...reading, readConcern: { level: 'snapshot' }, batchSize: ROWS_A_BATCH } as const;
  return {
    skus: () => db.collection<SkuDocument>(SKUS).find({ tenant }, options).sort({ sku: 1 }).hint('tenant_sku').map(toSku),
    movements: () =>
      db
        .collection<MovementDocument>(MOVEMENTS)
        .find({ tenant }, { ...options, projection: { sku: 1, version: 1, line: 1, location_id: 1, delta: 1, balance: 1 } })
        .sort({ sku: 1, version: 1, line: 1 })
        .hint(LEDGER_INDEXES.all)
        .map(toEntry),
    holds: () =>
      db
        .collection<AllocationDocument>(ALLOCATIONS)
        .aggregate<HeldSku>(holdsOf(tenant), { ...options, allowDiskUse: true, hint: STANDING_INDEX }),
  };
}

function toEntry({ sku, version, line, location_id: locationId, delta, balance }: MovementDocument) {
  return { sku, version, line, locationId, delta, balance };
}

/** Adds up, by SKU, what orders hold that are neither shipped nor released. */
function holdsOf(tenant: string): object[] {
  const standing: readonly AllocationDocument['state'][] = ['open', 'confirmed'];
  const ifConfirmed = { $cond: [{ $eq: ['$state', 'confirmed'] }, '$lines.allocated', 0] };
  return [
    { $match: { tenant, state: { $in: standing } } },
    { $unwind: '$lines' },
    { $group: { _id: '$lines.sku', held: { $sum: '$lines.allocated' }, firm: { $sum: ifConfirmed }, lines: { $sum: 1 } } },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, sku: '$_id', held: 1, firm: 1, lines: 1 } },
  ];
}

/** Checks that may wait for the one that runs: each reads all that its tenant has. */
const MAX_WAITING = 4;

/** Bounds of a check in milliseconds. */
interface AuditTimes {
  /** From its turn on: below the 5 minutes for which the server keeps a snapshot. */
  readonly lookMs: number;
  /** With the wait for its turn: below what the gateway allows the operation. */
  readonly answerMs: number;
}

/** Runs one check at a time, and at most one of each tenant. */
export class AuditQueue {
  readonly #times: AuditTimes;
  readonly #tenants = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(times: AuditTimes) {
    this.#times = times;
  }

  /**
   * @param work ends when its signal aborts.
   * @param gone aborts when the caller has left.
   * @throws AppError `unavailable` where the tenant has a check already, too many wait, or the time is over.
   */
  async run<Result>(tenant: string, work: (signal: AbortSignal) => Promise<Result>, gone: AbortSignal): Promise<Result> {
    if (this.#tenants.has(tenant)) throw unavailable('A check of this stock is under way. Wait for its answer.', 10);
    if (this.#tenants.size > MAX_WAITING) throw crowded();
    this.#tenants.add(tenant);
    const given = AbortSignal.any([gone, AbortSignal.timeout(this.#times.answerMs)]);
    const turn = this.#last.then(async () => lookWithin(this.#times.lookMs, work, given));
    this.#last = turn.catch(() => undefined);
    try {
      return await Promise.race([turn, whenAborted(given)]);
    } finally {
      this.#tenants.delete(tenant);
    }
  }
}

async function lookWithin<Result>(
  lookMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  given: AbortSignal,
): Promise<Result> {
  given.throwIfAborted();
  const late = AbortSignal.timeout(lookMs);
  const signal = AbortSignal.any([given, late]);
  try {
    const result = await work(signal);
    // A stream that was closed under its reader may look like one that has come to its end.
    signal.throwIfAborted();
    return result;
  } catch (error) {
    throw late.aborted ? tooLarge(lookMs, error) : error;
  }
}

async function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(crowded());
    signal.addEventListener('abort', () => reject(crowded()), { once: true });
  });
}

const crowded = (): AppError => unavailable('Other checks of integrity are under way. Try again.', 10);

const tooLarge = (lookMs: number, cause: unknown): AppError =>
  unavailable(
    `The check was ended after ${lookMs / 1_000} seconds: the stock is too large to be checked in one request.`,
    300,
    cause,
  );

const unavailable = (detail: string, retryAfterSeconds: number, cause?: unknown): AppError =>
  errors.upstreamUnavailable(detail, { headers: { 'retry-after': String(retryAfterSeconds) }, cause });
