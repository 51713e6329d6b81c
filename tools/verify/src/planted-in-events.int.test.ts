import { expect, test } from 'vitest';
import { DELIVERED, ENDPOINT, FAILED, PENDING, recordOf } from './sound-stores/deliveries.fixture.ts';
import { type Planted, soundStores, testPlanted } from './sound-stores/open.fixture.ts';
import {
  at,
  CANCELLED,
  FACTS,
  LEFT,
  OPEN,
  OTHER_SHELF,
  PLACES,
  SHELF,
  SHIPPED,
  SKU,
  TENANT,
} from './sound-stores/world.fixture.ts';

const event = (id: string) => ['webhooks', 'events', { _id: id }] as const;
const delivery = (id: string) => ['webhooks', 'deliveries', { _id: id }] as const;
const entry = (of: string, version: number) => ['orders', 'order_history', { order_id: of, version }] as const;
const message = (id: string) => ['inventory', 'outbox', { _id: id }] as const;

interface Kept {
  readonly _id: string;
}

const IN_OUTBOX: readonly Planted[] = [
  [
    'a message is parked',
    /evt_sku_2: parked: too large/,
    ({ set }) => set(message('evt_sku_2'), { state: 'parked', error: 'too large' }),
  ],
  [
    'a message of a block is never published',
    /inventory evt_low_3: not published/,
    ({ set }) => set(['inventory', 'outbox_blocks'], { state: 'new' }),
  ],
  [
    'an event of an order is kept in a block, and lost on its way',
    /event evt_ord_1_2 .* published and not stored/,
    async ({ db, remove }) => {
      const [row] = await db('orders').collection<Kept>('outbox').find({ _id: 'evt_ord_1_2' }).toArray();
      const block = { _id: 'evt_ord_1_2', tenant: TENANT, relay: 'events', state: 'published', rows: [row] };
      await db('orders').collection<Kept>('outbox').deleteOne({ _id: 'evt_ord_1_2' });
      await db('orders').collection<Kept>('outbox_blocks').insertOne(block);
      await remove(event('evt_ord_1_2'));
    },
  ],
  [
    'a command is never published',
    /orders ord_2: its command: not published/,
    ({ set }) => set(['orders', 'orders', { _id: OPEN }], { command: { state: 'new' } }),
  ],
  [
    'a command that was sent again is never published',
    /orders allocate:ord_2:1: not published/,
    ({ set }) => set(['orders', 'outbox', { topic: 'stock.commands' }], { state: 'new' }),
  ],
  [
    'an event that an order carries is never published',
    /orders evt_ord_2_9: not published/,
    ({ set }) => set(['orders', 'orders', { _id: OPEN }], { outbox: { state: 'new', rows: [{ _id: 'evt_ord_2_9' }] } }),
  ],
  ['a scan is never published', /scans scn_1: not published/, ({ set }) => set(['scans', 'scans'], { outbox: { state: 'new' } })],
  [
    'what a scan asks is never sent',
    /scans move:scn_1: not published/,
    ({ set }) => set(['scans', 'scans'], { command: { state: 'new' } }),
  ],
  [
    'what became of a scan is never published',
    /scans scn_1: its result: not published/,
    ({ set }) => set(['scans', 'scans'], { result: { state: 'new' } }),
  ],
  ['an event is lost on its way', /event evt_ord_2_3 .* published and not stored/, ({ remove }) => remove(event('evt_ord_2_3'))],
  ['an event is changed on its way', /evt_sku_1: stored otherwise/, ({ set }) => set(event('evt_sku_1'), { body: '{}' })],
];

