import { SCHEMA_COLLECTION } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { expect, inject, test } from 'vitest';
import { DELIVERED, FAILED, PENDING } from './sound-stores/deliveries.fixture.ts';
import { soundStores } from './sound-stores/open.fixture.ts';
import { at, OPEN, SHIPPED, TENANT } from './sound-stores/world.fixture.ts';
import { verifyCommand } from './verify-command.ts';
import type { VerifyReport } from './verify-system.ts';

const stores = soundStores();
const { again, db, set, remove, verify } = stores;
const open = ['orders', 'orders', { _id: OPEN }] as const;

test('stores in which everything agrees are clean, and all of them were compared', async () => {
  const { clean, checks } = await verify();

  expect(differencesIn({ clean, checks })).toEqual([]);
  expect(clean).toBe(true);
  expect(Object.fromEntries(checks.map(({ name, compared }) => [name, compared]))).toEqual({
    stock: { SKUs: 1, 'ledger entries': 4 },
    'cold ledger': {},
    orders: { orders: 4, allocations: 4, 'shipment entries': 1 },
    'scan moves': { 'applied scans': 1, 'ledger entries': 1 },
    outbox: { messages: 21, events: 20 },
    'order events': { orders: 4, events: 9 },
    'stock events': { SKUs: 1, events: 6 },
    'SKU facts': { SKUs: 1, versions: 5 },
    'location events': { locations: 2, events: 3 },
    'scan events': { scans: 1 },
    'event store': { events: 22 },
    feed: { events: 22 },
    deliveries: { events: 9, deliveries: 9, attempts: 11, pending: 1 },
    steps: {},
    receipts: {},
    repeats: { 'ledger entries': 2 },
    'low stock': { SKUs: 1, warnings: 1 },
    tenants: { collections: 21, 'places in use': 4, bodies: 43 },
    'dead letters': {},
  });
});

test('a namespace in which no system has run is refused in one line that names its database, and is left as it is', async () => {
  const namespace = uniqueName('typo');
  const told: string[] = [];
  const code = await verifyCommand(['--namespace', namespace], {
    env: { MONGODB_URL: inject('engines').mongodbUrl, FULFILMENT_DATA: '/nowhere' },
    print: (line) => void told.push(`printed: ${line}`),
    complain: (line) => void told.push(line),
  });

  expect({ code, told }).toEqual({
    code: 1,
    told: [expect.stringMatching(/^The store of gateway \(database \w*typo\w*_gateway\) is at schema version 0: [^\n]+$/)],
  });
  expect(await db('gateway').client.db(`${namespace}_gateway`).collections()).toEqual([]);
});

test('the store of one service that lacks its schema version is refused, in place of being taken for an empty one', async () => {
  await db('webhooks').collection(SCHEMA_COLLECTION).deleteMany({});

  await expect(verify()).rejects.toThrow(`(database ${db('webhooks').databaseName}) is at schema version 0`);
});

test('a dead letter that can be read is a difference; one that cannot, or follows one, is listed', async () => {
  await deadLetter('orders/stock.outcomes/0/1', { value: '{', follows: false });
  await deadLetter('orders/stock.outcomes/0/2', { value: READABLE, follows: true });
  await deadLetter('orders/stock.outcomes/0/3', { value: '{', follows: false, state: 'retried' });
  const listed = await verify();
  await deadLetter('orders/stock.outcomes/0/4', { value: READABLE, follows: false });
  const found = await verify();

  expect(listed.clean).toBe(true);
  expect(listed.checks.flatMap(({ notes }) => notes)).toEqual([
    'orders/stock.outcomes/0/1: Boom',
    'orders/stock.outcomes/0/2: Boom',
  ]);
  expect(differencesIn(found)).toEqual(['orders/stock.outcomes/0/4: it can be read, and is dead-lettered: Boom']);
});

test('events that were kept for their time, and are gone, are no difference', async () => {
  const old = new Date(Date.now() - 40 * 24 * 3_600_000);
  await Promise.all(['events', 'deliveries', 'pending'].map((name) => db('webhooks').collection(name).deleteMany({})));
  await Promise.all([db('inventory'), db('orders')].map((each) => each.collection('outbox').deleteMany({})));
  await db('inventory').collection('outbox_blocks').deleteMany({});
  await set(['inventory', 'skus'], { created_at: old });
  await db('inventory')
    .collection('movements')
    .updateMany({}, { $set: { created_at: old } });
  await db('orders')
    .collection('order_history')
    .updateMany({}, { $set: { at: old } });
  await set(['scans', 'scans'], { 'scan.received_at': old.toISOString(), 'result_event.at': old });

  expect(differencesIn(await verify())).toEqual([]);
});

test('what is held for a disabled endpoint, and what was dropped with its endpoint, is no difference', async () => {
  await set(['webhooks', 'queues'], { due_at: null });
  await set(['webhooks', 'endpoints'], { status: 'disabled' });
  expect(differencesIn(await verify())).toEqual([]);

  await remove(['webhooks', 'endpoints']);
  await set(['webhooks', 'deliveries', { _id: PENDING }], { state: 'dropped' });
  await remove(['webhooks', 'pending']);
  expect(differencesIn(await verify())).toEqual([]);
});

