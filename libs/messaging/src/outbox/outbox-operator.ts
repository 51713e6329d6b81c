import { indexesIn } from '@fulfilment/mongo';
import type { Collection, Db } from 'mongodb';
import { z } from 'zod';
import { type BlockDocument, BLOCKS, BLOCKS_PUBLISHED, unfoldSome } from './blocks.ts';
import { OUTBOX, OUTBOX_KEPT_SECONDS, OUTBOX_PUBLISHED, type OutboxDocument } from './outbox.ts';

/** A row that the log refused for good. */
export interface DeadRow {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly error: string;
  readonly writtenAt: Date;
}

/** The operator's view of the outbox of a service. */
export interface OutboxOperator {
  /** The oldest dead-lettered rows, at most 200. */
  readonly deadRows: () => Promise<readonly DeadRow[]>;
  /** Makes a dead-lettered row unpublished again. @returns false if there is no such row. */
  readonly retry: (id: string) => Promise<boolean>;
  /**
   * Makes rows unpublished again that were published from `since` on: with the same ids, so that readers leave out what they have handled.
   *
   * @param topic of that topic only, where it is given.
   * @returns their number.
   */
  readonly republish: (since: Date, topic?: string) => Promise<number>;
  /** Seconds back to which published rows may be sent again: 7 days, unless the operator has changed the index that ends them. */
  readonly keptSeconds: () => Promise<number>;
}

/** Dead-lettered rows in one answer at most. */
export const DEAD_ROWS = 200;
const AT_ONCE = 2_000;

/** The operator's view of the outbox that `makeOutbox` makes in `db`. */
export function makeOutboxOperator(db: Db): OutboxOperator {
  const rows = db.collection<OutboxDocument>(OUTBOX);
  return {
    deadRows: async () => {
      const found = await rows.find({ state: 'parked' }).sort({ created_at: 1 }).limit(DEAD_ROWS).toArray();
      return found.map(({ _id: id, topic, key, error = '', created_at: writtenAt }) => ({ id, topic, key, error, writtenAt }));
    },
    retry: async (id) => {
      const { matchedCount } = await rows.updateOne(
        { _id: id, state: 'parked' },
        { $set: { state: 'new' }, $unset: { error: '' } },
      );
      return matchedCount === 1;
    },
    republish: async (since, topic) => {
      await unfoldPublished(db.collection(BLOCKS), since, topic);
      return await republish(rows, since, topic);
    },
    keptSeconds: async () => {
      // A service whose records carry their messages may have no outbox, and most have no blocks.
      const ends = [(await indexesIn(db, OUTBOX)).get(OUTBOX_PUBLISHED), (await indexesIn(db, BLOCKS)).get(BLOCKS_PUBLISHED)];
      const kept = z.int().catch(OUTBOX_KEPT_SECONDS);
      return Math.min(...ends.map((index) => kept.parse(index?.expireAfterSeconds)));
    },
  };
}

/** Makes rows of the blocks that were published since then. Those that are published during this get a later time. */
async function unfoldPublished(blocks: Collection<BlockDocument>, since: Date, topic: string | undefined): Promise<void> {
  const [newest] = await blocks.find({ state: 'published' }).sort({ published_at: -1 }).limit(1).toArray();
  if (!newest?.published_at) return;
  const published = {
    state: 'published' as const,
    published_at: { $gte: since, $lte: newest.published_at },
    ...(topic === undefined ? {} : { 'rows.topic': topic }),
  };
  while ((await unfoldSome(blocks, published)) > 0);
}

async function republish(rows: Collection<OutboxDocument>, since: Date, topic: string | undefined): Promise<number> {
  // Rows that relays publish again during this get a later time, by the same clock.
  const [newest] = await rows.find({ state: 'published' }).sort({ published_at: -1 }).limit(1).toArray();
  if (!newest?.published_at) return 0;
  const published = {
    state: 'published' as const,
    published_at: { $gte: since, $lte: newest.published_at },
    ...(topic === undefined ? {} : { topic }),
  };
  for (let count = 0; ;) {
    const found = await rows
      .find(published, { projection: { _id: 1 } })
      .sort({ published_at: 1 })
      .limit(AT_ONCE)
      .toArray();
    if (found.length === 0) return count;
    const ids = found.map(({ _id: id }) => id);
    const { modifiedCount } = await rows.updateMany(
      { ...published, _id: { $in: ids } },
      { $set: { state: 'new' }, $unset: { published_at: '' } },
    );
    count += modifiedCount;
  }
}