const IN_ORDER_EVENTS: readonly Planted[] = [
  ['a transition has no event', /order\.packed of version 4 has no event/, ({ remove }) => remove(event('evt_ord_1_4'))],
  [
    'a change of what is held has no event',
    /order\.updated of version 3 has no event/,
    ({ remove }) => remove(event('evt_ord_2_3')),
  ],
  [
    'an event tells of what never happened',
    /its history has no order\.shipped of version 6/,
    ({ remove }) => remove(entry(SHIPPED, 6)),
  ],
  [
    'an order carries no entry for a status',
    /it is shipped, its history has come to packed/,
    async ({ db, set }) => {
      const [last] = await db('orders').collection('order_history').find({ order_id: SHIPPED, version: 4 }).toArray();
      await db('orders').collection('order_history').deleteMany({ order_id: SHIPPED });
      await set(['orders', 'orders', { _id: SHIPPED }], { history: [last] });
    },
  ],
  [
    'a change is told by two events',
    /order\.created of version 2 is told twice/,
    ({ again }) => again(event('evt_ord_2_2'), { position: 16 }),
  ],
  [
    'events are stored out of order',
    /order\.packed of version 4 is stored after version 6/,
    ({ set }) => set(event('evt_ord_1_4'), { position: 99 }),
  ],
  [
    'no transition led to the status',
    /it is cancelled, its history has come to packed/,
    ({ set }) => set(entry(CANCELLED, 4), { transition: 'pack', status: 'packed' }),
  ],
  [
    'an event tells of no order',
    /\(acc_1:sandbox\|ord_0\): there is no such order/,
    ({ set }) => set(event('evt_ord_2_3'), { key: 'acc_1:sandbox|ord_0' }),
  ],
];

const warning = (sequence: number) => ({
  type: 'inventory.low_stock',
  sequence,
  previous: LEFT,
  data: { ...LEFT, version: sequence, low_stock: true },
});

/** The third version, which left 4, told as of another type. */
const textOf = (type: string, sequence: number): string =>
  JSON.stringify({ type, sequence, data: { ...FACTS, ...LEFT, sold_out: false, version: sequence } });

const archived = JSON.stringify({ type: 'location.archived', sequence: 2, data: { ...PLACES[SHELF], id: SHELF } });

const IN_STOCK_EVENTS: readonly Planted[] = [
  ['units moved and no event tells of it', /version 4 moved stock and has no event/, ({ remove }) => remove(event('evt_sku_4'))],
  [
    'units were allocated and no event tells of it',
    /before version 3 there were 10 on hand, 6 allocated, the event before tells of 10 on hand, 0 allocated/,
    ({ remove }) => remove(event('evt_sku_2')),
  ],
  [
    'the last change has no event',
    /the last event tells of 4 on hand, 0 allocated, there are 4 on hand, 4 allocated/,
    ({ remove }) => remove(event('evt_sku_5')),
  ],
  [
    'a SKU has no event at all',
    /its creation has no event/,
    ({ db }) =>
      db('webhooks')
        .collection('events')
        .deleteMany({ key: `acc_1:sandbox|${SKU}` }),
  ],
  [
    'events are stored out of order',
    /version 4 is stored after version 5/,
    ({ set }) => set(event('evt_sku_4'), { position: 99 }),
  ],
  ['a version is told twice', /version 4 is told twice/, ({ again }) => again(event('evt_sku_4'), { position: 8 })],
  [
    'an event tells of units that did not move',
    /told to have moved -6, the ledger moved -5/,
    ({ set }) => set(['inventory', 'movements', { _id: 'mov_3_0' }], { delta: -5 }),
  ],
  ['an event cannot be read', /evt_sku_2 .* its body cannot be read/, ({ set }) => set(event('evt_sku_2'), { body: '{' })],
];

const IN_SKU_FACTS: readonly Planted[] = [
  [
    'a change of a fact is not told',
    /version 4 changed name without a sku\.updated/,
    ({ remove }) => remove(event('evt_facts_4')),
  ],
  [
    'the last available unit went, and nothing says so',
    /version 5 took the last available unit without an inventory\.out_of_stock/,
    ({ remove }) => remove(event('evt_out_5')),
  ],
  [
    'units are available, and are told to be gone',
    /version 3 took none, and has an inventory\.out_of_stock/,
    ({ set }) => set(event('evt_low_3'), { type: 'inventory.out_of_stock', body: textOf('inventory.out_of_stock', 3) }),
  ],
  [
    'a change is told by two events',
    /version 4 is told by inventory\.updated, sku\.updated, sku\.updated, in this order/,
    ({ again }) => again(event('evt_facts_4'), { position: 9 }),
  ],
  ['a version is not told', /version 2 has no event/, ({ remove }) => remove(event('evt_sku_2'))],
  [
    'the last version is not told',
    /MUG: version 6 has no event/,
    ({ set }) => set(['inventory', 'skus'], { version: 6, name: 'Huge mug' }),
  ],
  [
    'a fact changed and no version did',
    /its last event shows reorder_point 5, it is 7/,
    ({ set }) => set(['inventory', 'skus'], { reorder_point: 7 }),
  ],
  [
    'a SKU was archived and no event tells of it',
    /shows status "active", it is "archived"/,
    ({ set }) => set(['inventory', 'skus'], { status: 'archived' }),
  ],
  [
    'an event tells of no SKU',
    /evt_facts_4 .*: there is no such SKU/,
    ({ set }) => set(event('evt_facts_4'), { key: 'acc_1:sandbox|CUP' }),
  ],
];