test('what waits for an endpoint of a suspended account is no difference', async () => {
  await set(['webhooks', 'queues'], { due_at: null });
  await set(['webhooks', 'endpoints'], { suspended: true });
  expect(differencesIn(await verify())).toEqual([]);
});

test('a batch with its event, what was sent again, and what its owner did not want, are no difference', async () => {
  const batch = { state: 'delivered', event_id: 'dlv_batch', members: [{ delivery_id: PENDING, event_id: 'evt_ord_1_6' }] };
  await again(['webhooks', 'deliveries', { _id: DELIVERED }], { ...batch, _id: 'dlv_batch', attempts: 0, schedule_from: 0 });
  await set(['webhooks', 'deliveries', { _id: 'dlv_batch' }], { state: 'pending', next_at: at(120) });
  await set(['webhooks', 'deliveries', { _id: PENDING }], { state: 'batched', batch_id: 'dlv_batch' });
  await set(['webhooks', 'deliveries', { _id: FAILED }], { state: 'pending', schedule_from: 2, next_at: at(120) });
  await again(['webhooks', 'pending'], { _id: 'dlv_batch', attempts: 0 });
  await again(['webhooks', 'pending'], { _id: FAILED, attempts: 2 });
  await db('webhooks').collection<{ _id: string }>('pending').deleteOne({ _id: PENDING });
  expect(differencesIn(await verify())).toEqual([]);

  await set(['webhooks', 'deliveries', { _id: FAILED }], { state: 'dropped', unwanted: true });
  await db('webhooks').collection<{ _id: string }>('pending').deleteOne({ _id: FAILED });
  expect(differencesIn(await verify())).toEqual([]);
});

test('work under way is no difference once it is done', async () => {
  await set(open, { allocation_version: 1 });
  const waits: number[] = [];
  const onWait = (differing: number): void => {
    waits.push(differing);
    void set(open, { allocation_version: 2 });
  };

  expect(differencesIn(await verify({ patienceMs: 20_000, onWait }))).toEqual([]);
  expect(waits).toEqual([1]);
});

test('what was under way at one look, and something else at the next, is no difference', async () => {
  await set(open, { allocation_version: 1 });
  const orders = db('orders').collection<{ _id: string }>('orders');
  const onWait = (): void => {
    void orders.bulkWrite([
      { updateOne: { filter: { _id: OPEN }, update: { $set: { allocation_version: 2 } } } },
      { updateOne: { filter: { _id: SHIPPED }, update: { $set: { allocation_version: 2 } } } },
    ]);
  };

  expect(differencesIn(await verify({ patienceMs: 20_000, onWait }))).toEqual([]);
});

test('what differs at every look is told once the patience is over', async () => {
  await set(open, { allocation_version: 1 });

  expect(differencesIn(await verify({ patienceMs: 1_500 }))).toEqual([
    `${TENANT} ${OPEN}: it knows version 1 of its allocation, stock has 2`,
  ]);
});

test('what cannot pass is told at once', async () => {
  await set(['inventory', 'skus'], { firm: 1 });
  let waited = false;
  const report = await verify({ patienceMs: 20_000, onWait: () => (waited = true) });

  expect(differencesIn(report)).toEqual([`${TENANT} MUG: 1 are firm, packed orders hold 0`]);
  expect(waited).toBe(false);
});

test('many differences are counted, and the first of them told', async () => {
  const scan = { tenant: TENANT, event_id: 'evt_lost', scan: { received_at: new Date().toISOString() } };
  const lost = Array.from({ length: 1_500 }, (_, place) => ({ ...scan, event_id: `evt_lost_${place}` }));
  await db('scans').collection('scans').deleteMany({});
  await db('webhooks').collection('events').deleteMany({ type: 'scan.applied' });
  await db('scans')
    .collection<{ _id: string }>('scans')
    .insertMany(lost.map((each, place) => ({ ...each, _id: `scn_${place}` })));

  const found = (await verify()).checks.find(({ name }) => name === 'scan events');

  expect(found).toMatchObject({ differing: 1_500, compared: { scans: 1_500 } });
  expect(found?.differences).toHaveLength(20);
});

const READABLE = JSON.stringify({
  type: 'allocation',
  account_id: 'acc_01JD8Z0000000000000000TEST',
  environment: 'sandbox',
  order_id: 'ord_01JD8Z0000000000000000TEST',
  version: 1,
  state: 'open',
  lines: [],
  last_answer: { command_id: 'x', type: 'allocate', accepted: true },
  actor: 'x',
  request_id: 'x',
  at: '2026-11-21T09:05:12.411Z',
});

async function deadLetter(id: string, facts: object): Promise<void> {
  const document = { _id: id, topic: 'stock.outcomes', error: 'Boom\nat once', state: 'open', ...facts };
  await db('orders').collection<{ _id: string }>('dead_letters').insertOne(document);
}

function differencesIn({ checks }: VerifyReport): string[] {
  return checks.flatMap(({ differences }) => [...differences]);
}
