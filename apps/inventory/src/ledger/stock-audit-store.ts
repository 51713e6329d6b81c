import type { ClientSession, Db, MongoClient } from 'mongodb';
import type { HeldSku, StockAudit, StockMoment } from '../stock/stock-ports.ts';
import type { AllocationDocument } from '../orders-stock/allocation-documents.ts';
import { type AuditTimes, makeAuditTurns } from './audit-turns-store.ts';
import { LEDGER_INDEXES, STANDING_INDEX } from '../stock/inventory-indexes.ts';
import type { MovementDocument } from './movement-documents.ts';
import { toSku } from '../skus/sku-documents.ts';
import { type StockCollections, stockCollections } from '../stock/stock-collections-store.ts';

const ROWS_A_BATCH = 2_000;
/** Who waited for a turn still has time for a look of some size. */
const TIMES: AuditTimes = { lookMs: 200_000, answerMs: 230_000 };

/** Looks at stock as it stood at one moment (snapshot reads, which the server keeps for 5 minutes). One look at a time. */
export function makeStockAudit(
  { client, db }: { readonly client: MongoClient; readonly db: Db },
  times: AuditTimes = TIMES,
): StockAudit {
  const collections = stockCollections(db);
  const turns = makeAuditTurns(times);
  return {
    atOneMoment: async (tenant, look, gone) => {
      const atOnce = async (signal: AbortSignal) =>
        client.withSession({ snapshot: true }, (session) => look(momentOf(collections, { session, signal }, tenant)));
      return turns.take(tenant, atOnce, gone);
    },
  };
}

interface Reading {
  readonly session: ClientSession;
  /** Closes what is read. */
  readonly signal: AbortSignal;
}

function momentOf(collections: StockCollections, reading: Reading, tenant: string): StockMoment {
  // The client reads what a majority has; only a snapshot is of one moment.
  const options = { ...reading, readConcern: { level: 'snapshot' }, batchSize: ROWS_A_BATCH } as const;
  return {
    skus: () => collections.skus.find({ tenant }, options).sort({ sku: 1 }).hint('tenant_sku').map(toSku),
    movements: () =>
      collections.movements
        .find({ tenant }, { ...options, projection: { sku: 1, version: 1, line: 1, location_id: 1, delta: 1, balance: 1 } })
        .sort({ sku: 1, version: 1, line: 1 })
        .hint(LEDGER_INDEXES.all)
        .map(toEntry),
    holds: () =>
      collections.allocations.aggregate<HeldSku>(holdsOf(tenant), { ...options, allowDiskUse: true, hint: STANDING_INDEX }),
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
