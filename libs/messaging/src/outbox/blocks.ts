import { type IndexDeclaration, isOnlyDuplicateKeys, transact } from '@fulfilment/mongo';
import type { ClientSession, Collection, Db, Filter } from 'mongodb';
import {
  isSagaTopic,
  type Outbox,
  OUTBOX,
  OUTBOX_KEPT_SECONDS,
  type OutboxDocument,
  type OutboxSource,
  timeOfStore,
  toRow,
} from './outbox.ts';

/** The messages that one transaction has of a tenant for one relay, in their order: one document, marked and ended as one. */
export interface BlockDocument {
  /** The id of its first message. */
  readonly _id: string;
  readonly tenant: string;
  readonly relay: 'sagas' | 'events';
  readonly state: 'new' | 'published';
  readonly created_at: Date;
  readonly published_at?: Date;
  /** The rows that it stands for. */
  readonly rows: readonly BlockedRow[];
}

type BlockedRow = Omit<OutboxDocument, 'state' | 'published_at' | 'error'>;

export const BLOCKS = 'outbox_blocks';
/** The index that ends published blocks. */
export const BLOCKS_PUBLISHED = 'outbox_blocks_published';
/** Bytes of bodies in a block, at most: MongoDB takes 16 MB in a document, and rolls a change of it back as a whole. */
const BLOCK_BYTES = 2_000_000;
/** Blocks that one transaction makes rows of. */
const UNFOLDED_AT_ONCE = 4;
/** Messages of blocks that are remembered until they are marked; those of transactions that failed are among them. */
const REMEMBERED = 20_000;

const durable = { readConcern: { level: 'majority' }, writeConcern: { w: 'majority', journal: true } } as const;

/** The indexes of the blocks of a service. */
export const blockIndexes: readonly IndexDeclaration[] = [
  {
    collection: BLOCKS,
    name: 'outbox_blocks_oldest',
    key: { relay: 1, created_at: 1 },
    options: { partialFilterExpression: { state: 'new' } },
  },
  {
    collection: BLOCKS,
    name: BLOCKS_PUBLISHED,
    key: { published_at: 1 },
    options: { partialFilterExpression: { state: 'published' }, expireAfterSeconds: OUTBOX_KEPT_SECONDS },
  },
];

/**
 * An outbox that reads blocks, and with `writes` writes them where its relays publish from memory: a message needs a row only once its
 * relay reads the store. Then rows are made first of all unpublished blocks, in one transaction with the end of the block: the order of
 * messages is that of rows, whichever process reads them. Messages in blocks cannot be resent, only republished.
 */
export function withBlocks(
  outbox: Outbox,
  db: Db,
  { writes }: { readonly writes: boolean },
): Pick<Outbox, 'sagas' | 'events' | 'add'> {
  const blocks = db.collection<BlockDocument>(BLOCKS, durable);
  const written = new WrittenBlocks();
  return {
    sagas: blockedSource(outbox.sagas, { relay: 'sagas', blocks, written }),
    events: blockedSource(outbox.events, { relay: 'events', blocks, written }),
    add: async (session, messages, fromMemory) => {
      if (!writes || !fromMemory || !(fromMemory.sagas || fromMemory.events)) return await outbox.add(session, messages);
      const documents = outbox.documentsOf(messages);
      const { sagas = [], events = [] } = Object.groupBy(documents, ({ topic }) => (isSagaTopic(topic) ? 'sagas' : 'events'));
      const inBlocks = [
        ...(fromMemory.sagas ? cutInBlocks('sagas', sagas) : []),
        ...(fromMemory.events ? cutInBlocks('events', events) : []),
      ];
      const blocked = new Set(inBlocks.flatMap(({ rows }) => rows.map(({ _id }) => _id)));
      // One message is a row at the same price.
      if (blocked.size < 2) return await outbox.add(session, messages);
      await outbox.add(
        session,
        messages.filter(({ id }) => !blocked.has(id)),
      );
      await blocks.insertMany(inBlocks, { session });
      for (const block of inBlocks) written.add(block);
      return documents.map(toRow);
    },
  };
}

