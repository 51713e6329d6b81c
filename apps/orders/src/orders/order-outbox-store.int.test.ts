import { TOPICS } from '@fulfilment/contracts';
import { makeReceipts, receiptIndexes } from '@fulfilment/idempotency';
import { newId } from '@fulfilment/kernel';
import {
  blockIndexes,
  makeOutbox,
  outboxIndexes,
  type Outbox,
  type OutboxDocument,
  type OutboxSource,
} from '@fulfilment/messaging';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { at, createdOrder, orderBeingPacked, origin, packUnderWay, pendingOrder, rejectedOrder } from './domain/order.builder.ts';
import type { Order, OrderIn } from './domain/order.ts';
import { placing } from './order-change.builder.ts';
import type { OrderChange } from './order-ports.ts';
import { ORDER_HISTORY, type OrderDocument, ORDERS } from './order-documents.ts';
import { MongoOrderLists, ORDER_INDEXES } from './order-lists-store.ts';
import { orderEventMessage } from './order-messages.ts';
import { stockCommandMessage } from './stock-command-messages.ts';
import { CARRIED_INDEXES, OrderOutbox, STAYING } from './order-outbox-store.ts';
import { MongoOrderStore } from './order-store.ts';

let mongo: Mongo;
let rows: Outbox;
let outbox: OrderOutbox;
let store: MongoOrderStore;

beforeEach(async () => {
  mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('carried'), appName: 'test' });
  rows = makeOutbox(mongo.db, { source: 'orders' });
  await ensureIndexes(mongo.db, [...ORDER_INDEXES, ...CARRIED_INDEXES, ...outboxIndexes, ...blockIndexes, ...receiptIndexes]);
  ({ outbox, store } = openStore());
  return async () => {
    await mongo.db.dropDatabase();
    await mongo.stop();
  };
});

afterEach(() => store.stop());

function openStore({ blocks }: { readonly blocks: boolean } = { blocks: false }) {
  const { client, db } = mongo;
  const own = new OrderOutbox(db, rows, { blocks });
  const relay = { handOver: () => undefined, doubt: () => undefined };
  const parts = { client, db, receipts: makeReceipts(db), outbox: own, relays: { sagas: relay, events: relay } };
  return { outbox: own, store: new MongoOrderStore(parts) };
}

const SHARDS = Array.from({ length: 8 }, (_, shard) => shard);
const tenant = { accountId: newId('acc'), environment: 'sandbox' } as const;

const read = async (source: OutboxSource) => (await source.read({ shards: SHARDS, after: undefined })).rows;
const messagesOf = async (source: OutboxSource) => (await read(source)).map(({ record: { headers } }) => headers['ce_id']);
const stored = (id: string) => mongo.db.collection<OrderDocument>(ORDERS).findOne({ _id: id });
const kept = () => mongo.db.collection<OutboxDocument>('outbox').find().sort({ version: 1 }).toArray();
const historyOf = (id: string) => mongo.db.collection(ORDER_HISTORY).countDocuments({ order_id: id });

async function versionsOf(order: Order): Promise<readonly number[]> {
  const lists = new MongoOrderLists(mongo.db, makeCursors('a secret for cursors in tests only'));
  return (await lists.history(order, { limit: 50, cursor: undefined })).data.map(({ version }) => version);
}

async function publish(source: OutboxSource): Promise<void> {
  const found = await read(source);
  await source.markPublished(found.map(({ id }) => id));
}

async function placed(sinceMs = 0): Promise<OrderIn<'pending'>> {
  const id = newId('ord');
  const since = new Date(at.getTime() + sinceMs);
  const order = pendingOrder({ id, tenant, pending: { ...pendingOrder().pending, commandId: `allocate:${id}:1`, since } });
  expect(await store.save(placing(order))).toBe('saved');
  return order;
}

/** Saves a change with an event and its history entry. */
async function changed(before: Order): Promise<Order> {
  const { id, version: from } = before;
  const order = createdOrder({ id, tenant, version: from + 1 });
  const common = { status: 'created', reason: null, actor: origin.actor, requestId: origin.requestId, at } as const;
  const answer = { commandId: `allocate:${id}:1`, refusal: null };
  const event = orderEventMessage({ type: 'order.updated', changed: [] }, order, origin);
  const history = [{ ...common, transition: 'create', version: order.version, answer } as const];
  expect(await store.save({ from, order, history, messages: [event] })).toBe('saved');
  return order;
}

