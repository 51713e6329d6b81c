import { type Clock, systemClock } from '@fulfilment/kernel';
import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { type CheckpointDocument, toCheckpoint, toCheckpointDocument } from '../database/checkpoint-documents.ts';
import {
  CHECKPOINT_PASSES,
  CHECKPOINTS,
  COLD_MOVEMENTS,
  LEDGER_INDEXES,
  MOVEMENTS,
  SKUS,
} from '../database/inventory-indexes.ts';
import type { MovementDocument } from '../database/movement-documents.ts';
import type { SkuDocument } from '../database/sku-documents.ts';
import type { CheckpointStore, IdentifiedEntry, LedgerOfSku } from './ledger-ports.ts';

interface PassDocument {
  readonly _id: string;
  readonly position: string;
}

const THE_PASS = { _id: 'ledger' } as const;
const ROWS_A_BATCH = 2_000;
const SKU_FIELDS = { tenant: 1, sku: 1, version: 1, stock: 1 } as const;
const ENTRY_FIELDS = { sku: 1, version: 1, line: 1, location_id: 1, delta: 1, balance: 1 } as const;

/**
 * Checkpoints in MongoDB. Its reads are of what a majority has: an entry of a version that a SKU has reached is in one of the two
 * collections, and stays the same.
 */
export function makeCheckpointStore(db: Db, now: Clock = systemClock): CheckpointStore {
  const checkpoints = db.collection<CheckpointDocument>(CHECKPOINTS);
  const passes = db.collection<PassDocument>(CHECKPOINT_PASSES);
  return {
    position: async () => (await passes.findOne(THE_PASS))?.position ?? '',
    ledgers: async (after, atMost) => {
      const skus = await db
        .collection<SkuDocument>(SKUS)
        .find({ _id: { $gt: after } }, { projection: SKU_FIELDS })
        .sort({ _id: 1 })
        .limit(atMost)
        .toArray();
      const found = await checkpoints.find({ _id: { $in: skus.map(({ _id }) => _id) } }).toArray();
      const before = new Map(found.map(({ _id, ...rest }) => [_id, toCheckpoint({ _id, ...rest })]));
      return skus.map(({ _id: key, tenant, sku, version, stock }) => ({
        key,
        tenant,
        sku,
        version,
        balances: new Map(stock.flatMap(({ location_id: id, on_hand: units }) => (units === 0 ? [] : [[id, units]]))),
        checkpoint: before.get(key),
        isDamaged: before.has(key) && before.get(key) === undefined,
      }));
    },
    entries: (ledger, after) => entriesOf(db, ledger, after),
    keep: async (made) => {
      const at = now();
      const writes = made.map(({ tenant, checkpoint }): AnyBulkWriteOperation<CheckpointDocument> => {
        const { _id, ...facts } = toCheckpointDocument(tenant, checkpoint, at);
        // Of two processes both are right; by fields, so that those of a later release stay.
        return { updateOne: { filter: { _id }, update: { $set: facts }, upsert: true } };
      });
      if (writes.length > 0) await checkpoints.bulkWrite(writes, { ordered: false });
    },
    endAt: async (position) => {
      await passes.updateOne(THE_PASS, { $set: { position } }, { upsert: true });
    },
  };
}

/** First those in cold storage, at one moment: without that an entry may be moved between the two reads. */
async function* entriesOf(db: Db, { tenant, sku, version }: LedgerOfSku, after: number): AsyncGenerator<IdentifiedEntry> {
  const session = db.client.startSession({ snapshot: true });
  const options = { session, readConcern: { level: 'snapshot' }, projection: ENTRY_FIELDS, batchSize: ROWS_A_BATCH } as const;
  try {
    for (const part of [COLD_MOVEMENTS, MOVEMENTS]) {
      const found = db
        .collection<MovementDocument>(part)
        .find({ tenant, sku, version: { $gt: after, $lte: version } }, options)
        .sort({ version: 1, line: 1 })
        .hint(LEDGER_INDEXES.all);
      for await (const { _id: id, location_id: locationId, ...entry } of found) yield { ...entry, id, locationId };
    }
  } finally {
    await session.endSession();
  }
}