/** Blocks by what their messages are about, where {@link keptInBlocks} keeps some. */
export const BLOCKS_OF_RECORDS: IndexDeclaration = {
  collection: BLOCKS,
  name: 'outbox_blocks_of_record',
  key: { tenant: 1, 'rows.key': 1 },
};

/**
 * The part of an outbox that keeps published events which records carried. With `writes` those of a tenant that were marked together are
 * one block, which is read as those of {@link withBlocks} are.
 */
export function keptInBlocks(outbox: Outbox, db: Db, { writes }: { readonly writes: boolean }): Pick<Outbox, 'keep' | 'rewrite'> {
  const blocks = db.collection<BlockDocument>(BLOCKS, durable);
  return {
    keep: async (published) => {
      if (!writes || published.length < 2) return await outbox.keep(published);
      const ofTenants = Map.groupBy(published, ({ tenant }) => tenant);
      const cut = Array.from(ofTenants.values(), (ofTenant) => cutInBlocks('events', ofTenant)).flat();
      const inBlocks = cut.filter(({ rows }) => rows.length > 1);
      const blocked = new Set(inBlocks.flatMap(({ rows }) => rows.map(({ _id }) => _id)));
      const areKept = inBlocks.length === 0 || (await addPublished(blocks, inBlocks));
      await outbox.keep(areKept ? published.filter(({ _id }) => !blocked.has(_id)) : published);
    },
    rewrite: async (of, change) => {
      // Rows that are made of a block in the meantime come after it.
      for await (const { _id, rows } of blocks.find({ tenant: of.tenant, 'rows.key': of.key })) {
        for (const { _id: message, key, value } of rows) {
          const changed = key === of.key ? change(value) : value;
          if (changed === value) continue;
          await blocks.updateOne({ _id, rows: { $elemMatch: { _id: message, value } } }, { $set: { 'rows.$.value': changed } });
        }
      }
      await outbox.rewrite(of, change);
    },
  };
}

/** @returns false where one is there already, which may have fewer messages: its keeping was cut off. */
async function addPublished(blocks: Collection<BlockDocument>, inBlocks: readonly BlockDocument[]): Promise<boolean> {
  const published_at = await timeOfStore(blocks.db);
  const documents = inBlocks.map((block) => ({ ...block, state: 'published' as const, published_at }));
  return await blocks.insertMany(documents, { ordered: false }).then(
    () => true,
    (error: unknown) => {
      if (!isOnlyDuplicateKeys(error)) throw error;
      return false;
    },
  );
}

/** Documents of one relay in blocks of {@link BLOCK_BYTES}, without those that are larger. */
function cutInBlocks(relay: BlockDocument['relay'], documents: readonly OutboxDocument[]): readonly BlockDocument[] {
  const cut: { readonly block: BlockDocument; readonly rows: BlockedRow[]; bytes: number }[] = [];
  for (const { state: _state, ...row } of documents) {
    const { _id, tenant, created_at, value } = row;
    const bytes = Buffer.byteLength(value);
    if (bytes > BLOCK_BYTES) continue;
    const last = cut.at(-1);
    if (last?.block.tenant === tenant && last.bytes + bytes <= BLOCK_BYTES) {
      last.rows.push(row);
      last.bytes += bytes;
    } else {
      const rows = [row];
      cut.push({ block: { _id, tenant, relay, state: 'new', created_at, rows }, rows, bytes });
    }
  }
  return cut.map(({ block }) => block);
}

/** The blocks that this process wrote, by their messages, until they are marked. */
class WrittenBlocks {
  readonly #byMessage = new Map<string, readonly [block: string, messages: readonly string[]]>();