test('commands are read in the order in which their steps began, until they are published', async () => {
  const [late, early] = [await placed(1_000), await placed()];
  const commands = [early, late].map(({ id }) => `allocate:${id}:1`);

  expect(await messagesOf(outbox.sagas)).toEqual(commands);
  expect((await read(outbox.sagas)).map(({ record }) => record.topic)).toEqual([TOPICS.stockCommands, TOPICS.stockCommands]);
  expect(await outbox.sagas.oldestAt()).toBeInstanceOf(Date);

  await publish(outbox.sagas);
  expect(await read(outbox.sagas)).toEqual([]);
  expect(await outbox.sagas.oldestAt()).toBeUndefined();
  expect((await stored(early.id))?.command).toBeUndefined();
});

test('a mark that comes late leaves the command of the next step', async () => {
  const order = await placed();
  const first = await read(outbox.sagas);
  await changed(order);
  const packed = orderBeingPacked({
    id: order.id,
    tenant,
    version: 3,
    pending: { ...packUnderWay, commandId: `confirm:${order.id}:2` },
  });
  await store.save({ from: 2, order: packed, history: [], messages: [stockCommandMessage(packed)] });

  await openStore().outbox.sagas.markPublished(first.map(({ id }) => id));

  expect(await messagesOf(outbox.sagas)).toEqual([`confirm:${order.id}:2`]);
});

test('the end of a step takes its command away, and a mark of it is no write', async () => {
  const order = await placed();
  const first = await read(outbox.sagas);
  await changed(order);

  expect(await read(outbox.sagas)).toEqual([]);
  await outbox.sagas.markPublished(first.map(({ id }) => id));
  expect(await stored(order.id)).not.toHaveProperty('command');
});

test('events are read in the order of their changes; published, they are kept in the outbox, and their history with them', async () => {
  const order = await placed();
  const last = await changed(await changed(order));
  const events = await read(outbox.events);

  expect(events.map(({ record: { value } }) => JSON.parse(value).sequence)).toEqual([2, 3]);
  expect(await historyOf(order.id)).toBe(0);

  await outbox.events.markPublished(events.slice(0, 1).map(({ id }) => id));
  expect((await read(outbox.events)).map(({ record: { value } }) => JSON.parse(value).sequence)).toEqual([3]);
  // Another process of the service publishes, and ends before it takes them from the order; the next one does it again.
  const untouched = await stored(order.id);
  await publish(outbox.events);
  if (untouched) await mongo.db.collection<OrderDocument>(ORDERS).replaceOne({ _id: order.id }, untouched);
  await publish(outbox.events);

  expect(await read(outbox.events)).toEqual([]);
  expect(await stored(order.id)).not.toMatchObject({ outbox: expect.anything() });
  expect(await stored(order.id)).not.toHaveProperty('history');
  expect(await historyOf(order.id)).toBe(2);
  expect(await kept()).toMatchObject([2, 3].map((version) => ({ version, state: 'published', published_at: expect.any(Date) })));
  expect(await store.find(last)).toEqual(last);
});

test('messages that the log refuses become dead letters, and those after them go on', async () => {
  const order = await placed();
  const [command] = await read(outbox.sagas);
  await outbox.sagas.deadLetter(command?.id ?? '', 'too large');
  await changed(await changed(order));
  const [first] = await read(outbox.events);

  await outbox.events.deadLetter(first?.id ?? '', 'too large');

  expect(await read(outbox.sagas)).toEqual([]);
  expect((await read(outbox.events)).map(({ record: { value } }) => JSON.parse(value).sequence)).toEqual([3]);
  expect(await kept()).toMatchObject([
    { topic: TOPICS.ordersEvents, state: 'parked', error: 'too large' },
    { _id: `allocate:${order.id}:1`, state: 'parked' },
  ]);
});

test('rows of a release in which orders carried none are published first', async () => {
  const order = await placed();
  const old = orderEventMessage(
    { type: 'order.updated', changed: [] },
    createdOrder({ id: order.id, tenant, version: 1 }),
    origin,
  );
  await mongo.client.withSession((session) => rows.add(session, [old]));
  await changed(order);

  expect((await read(outbox.events)).map(({ record: { value } }) => JSON.parse(value).sequence)).toEqual([1, 2]);
  await publish(outbox.events);
  expect(await read(outbox.events)).toEqual([]);
});

test('an order carries a dozen events at most: the next change waits until they are published', async () => {
  let order: Order = await placed();
  for (let count = 0; count < 12; count += 1) order = await changed(order);
  const event = orderEventMessage(
    { type: 'order.updated', changed: [] },
    createdOrder({ id: order.id, tenant, version: 14 }),
    origin,
  );
  const next = { from: 13, order: createdOrder({ id: order.id, tenant, version: 14 }), history: [], messages: [event] };

  expect(await store.save(next)).toBe('conflict');
  const answers = [{ id: 'a-claim', answer: { type: 'result', result: {} } as const }];
  await expect(store.save({ ...next, answers })).rejects.toMatchObject({ code: 'upstream_unavailable' });

  await publish(outbox.events);
  expect(await store.save(next)).toBe('saved');
});

