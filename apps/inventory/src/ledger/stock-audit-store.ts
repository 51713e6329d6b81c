import { COST_HEADER, errors, operations } from '@fulfilment/contracts';
import { type AppError, compareText } from '@fulfilment/kernel';
import { merged } from '@fulfilment/mongo';
import type { ClientSession, Db, Filter, MongoClient } from 'mongodb';
import type { AllocationDocument } from '../database/allocation-documents.ts';
import type { ReservationDocument } from '../database/reservation-documents.ts';
import { type CheckpointDocument, toCheckpoint } from '../database/checkpoint-documents.ts';
import {
  ALLOCATIONS,
  CHECKPOINTS,
  COLD_MOVEMENTS,
  LEDGER_INDEXES,
  LOCATIONS,
  MOVEMENTS,
  SKUS,
  RESERVATIONS,
  RESERVED_SKU_INDEX,
  STANDING_SKU_INDEX,
} from '../database/inventory-indexes.ts';
import type { LocationDocument } from '../database/location-documents.ts';
import type { MovementDocument } from '../database/movement-documents.ts';
import { type SkuDocument, skuKey, toSku } from '../database/sku-documents.ts';
import type { Checkpoint, LedgerEntry } from '../model/ledger.ts';
import type { Sku } from '../model/sku.ts';
import type { HeldSku, ReservedSku, SourcedSku, StockAudit, StockPart } from './ledger-ports.ts';
import { holdsOf, readReturns, readShipments, type SkuRange, sourcesOf, within } from './standing-orders-store.ts';

const ROWS_A_BATCH = 2_000;
/** A check that waited for its turn still has time for a stock of some size. */
const TIMES: AuditTimes = { lookMs: 200_000, answerMs: 230_000 };

/** Looks at stock in parts, each as it stood at one moment (a snapshot, which the server keeps for 5 minutes). One look at a time. */
export function makeStockAudit(
  { client, db }: { readonly client: MongoClient; readonly db: Db },
  times: AuditTimes = TIMES,
  sizes: PartSizes = SIZES,
): StockAudit {
  const queue = new AuditQueue(times);
  return {
    inParts: async (tenant, look, gone) =>
      queue.run(
        tenant,
        async (signal) => {
          let last: SkuRange = {};
          do {
            last = await client.withSession({ snapshot: true }, async (session) => {
              const part = await readPart({ db, session, signal, tenant }, last.to, sizes);
              await look(part);
              return part.range;
            });
            // What was closed under its reader may look like a part without rows.
            signal.throwIfAborted();
          } while (last.to !== undefined);
        },
        gone,
      ),
  };
}

interface Reading {
  readonly db: Db;
  readonly session: ClientSession;
  /** Closes what is read. */
  readonly signal: AbortSignal;
  readonly tenant: string;
}

/** Bounds of a part, which is in memory with its checkpoints. */
interface PartSizes {
  readonly skus: number;
  readonly places: number;
}

const SIZES: PartSizes = { skus: 1_000, places: 20_000 };

async function readPart(
  reading: Reading,
  from: string | undefined,
  sizes: PartSizes,
): Promise<StockPart & { readonly range: SkuRange }> {
  const { db, session, signal, tenant } = reading;
  // The client reads what a majority has; only a snapshot is of one moment.
  const options = { session, signal, readConcern: { level: 'snapshot' }, batchSize: ROWS_A_BATCH } as const;
  const { skus, isLast } = await readSkus(reading, from, sizes);
  const to = isLast ? undefined : skus.at(-1)?.code;
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const { checkpoints, damaged } = await readCheckpoints(reading, skus);
  return {
    skus,
    range,
    checkpoints,
    unsellable: await readUnsellable(reading),
    warehouseOf: await readWarehouses(reading, skus),
    damaged,
    movements: () => {
      const wanted = movementsOf(tenant, range, { skus, checkpoints });
      const parts = [COLD_MOVEMENTS, MOVEMENTS].map((name) =>
        db
          .collection<MovementDocument>(name)
          .find(wanted, { ...options, projection: { sku: 1, version: 1, line: 1, location_id: 1, delta: 1, balance: 1 } })
          .sort({ sku: 1, version: 1, line: 1 })
          .hint(LEDGER_INDEXES.all)
          .map(toEntry),
      );
      return merged(parts, inOrder);
    },
    holds: () =>
      db
        .collection<AllocationDocument>(ALLOCATIONS)
        .aggregate<HeldSku>(holdsOf(tenant, range), { ...options, allowDiskUse: true, hint: STANDING_SKU_INDEX }),
    sources: () =>
      skus.some(({ warehouses }) => warehouses)
        ? db
            .collection<AllocationDocument>(ALLOCATIONS)
            .aggregate<SourcedSku>(sourcesOf(tenant, range), { ...options, allowDiskUse: true, hint: STANDING_SKU_INDEX })
        : none(),
    reserved: () =>
      db
        .collection<ReservationDocument>(RESERVATIONS)
        .aggregate<ReservedSku>(reservedOf(tenant, range), { ...options, allowDiskUse: true, hint: RESERVED_SKU_INDEX }),
    shipments: () => readShipments({ db, options, tenant, range }),
    returns: () => readReturns({ db, options, tenant, range }),
  };
}

