import { retry } from '@fulfilment/kernel';
import { asUnavailable, isDuplicateKey, raiseBounds, type RaiseOptions, type SchemaFence, transact } from '@fulfilment/mongo';
import type { ClientSession, Collection, Db, Filter } from 'mongodb';
import { type CheckpointDocument, toCheckpoint } from '../database/checkpoint-documents.ts';
import { CHECKPOINTS, COLD_MOVEMENTS, LEDGER_INDEXES, MOVEMENTS } from '../database/inventory-indexes.ts';
import type { MovementDocument } from '../database/movement-documents.ts';
import type { ArchivableLedger, ArchiveStore } from './archive-ports.ts';

/** Checkpoints that are read at once. */
const LEDGERS_AT_ONCE = 500;
/** An election, or a writer that was first. */
const PATIENCE = { maxAttempts: 8, backOff: { firstMs: 100, maxMs: 5_000 } };

type FirstEntry = Pick<MovementDocument, '_id' | 'version' | 'created_at'>;

/** The store, and the version of the code that reads cold storage in it. */
export interface ArchiveStoreOptions extends Omit<RaiseOptions, 'signal'> {
  readonly fence: SchemaFence;
}

/** @throws Error where a later release has shut out this one. */
export function makeArchiveStore({ fence, ...bounds }: ArchiveStoreOptions): ArchiveStore {
  const { db } = bounds;
  const move = makeMove(db);
  return {
    shutOutOthers: (signal) => raiseBounds({ ...bounds, signal }),
    ledgers: async (after, before) => {
      const found = await db
        .collection<CheckpointDocument>(CHECKPOINTS)
        .aggregate<CheckpointDocument & { readonly first: readonly FirstEntry[] }>([
          { $match: { _id: { $gt: after } } },
          { $sort: { _id: 1 } },
          { $limit: LEDGERS_AT_ONCE },
          { $lookup: { from: MOVEMENTS, ...FIRST_ENTRY, as: 'first' } },
        ])
        .toArray();
      const read = found.map(({ first, ...document }) => {
        const { _id: key, tenant } = document;
        return { key, tenant, first, checkpoint: toCheckpoint(document) };
      });
      return {
        ledgers: read.flatMap(({ tenant, checkpoint, first: [entry] }) =>
          checkpoint && entry && entry.version <= checkpoint.through && entry.created_at < before
            ? [{ tenant, sku: checkpoint.sku, through: checkpoint.through }]
            : [],
        ),
        damaged: read.flatMap(({ key, checkpoint }) => (checkpoint ? [] : [key])),
        last: read.length < LEDGERS_AT_ONCE ? undefined : read.at(-1)?.key,
      };
    },
    count: (ledger, before) =>
      db
        .collection<MovementDocument>(MOVEMENTS)
        .countDocuments({ ...upToCheckpoint(ledger), created_at: { $lt: before } }, { hint: LEDGER_INDEXES.all }),
    move: (ledgers, before, atMost) =>
      retry(
        async () => {
          await fence.look();
          if (!fence.mayWrite()) throw new Error('A later release has taken over the store of inventory: run its command.');
          return await move(ledgers, before, atMost);
        },
        // The key of an entry that another run has just moved may be refused as one that is there twice.
        { ...PATIENCE, isRetryable: (error) => isDuplicateKey(error) || asUnavailable(error) !== error },
      ),
  };
}

/** The oldest entry of the SKU of a checkpoint that is not in cold storage. */
const FIRST_ENTRY = {
  let: { tenant: '$tenant', sku: '$sku' },
  pipeline: [
    { $match: { $expr: { $and: [{ $eq: ['$tenant', '$$tenant'] }, { $eq: ['$sku', '$$sku'] }] } } },
    { $sort: { version: 1, line: 1 } },
    { $limit: 1 },
    { $project: { version: 1, created_at: 1 } },
  ],
};

const upToCheckpoint = ({ tenant, sku, through }: ArchivableLedger): Filter<MovementDocument> => ({
  tenant,
  sku,
  version: { $lte: through },
});

function makeMove(db: Db): ArchiveStore['move'] {
  const hot = db.collection<MovementDocument>(MOVEMENTS);
  const cold = db.collection<MovementDocument>(COLD_MOVEMENTS);
  return (ledgers, before, atMost) =>
    transact(db.client, async (session) => {
      const entries: MovementDocument[] = [];
      const faults: string[] = [];
      let done = 0;
      for (const ledger of ledgers) {
        if (entries.length >= atMost) break;
        const found = await firstEntries(hot, session, { ledger, before, atMost: atMost - entries.length });
        const isFirst = await followsOn(cold, session, ledger, found.entries);
        if (isFirst) entries.push(...found.entries);
        else faults.push(`${ledger.tenant}/${ledger.sku}: cold storage has later entries than the first of those that it lacks`);
        if (isFirst && found.hasMore) break;
        done += 1;
      }
      if (entries.length > 0) {
        const { insertedCount } = await cold.insertMany(entries, { session });
        const { deletedCount } = await hot.deleteMany({ _id: { $in: entries.map(({ _id }) => _id) } }, { session });
        if (insertedCount !== entries.length || deletedCount !== entries.length)
          throw new Error(`Of ${entries.length} entries ${insertedCount} were copied and ${deletedCount} taken out`);
      }
      return { entries: entries.length, done, faults };
    });
}

interface Wanted {
  readonly ledger: ArchivableLedger;
  readonly before: Date;
  readonly atMost: number;
}

/** Numbers as they are stored, of whatever type: a copy is the same to the byte, with the fields of a later release. */
const AS_STORED = { promoteValues: false, promoteLongs: false };

/** The first entries of a ledger that are old enough, whole versions: more than `atMost` where one version has more. */
async function firstEntries(hot: Collection<MovementDocument>, session: ClientSession, { ledger, before, atMost }: Wanted) {
  const read = (filter: Filter<MovementDocument>, limit: number) =>
    hot
      .find(filter, { session, ...AS_STORED })
      .sort({ version: 1, line: 1 })
      .hint(LEDGER_INDEXES.all)
      .limit(limit)
      .toArray();
  const found = await read(upToCheckpoint(ledger), atMost);
  const last = found.length === atMost ? found.at(-1) : undefined;
  if (last) found.push(...(await read({ ...upToCheckpoint(ledger), version: last.version, line: { $gt: last.line } }, 0)));
  const young = found.find(({ created_at: at }) => at >= before);
  return {
    entries: young ? found.filter(({ version }) => version < young.version) : found,
    hasMore: last !== undefined && young === undefined,
  };
}

/** True where all that cold storage has of a SKU comes before `entries`. */
async function followsOn(
  cold: Collection<MovementDocument>,
  session: ClientSession,
  { tenant, sku }: ArchivableLedger,
  [first]: readonly MovementDocument[],
): Promise<boolean> {
  if (!first) return true;
  const later = { tenant, sku, version: { $gte: first.version } };
  return (await cold.findOne(later, { session, hint: LEDGER_INDEXES.all, projection: { _id: 1 } })) === null;
}