test('history is read while an order carries it, and only once', async () => {
  const order = await placed();
  await changed(await changed(order));
  expect(await store.findAnswer(order, `allocate:${order.id}:1`)).toEqual({ commandId: `allocate:${order.id}:1`, refusal: null });
  expect(await versionsOf(order)).toEqual([2, 3]);
  await publish(outbox.events);
  expect(await versionsOf(order)).toEqual([2, 3]);
});

test('with blocks, published events of several orders are kept in one document, and their history stays until it is read', async () => {
  ({ outbox, store } = openStore({ blocks: true }));
  const [order, other] = [await placed(), await placed()];
  const last = await changed(await changed(order));
  await changed(other);

  await publish(outbox.events);

  expect(await read(outbox.events)).toEqual([]);
  expect(await kept()).toEqual([]);
  const blocks = await mongo.db.collection('outbox_blocks').find().toArray();
  expect(blocks.map(({ rows: { length }, state, relay }) => ({ length, state, relay }))).toEqual([
    { length: 3, state: 'published', relay: 'events' },
  ]);
  expect(await historyOf(order.id)).toBe(0);
  expect(await store.findAnswer(order, `allocate:${order.id}:1`)).toEqual({ commandId: `allocate:${order.id}:1`, refusal: null });

  expect(await versionsOf(order)).toEqual([2, 3]);
  expect(await historyOf(order.id)).toBe(2);
  expect(await stored(order.id)).not.toHaveProperty('history');
  await changed(last);
  await publish(outbox.events);
  expect(await historyOf(order.id)).toBe(2);
  expect(await versionsOf(order)).toEqual([2, 3, 4]);
});

test('with blocks, an order is rejected by one write, and its history is read like that of any other', async () => {
  ({ outbox, store } = openStore({ blocks: true }));
  const [order, other] = [await placed(), await placed()];
  const entry = { transition: 'create', status: 'rejected', version: 2, reason: null, actor: origin.actor, at } as const;
  const answer = { commandId: `allocate:${order.id}:1`, refusal: null };
  const rejection = ({ id }: Order): OrderChange => ({
    from: 1,
    order: rejectedOrder({ id, tenant, version: 2 }),
    history: [{ ...entry, requestId: origin.requestId, answer }],
    messages: [],
  });

  const saved = await Promise.all(
    [rejection(order), rejection(other), { ...rejection(order), from: 7 }].map((each) => store.save(each)),
  );

  expect(saved).toEqual(['saved', 'saved', 'conflict']);
  expect(await stored(order.id)).toMatchObject({ status: 'rejected', history: [{ transition: 'create', version: 2 }] });
  expect(await stored(order.id)).not.toHaveProperty('outbox');
  expect(await historyOf(order.id)).toBe(0);
  expect(await store.findAnswer(order, answer.commandId)).toEqual(answer);
  expect(await versionsOf(other)).toEqual([2]);
});

test('with blocks, a history of too many entries goes where it belongs with the next events', async () => {
  ({ outbox, store } = openStore({ blocks: true }));
  const order = await placed();
  let last: Order = order;
  for (let count = 0; count < STAYING; count += 1) last = await changed(last);
  await publish(outbox.events);
  expect(await historyOf(order.id)).toBe(0);

  await changed(last);
  await publish(outbox.events);

  expect(await historyOf(order.id)).toBe(STAYING + 1);
  expect(await stored(order.id)).not.toHaveProperty('history');
});

test('a field that this release does not know outlives a change', async () => {
  const order = await placed();
  await mongo.db.collection<{ _id: string }>(ORDERS).updateOne({ _id: order.id }, { $set: { of_the_next_release: 1 } });

  await changed(order);

  expect(await stored(order.id)).toMatchObject({ version: 2, of_the_next_release: 1 });
});

test('commands of steps that wait are published again from a time on', async () => {
  const [old, late, answered] = [await placed(), await placed(60_000), await placed(60_000)];
  await changed(answered);
  await publish(outbox.sagas);
  const since = new Date(at.getTime() + 30_000);

  expect(await outbox.republish(since, TOPICS.ordersEvents)).toBe(0);
  expect(await outbox.republish(since, undefined)).toBe(1);
  expect(await messagesOf(outbox.sagas)).toEqual([`allocate:${late.id}:1`]);
  expect(await stored(old.id)).toMatchObject({ pending: { command_id: `allocate:${old.id}:1` } });
});