const IN_LOCATION_EVENTS: readonly Planted[] = [
  [
    'one was created and no event tells of it',
    /loc_2: its creation has no event/,
    async ({ remove, set }) => {
      await remove(event('evt_loc_2_1'));
      await set(['inventory', 'locations', { _id: OTHER_SHELF }], { created_at: at(90) });
    },
  ],
  ['a change is not told', /loc_1: version 2 has no event/, ({ remove }) => remove(event('evt_loc_1_2'))],
  [
    'one was archived and no event tells of it',
    /loc_2: its last event shows status "active", it is "archived"/,
    ({ set }) => set(['inventory', 'locations', { _id: OTHER_SHELF }], { status: 'archived' }),
  ],
  [
    'an event shows another path',
    /loc_1: its last event shows path "MAIN:A\/S1", it is "MAIN:B\/S1"/,
    ({ set }) => set(['inventory', 'locations', { _id: SHELF }], { path: 'MAIN:B/S1' }),
  ],
  ['a change is told twice', /loc_1: version 2 is told twice/, ({ again }) => again(event('evt_loc_1_2'), { position: 30 })],
  [
    'events are stored out of order',
    /loc_1: version 1 is stored after version 2/,
    ({ set }) => set(event('evt_loc_1_1'), { position: 30 }),
  ],
  [
    'one is archived and shown as active',
    /event evt_loc_1_2: it is archived, and shows active/,
    ({ set }) => set(event('evt_loc_1_2'), { type: 'location.archived', body: archived }),
  ],
  [
    'an event tells of no location',
    /evt_loc_2_1 .*: there is no such location/,
    ({ set }) => set(event('evt_loc_2_1'), { key: 'acc_1:sandbox|loc_9' }),
  ],
];

const IN_LOW_STOCK: readonly Planted[] = [
  [
    'a warning is missing',
    /version 3 fell below the reorder point without a warning/,
    ({ remove }) => remove(event('evt_low_3')),
  ],
  ['a warning comes twice', /version 3 was warned of 2 times/, ({ again }) => again(event('evt_low_3'), { position: 6 })],
  [
    'a warning comes without a crossing',
    /version 4 was warned of and was low in stock before/,
    ({ set }) => set(event('evt_sku_4'), { type: 'inventory.low_stock', body: JSON.stringify(warning(4)) }),
  ],
];

const IN_SCAN_EVENTS: readonly Planted[] = [
  ['a scan has no event', /scn_1: the scan has no event/, ({ remove }) => remove(event('evt_scan'))],
  ['a result has no event', /scn_1: its scan\.applied has no event/, ({ remove }) => remove(event('evt_scan_result'))],
  [
    'a refused scan is told to be applied',
    /it is refused, its event is a scan\.applied/,
    ({ set }) => set(['scans', 'scans'], { 'scan.applied': 'refused' }),
  ],
  [
    'a result is told that is not there yet',
    /it has the event of a result, and is pending/,
    ({ set }) => set(['scans', 'scans'], { 'scan.applied': 'pending' }),
  ],
  [
    'a result overtakes its scan',
    /its scan\.applied is stored before the scan/,
    ({ set }) => set(event('evt_scan_result'), { position: 0 }),
  ],
  [
    'a result is told by two events',
    /event evt_scan_result_again of acc_1:sandbox: no scan has this scan\.applied/,
    ({ again }) => again(event('evt_scan_result'), { position: 99 }),
  ],
  [
    'a result is told of a scan that has none',
    /event evt_scan_result of acc_1:sandbox: no scan has this scan\.applied/,
    ({ unset }) => unset(['scans', 'scans'], 'result_event'),
  ],
];