  add({ _id: block, rows }: BlockDocument): void {
    const messages = rows.map(({ _id }) => _id);
    for (const message of messages) this.#byMessage.set(message, [block, messages]);
    for (const oldest of this.#byMessage.keys()) {
      if (this.#byMessage.size <= REMEMBERED) break;
      this.#byMessage.delete(oldest);
    }
  }

  blockOf(message: string): string | undefined {
    return this.#byMessage.get(message)?.[0];
  }

  messagesOf(block: string): readonly string[] {
    return this.#byMessage.get(block)?.[1] ?? [];
  }

  forget(messages: readonly string[]): void {
    for (const message of messages) this.#byMessage.delete(message);
  }
}

interface Blocked {
  readonly relay: BlockDocument['relay'];
  readonly blocks: Collection<BlockDocument>;
  readonly written: WrittenBlocks;
}

function blockedSource(source: OutboxSource, { relay, blocks, written }: Blocked): OutboxSource {
  const isNew = { relay, state: 'new' } as const;
  return {
    ...source,
    read: async (from) => {
      for (;;) {
        // At one moment: where no block waits, each row has all rows before it that are not published.
        const page = await blocks.db.client.withSession({ snapshot: true }, async (session) =>
          (await aBlock(blocks, isNew, session)) ? undefined : await source.read({ ...from, session }),
        );
        if (page) return page;
        await unfoldSome(blocks, isNew);
      }
    },
    markPublished: async (ids) => {
      const byBlock = Map.groupBy(ids, (id) => written.blockOf(id));
      const { whole = [], part = [] } = Object.groupBy(
        Array.from(byBlock.keys()).filter((id) => id !== undefined),
        (id) => (byBlock.get(id)?.length === written.messagesOf(id).length ? 'whole' : 'part'),
      );
      const marked = whole.length === 0 || (await markWhole(blocks, whole));
      if (part.length > 0) await unfoldThese(blocks, part);
      const rows = [undefined, ...part, ...(marked ? [] : whole)].flatMap((id) => byBlock.get(id) ?? []);
      if (rows.length > 0) await source.markPublished(rows);
      for (const id of [...whole, ...part]) written.forget(written.messagesOf(id));
    },
    deadLetter: async (id, reason) => {
      const block = written.blockOf(id);
      if (block !== undefined) {
        await unfoldThese(blocks, [block]);
        written.forget(written.messagesOf(block));
      }
      await source.deadLetter(id, reason);
    },
    oldestAt: async () => {
      const sort = { created_at: 1 } as const;
      const [row, block] = await Promise.all([
        source.oldestAt(),
        blocks.findOne(isNew, { sort, projection: { created_at: 1 } }).then((found) => found?.created_at),
      ]);
      return row === undefined || (block !== undefined && block < row) ? block : row;
    },
  };
}

async function aBlock(blocks: Collection<BlockDocument>, isNew: Filter<BlockDocument>, session: ClientSession): Promise<boolean> {
  const found = await blocks.findOne(isNew, { session, readConcern: { level: 'snapshot' }, projection: { _id: 1 } });
  return found !== null;
}

/** @returns false where rows were made of one since it was written. */
async function markWhole(blocks: Collection<BlockDocument>, ids: readonly string[]): Promise<boolean> {
  const { matchedCount } = await blocks.updateMany({ _id: { $in: [...ids] }, state: 'new' }, [
    { $set: { state: 'published', published_at: '$$NOW' } },
  ]);
  return matchedCount === ids.length;
}

async function unfoldThese(blocks: Collection<BlockDocument>, ids: readonly string[]): Promise<void> {
  for (let done = 0; done < ids.length; done += UNFOLDED_AT_ONCE)
    await unfoldSome(blocks, { _id: { $in: ids.slice(done, done + UNFOLDED_AT_ONCE) }, state: 'new' });
}

/**
 * Makes rows of some blocks, with the state of their block, which ends in the same transaction. Rows that are there stay as they are.
 *
 * @returns the number of blocks.
 */
export async function unfoldSome(blocks: Collection<BlockDocument>, filter: Filter<BlockDocument>): Promise<number> {
  return await transact(blocks.db.client, async (session) => {
    const found = await blocks.find(filter, { session, limit: UNFOLDED_AT_ONCE }).toArray();
    if (found.length === 0) return 0;
    const rows = found.flatMap(({ rows: inBlock, state, published_at }) =>
      inBlock.map((row) => ({ ...row, state, ...(published_at === undefined ? {} : { published_at }) })),
    );
    const writes = rows.map(({ _id, ...row }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
    }));
    await blocks.db.collection<OutboxDocument>(OUTBOX).bulkWrite(writes, { session });
    await blocks.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } }, { session });
    return found.length;
  });
}