/** Of units by warehouse those that are in one. */
const IN_WAREHOUSES = { $filter: { input: '$all', cond: { $ne: ['$$this.warehouse', null] } } };

function reservedOf(tenant: string, range: SkuRange) {
  return [
    { $match: { tenant, state: 'active', ...within('lines.sku', range) } },
    { $unwind: '$lines' },
    { $match: within('lines.sku', range) },
    {
      $group: {
        _id: { sku: '$lines.sku', warehouse: { $ifNull: ['$warehouse.id', null] } },
        units: { $sum: '$lines.units' },
        reservations: { $sum: 1 },
      },
    },
    {
      $group: {
        _id: '$_id.sku',
        kept: { $sum: '$units' },
        reservations: { $sum: '$reservations' },
        all: { $push: { warehouse: '$_id.warehouse', units: '$units' } },
      },
    },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, sku: '$_id', kept: 1, reservations: 1, inWarehouses: IN_WAREHOUSES } },
  ];
}

async function readSkus({ db, session, signal, tenant }: Reading, from: string | undefined, sizes: PartSizes) {
  const found = db
    .collection<SkuDocument>(SKUS)
    .find({ tenant, ...within('sku', { from }) }, { session, signal, readConcern: { level: 'snapshot' } })
    .sort({ sku: 1 })
    .hint('tenant_sku')
    .limit(sizes.skus)
    .map(toSku);
  const skus: Sku[] = [];
  let places = 0;
  for await (const sku of found) {
    skus.push(sku);
    places += sku.stock.length;
    if (places >= sizes.places) return { skus, isLast: false };
  }
  return { skus, isLast: skus.length < sizes.skus };
}

async function readUnsellable({ db, session, signal, tenant }: Reading): Promise<ReadonlySet<string>> {
  const found = db
    .collection<LocationDocument>(LOCATIONS)
    .find({ tenant, sellable: false }, { session, signal, readConcern: { level: 'snapshot' }, projection: { _id: 1 } });
  return new Set(await found.map(({ _id }) => _id).toArray());
}

/** @returns the warehouse of each place of a SKU that has quantities by warehouse. */
async function readWarehouses(
  { db, session, signal, tenant }: Reading,
  skus: readonly Sku[],
): Promise<ReadonlyMap<string, string>> {
  const placed = skus.filter(({ warehouses }) => warehouses);
  const places = [...new Set(placed.flatMap(({ stock }) => stock.map(({ locationId }) => locationId)))];
  if (places.length === 0) return new Map();
  const found = db
    .collection<LocationDocument>(LOCATIONS)
    .find({ tenant, _id: { $in: places } }, { session, signal, readConcern: { level: 'snapshot' }, projection: { lineage: 1 } });
  return new Map(await found.map(({ _id: id, lineage: [warehouse = id] }) => [id, warehouse] as const).toArray());
}

// oxlint-disable-next-line require-yield -- It yields nothing.
async function* none(): AsyncGenerator<never> {}

async function readCheckpoints({ db, session, signal, tenant }: Reading, skus: readonly Sku[]) {
  const checkpoints = new Map<string, Checkpoint>();
  const damaged: string[] = [];
  const ids = skus.map(({ code }) => skuKey(tenant, code));
  const found = db
    .collection<CheckpointDocument>(CHECKPOINTS)
    .find({ _id: { $in: ids } }, { session, signal, readConcern: { level: 'snapshot' } });
  for await (const document of found) {
    const checkpoint = toCheckpoint(document);
    if (checkpoint) checkpoints.set(checkpoint.sku, checkpoint);
    else damaged.push(document.sku);
  }
  return { checkpoints, damaged };
}

/** All movements of a range, but those before a checkpoint. A SKU that has not changed since has none after it. */
function movementsOf(
  tenant: string,
  range: SkuRange,
  { skus, checkpoints }: Pick<StockPart, 'skus' | 'checkpoints'>,
): Filter<MovementDocument> {
  if (checkpoints.size === 0) return { tenant, ...within('sku', range) };
  const bounds = within('sku', range)['sku'] ?? {};
  const changed = skus.flatMap(({ code, version }) => {
    const { through = version } = checkpoints.get(code) ?? {};
    return version > through ? [{ tenant, sku: code, version: { $gt: through } }] : [];
  });
  return { $or: [{ tenant, sku: { ...bounds, $nin: [...checkpoints.keys()] } }, ...changed] };
}

function toEntry({ sku, version, line, location_id: locationId, delta, balance }: MovementDocument) {
  return { sku, version, line, locationId, delta, balance };
}

function inOrder(a: LedgerEntry, b: LedgerEntry): number {
  return compareText(a.sku, b.sku) || a.version - b.version || a.line - b.line;
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
  unavailable(`The check was ended after ${lookMs / 1_000} seconds: the stock is too large to be checked in one request.`, 300, {
    cause,
    headers: { [COST_HEADER]: String(operations.checkIntegrity.examinedPrice.unreported - 1) },
  });

const unavailable = (
  detail: string,
  retryAfterSeconds: number,
  { cause, headers }: { readonly cause?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): AppError => errors.upstreamUnavailable(detail, { headers: { 'retry-after': String(retryAfterSeconds), ...headers }, cause });