const IN_DELIVERIES: readonly Planted[] = [
  ['one was never written', /evt_ord_2_2: it has 0 deliveries to whk_1/, ({ remove }) => remove(delivery('dlv_evt_ord_2_2'))],
  ['one is there twice', /evt_ord_2_2: it has 2 deliveries to whk_1/, ({ again }) => again(delivery('dlv_evt_ord_2_2'), {})],
  [
    'no endpoint was matched with it',
    /the event was not matched with whk_1/,
    ({ set }) => set(event('evt_ord_2_2'), { endpoints: [] }),
  ],
  [
    'one was never made',
    /it has made 2 attempts, those that are kept are 1/,
    ({ remove }) => remove(['webhooks', 'attempts', { _id: `${TENANT}/${recordOf(DELIVERED, 2)}` }]),
  ],
  [
    'one counts as made that failed',
    /it is delivered, and its attempts ended retry, failed/,
    ({ set }) => set(delivery(FAILED), { state: 'delivered' }),
  ],
  [
    'one is batched in what is not there',
    /it is batched in dlv_x, and that is not there/,
    ({ set }) => set(delivery(PENDING), { state: 'batched', batch_id: 'dlv_x' }),
  ],
  [
    'one is batched in what it is no member of',
    /it is batched in dlv_evt_ord_2_2, and not a member of it/,
    ({ set }) => set(delivery(PENDING), { state: 'batched', batch_id: 'dlv_evt_ord_2_2' }),
  ],
  ['one will never be due', /it is pending and never due/, ({ unset }) => unset(delivery(PENDING), 'next_at')],
  ['no worker finds one', /it is pending, and no worker finds it/, ({ remove }) => remove(['webhooks', 'pending'])],
  [
    'workers still find one',
    /it is delivered, and workers still find it/,
    ({ again }) => again(['webhooks', 'pending'], { _id: DELIVERED }),
  ],
  [
    'workers find another number of attempts',
    /it has made 1 attempts, workers find 0/,
    ({ set }) => set(['webhooks', 'pending'], { attempts: 0 }),
  ],
  [
    'workers find one at another time',
    /it is due at another time than workers find/,
    ({ set }) => set(['webhooks', 'pending'], { next_at: at(24 * 60) }),
  ],
  [
    'workers find one for another endpoint',
    /it is for whk_1, workers find it for whk_2/,
    ({ set }) => set(['webhooks', 'pending'], { endpoint_id: 'whk_2' }),
  ],
  [
    'workers find what is not there',
    /dlv_gone: workers find it, and it is not there/,
    ({ again }) => again(['webhooks', 'pending'], { _id: 'dlv_gone' }),
  ],
  [
    'an attempt is kept and what came of it was lost',
    /its attempt 2 is kept, and it does not know it/,
    ({ set }) => set(delivery(DELIVERED), { recorded_in: [recordOf(DELIVERED, 1)], attempts: 1 }),
  ],
  ['its queue sleeps', /its queue is asleep/, ({ set }) => set(['webhooks', 'queues'], { due_at: null })],
  ['its queue is gone', /its queue is asleep/, ({ remove }) => remove(['webhooks', 'queues'])],
  [
    'its endpoint is gone',
    /it waits for an endpoint that is gone/,
    ({ remove }) => remove(['webhooks', 'endpoints', { _id: ENDPOINT }]),
  ],
  [
    'one was dropped without a reason',
    /was dropped, and its endpoint is there/,
    ({ set }) => set(delivery(PENDING), { state: 'dropped' }),
  ],
  [
    "one is another tenant's",
    /it is of acc_2:sandbox, the event of acc_1:sandbox/,
    ({ set }) => set(delivery(DELIVERED), { tenant: 'acc_2:sandbox' }),
  ],
];

