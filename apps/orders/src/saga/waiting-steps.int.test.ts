import { orderRecord, type OrderRecord } from '@fulfilment/contracts';
import { RelayHold } from '@fulfilment/messaging';
import { type Caller, newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type OrderDocument, ORDERS } from '../orders/order-documents.ts';
import { openTestBed, type TestBed } from '../orders.fixture.ts';
import { FakeInventory } from './fake-inventory.fixture.ts';

const mugs = { lines: [{ sku: 'MUG-01', quantity: 2 }] };
const deafHints = { publish: () => undefined, subscribe: () => undefined, isHeard: () => false };

let bed: TestBed;
let orders: ServiceInstance;
let inventory: FakeInventory;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  orders = await bed.start({ ORDER_WAIT_MS: '1', ORDER_RESEND_SECONDS: '1' });
  inventory = new FakeInventory(bed.log, { 'MUG-01': 1_000 });
  await inventory.start();
});

afterAll(async () => {
  await orders.stop();
  await inventory.stop();
  await bed.stop();
});

const stored = () => bed.mongo.db.collection<OrderDocument>(ORDERS);
const sentAgain = () => bed.mongo.db.collection<{ _id: string }>('outbox');

async function read(by: Caller, id: string): Promise<OrderRecord> {
  return orderRecord.parse((await orders.call(by, `GET /orders/${id}`)).body);
}

async function place(by: Caller): Promise<OrderRecord> {
  return orderRecord.parse((await orders.call(by, 'POST /orders', mugs)).body);
}

/** Relays that publish nothing: a process may rely on its leases for some seconds more. */
async function restRelays(by: Caller): Promise<() => Promise<void>> {
  const hold = new RelayHold(bed.mongo.db, { name: 'orders.outbox', shards: 8, hints: deafHints });
  await hold.renew('test', 60);
  const wait = { withinMs: 20_000, everyMs: 500 };
  await eventually(async () => {
    await place(by);
    const unpublished = { 'command.state': 'new', 'command.since': { $lt: new Date(Date.now() - 1_000) } } as const;
    expect(await stored().countDocuments(unpublished)).toBeGreaterThan(0);
  }, wait);
  return () => hold.release('test');
}

const becomesCreated = (by: Caller, id: string) =>
  eventually(async () => expect(await read(by, id)).toMatchObject({ status: 'created' }), { withinMs: 20_000 });

test('a step whose outcome is lost ends: its command is sent again, and is answered again', async () => {
  const by = newCaller();
  inventory.holdBack();
  const { id } = await place(by);
  const commands = () => inventory.commands.filter(({ order_id: order }) => order === id);
  await eventually(() => expect(commands().length).toBeGreaterThan(0));

  await inventory.letGo(() => []);

  await becomesCreated(by, id);
  expect(new Set(commands().map((command) => command.id))).toEqual(new Set([`allocate:${id}:1`]));
  expect((await read(by, id)).lines).toMatchObject([{ quantity: 2, allocated: 2 }]);
});

test('a step whose command is lost before it reached Kafka ends as well', async () => {
  const by = newCaller();
  const goOn = await restRelays(by);
  const { id } = await place(by);
  expect((await stored().updateOne({ _id: id, 'command.state': 'new' }, { $unset: { command: '' } })).modifiedCount).toBe(1);
  await goOn();

  await becomesCreated(by, id);
});

test('a command that waits for Kafka is not sent twice, and a step in time is left alone', TIMED, async () => {
  const by = newCaller();
  const goOn = await restRelays(by);
  const { id } = await place(by);
  const first = await sweep();
  await eventually(async () => expect((await sweep())?.until.getTime()).toBeGreaterThan((first?.until.getTime() ?? 0) + 3_000), {
    withinMs: 20_000,
  });
  expect(await sentAgain().countDocuments({ _id: `allocate:${id}:1` })).toBe(0);
  await goOn();

  await becomesCreated(by, id);
  expect(inventory.commands.filter(({ order_id: order }) => order === id)).toHaveLength(1);
});

function sweep() {
  return bed.mongo.db.collection<{ _id: string; until: Date }>('sweeps').findOne({ _id: 'waiting-steps' });
}
