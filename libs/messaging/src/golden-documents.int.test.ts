import { silentLogger } from '@fulfilment/observability';
import { eventually, goldenDocuments } from '@fulfilment/testing';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDeadLetters } from './consumer/dead-letters.ts';
import { type OwnEngines, ownEngines } from './engines.fixture.ts';
import { type BlockDocument, withBlocks } from './outbox/blocks.ts';
import { makeOutbox, outboxIndexes, type OutboxSource } from './outbox/outbox.ts';
import { makeOutboxOperator } from './outbox/outbox-operator.ts';
import { RelayHold } from './outbox/relay-hold.ts';
import { ShardLeases } from './outbox/shard-leases.ts';

const GOLDEN = goldenDocuments(import.meta.dirname, (line) => BSON.EJSON.parse(line));
const HINTS = { publish: () => undefined, subscribe: () => undefined, isHeard: () => false };

let own: OwnEngines;

beforeAll(async () => {
  own = await ownEngines(outboxIndexes);
  for (const { collection, document } of GOLDEN) await own.mongo.db.collection<{ _id: string }>(collection).insertOne(document);
});

afterAll(() => own.stop());

interface Named {
  readonly _id: string;
  readonly name: string;
}

const onReplaced = (error: Error) => expect.unreachable(error.message);

/** The shards that a new process of an outbox gets beside what is stored. */
async function heldBy(name: string, shards: number): Promise<readonly number[]> {
  const leases = new ShardLeases(own.mongo.db, { name, shards, owner: 'new', onReplaced, hints: HINTS, logger: silentLogger });
  await eventually(() => expect(leases.held()).not.toEqual([]));
  const held = leases.held();
  await leases.stop();
  return held;
}

/** The reads of a document of each collection. Its argument is a document as MongoDB gives it, which no type vouches for. */
const READERS: Readonly<Record<string, Function>> = {
  outbox: async ({ _id }: Named) => {
    const { events, sagas } = makeOutbox(own.mongo.db, { source: 'orders' });
    const from = { shards: [0, 1, 2, 3, 4, 5, 6, 7], after: undefined };
    const rowsOf = async (source: OutboxSource) => (await source.read(from)).rows.filter(({ id }) => id === _id);
    const dead = await makeOutboxOperator(own.mongo.db).deadRows();
    return { events: await rowsOf(events), sagas: await rowsOf(sagas), dead: dead.filter(({ id }) => id === _id) };
  },
  outbox_blocks: async ({ rows }: BlockDocument) => {
    const outbox = makeOutbox(own.mongo.db, { source: 'inventory' });
    const { events } = withBlocks(outbox, own.mongo.db, { writes: false });
    const page = await events.read({ shards: [0, 1, 2, 3, 4, 5, 6, 7], after: undefined });
    return page.rows.filter(({ id }) => rows.some(({ _id }) => _id === id));
  },
  dead_letters: async ({ _id }: Named) => {
    const letters = makeDeadLetters(own.mongo.db, own.log);
    const letter = await letters.get(_id);
    const open = await letters.openKeys(letter?.group ?? '', letter?.topic ?? '', [letter?.key ?? '']);
    return { letter, holdsBack: [...open] };
  },
  relay_lanes: async ({ name }: Named) => {
    const hold = new RelayHold(own.mongo.db, { name, shards: 1, hints: HINTS });
    const isHeld = await hold.isHeld('golden', 60_000);
    return { isHeld, taken: isHeld ? [] : await heldBy(name, 1) };
  },
  // Beside another process that is alive a new one gets half of the shards.
  relay_members: async ({ name }: Named) => (await heldBy(name, 2)).length,
};

test.each(GOLDEN)('the stored document $document._id of $collection is read to the value it was read to', async (golden) => {
  const { collection, document, reads } = golden;

  expect(await READERS[collection]?.(document)).toEqual(reads);
});