const OTHERS_BODY = '{"account_id":"acc_2","environment":"sandbox"}';
const IN_TENANTS: readonly Planted[] = [
  [
    "an event has another tenant's key",
    /its key is acc_2:sandbox\|1/,
    ({ set }) => set(event('evt_scan'), { key: 'acc_2:sandbox|1' }),
  ],
  [
    'an event tells of another tenant',
    /its body is of acc_2:sandbox/,
    ({ set }) => set(event('evt_scan'), { body: OTHERS_BODY }),
  ],
  [
    'a message tells of another tenant',
    /message evt_sku_1 .* of acc_2:sandbox/,
    ({ set }) => set(message('evt_sku_1'), { value: OTHERS_BODY }),
  ],
  [
    'a message of a block tells of another tenant',
    /message evt_sku_3 .* of acc_2:sandbox/,
    ({ set }) => set(['inventory', 'outbox_blocks'], { 'rows.0.value': OTHERS_BODY }),
  ],
];

const OTHER_BODY = '{"id":"evt_ord_1_4","type":"order.created","sequence":2}';

const stores = soundStores();

testPlanted('outbox', stores, IN_OUTBOX);
testPlanted('scan events', stores, IN_SCAN_EVENTS);
testPlanted('order events', stores, IN_ORDER_EVENTS);
testPlanted('stock events', stores, IN_STOCK_EVENTS);
testPlanted('SKU facts', stores, IN_SKU_FACTS);
testPlanted('location events', stores, IN_LOCATION_EVENTS);
testPlanted('low stock', stores, IN_LOW_STOCK);
testPlanted('event store', stores, [
  ['an event is gone', /between 6 and 8 no event is stored/, ({ remove }) => remove(event('evt_ord_1_6'))],
  [
    'the counter is behind',
    /its last event is 22, its counter 14/,
    ({ set }) => set(['webhooks', 'positions'], { position: 14 }),
  ],
  ['the counter is gone', /it has events, and no counter of them/, ({ remove }) => remove(['webhooks', 'positions'])],
]);
testPlanted('feed', stores, [
  [
    'an event stands under a type that it is not of',
    /evt_scan .* it stands as order\.created, its body is of scan\.completed/,
    ({ set }) => set(event('evt_scan'), { type: 'order.created' }),
  ],
  [
    'an event stands with a sequence that it has not',
    /evt_sku_2 .* sequence 3, its body has 2/,
    ({ set }) => set(event('evt_sku_2'), { sequence: 3 }),
  ],
  [
    "an event has another's body",
    /evt_ord_2_2 .* its body is of evt_ord_1_4/,
    ({ set }) => set(event('evt_ord_2_2'), { body: OTHER_BODY }),
  ],
  ['an event has no body', /evt_scan .* its body is no event/, ({ set }) => set(event('evt_scan'), { body: '{}' })],
]);
testPlanted('deliveries', stores, IN_DELIVERIES);
testPlanted('tenants', stores, IN_TENANTS);

const TOLD_TOGETHER = ['evt_sku_3', 'evt_low_3'];

test.each([
  [2, []],
  [1, [/version 2 has no event/]],
  // The ledger moved ten more in the first.
  [3, [/version 3 is told to have moved -6, the ledger moved 4/]],
])('of changes that an event tells together, it is to tell of %i versions', async (versions, faults) => {
  const { db, set, remove, verify } = stores;
  await remove(event('evt_sku_2'));
  if (versions === 3) await remove(event('evt_sku_1'));
  for (const id of TOLD_TOGETHER) {
    const stored = await db('webhooks').collection<{ _id: string; body: string }>('events').findOne({ _id: id });
    const body = { ...JSON.parse(stored?.body ?? ''), versions, previous: { on_hand: 10, allocated: 0 } };
    await set(event(id), { body: JSON.stringify(body) });
  }

  const { checks } = await verify();

  const ofStock = checks.filter(({ name }) => ['stock events', 'SKU facts', 'low stock'].includes(name));
  const differences = ofStock.flatMap((check) => check.differences);
  expect(differences).toHaveLength(faults.length);
  for (const fault of faults) expect(differences).toContainEqual(expect.stringMatching(fault));
});
