import { type Planted, soundStores, testPlanted } from './sound-stores/open.fixture.ts';
import { CANCELLED, OPEN, OTHER_SHELF, SCAN, SHELF, SHIPPED } from './sound-stores/world.fixture.ts';

const SKU = ['inventory', 'skus'] as const;
const entry = (id: string) => ['inventory', 'movements', { _id: id }] as const;
const allocation = (order: string) => ['inventory', 'allocations', { order_id: order }] as const;
const order = (id: string) => ['orders', 'orders', { _id: id }] as const;
const location = (id: string) => ['inventory', 'locations', { _id: id }] as const;

const IN_STOCK: readonly Planted[] = [
  ['an entry of the ledger is lost', /1 lie at loc_2, by the ledger 0/, ({ remove }) => remove(entry('mov_4_1'))],
  ['an entry of the ledger is doubled', /has ledger entry 0 where 1 is due/, ({ again }) => again(entry('mov_3_0'), {})],
  ['the ledger goes below zero', /leaves -5 at loc_1/, ({ set }) => set(entry('mov_3_0'), { delta: -15 })],
  ['a balance is wrong', /says that 7 are left at loc_1, they are 4/, ({ set }) => set(entry('mov_3_0'), { balance: 7 })],
  [
    'an entry was booked before it occurred',
    /version 3 says that it was booked before it occurred/,
    ({ set }) => set(entry('mov_3_0'), { occurred_at: new Date('2999-01-01') }),
  ],
  ['units lie where none came', /9 lie at loc_2, by the ledger 1/, ({ set }) => set(SKU, { 'stock.1.on_hand': 9 })],
  ['units lie nowhere that came', /none lies at loc_1, by the ledger 3/, ({ set }) => set(SKU, { stock: [] })],
  ['the total is not that of the places', /5 are on hand, 4 lie/, ({ set }) => set(SKU, { on_hand: 5 })],
  ['less is allocated than orders hold', /3 are allocated, orders hold 4/, ({ set }) => set(SKU, { allocated: 3 })],
  [
    'more is allocated than is on hand',
    /allocated 9 ≤ on hand and sellable 4 does not hold/,
    ({ set }) => set(SKU, { allocated: 9 }),
  ],
  ['units are unavailable that lie at no such place', /1 are unavailable, 0 lie/, ({ set }) => set(SKU, { unavailable: 1 })],
  [
    'units lie where nothing is sellable, and are available',
    /0 are unavailable, 1 lie at places that are not sellable/,
    ({ set }) => set(['inventory', 'locations', { _id: 'loc_2' }], { sellable: false }),
  ],
  ['units are reserved that nothing keeps', /1 are reserved, active reservations keep 0/, ({ set }) => set(SKU, { reserved: 1 })],
  [
    'a reservation is counted that is not there',
    /1 active reservations are counted, there are 0/,
    ({ set }) => set(SKU, { reservations: 1 }),
  ],
  ['more is reserved than is left', /1 are reserved of 0 that are sellable/, ({ set }) => set(SKU, { reserved: 1 })],
  ['units are firm that no packed order holds', /1 are firm, packed orders hold 0/, ({ set }) => set(SKU, { firm: 1 })],
  ['what is waited for is miscounted', /0 are waited for, by the orders 1/, ({ set }) => set(SKU, { waiting: 0 })],
  [
    'units of a packed fulfilment are not kept for it',
    /0 are firm, packed orders hold 1/,
    ({ set }) => set(allocation(OPEN), { 'lines.0.portions': [{ fulfilment: 'ful_1', units: 1, firm: true }] }),
  ],
  [
    'units are waited for that were dropped',
    /1 are waited for, by the orders 0/,
    ({ set }) => set(allocation(OPEN), { 'lines.0.cancelled': 1 }),
  ],
  [
    'nothing is free, and it is filling',
    /0 are free and 1 waited for, and filling is true/,
    ({ set }) => set(SKU, { filling: true }),
  ],
  ['it is low and not marked so', /low_stock is false, on hand 4 of 5/, ({ set }) => set(SKU, { low_stock: false })],
  ['the version is behind its ledger', /its version is 3, the ledger has 4/, ({ set }) => set(SKU, { version: 3 })],
  ['a SKU is lost', /the ledger has entries, and there is no such SKU/, ({ remove }) => remove(SKU)],
  ['a SKU is lost that is held', /orders hold or want it, and there is no such SKU/, ({ remove }) => remove(SKU)],
  ['a document is not readable', /inventory\.skus .*on_hand/, ({ set }) => set(SKU, { on_hand: 'many' })],
];

const IN_ORDERS: readonly Planted[] = [
  ['a hold outlives its order', /has an allocation, and there is no such order/, ({ remove }) => remove(order(OPEN))],
  [
    'a shipment outlives its order',
    /the ledger of MUG has a shipment for it, and there is no such order/,
    ({ remove }) => remove(order(SHIPPED)),
  ],
  [
    'a cancelled order holds units',
    /of the released allocation: 1 held/,
    ({ set }) => set(allocation(CANCELLED), { 'lines.0.allocated': 1 }),
  ],
  [
    'order and allocation differ in state',
    /is cancelled, its allocation open/,
    ({ set }) => set(allocation(CANCELLED), { state: 'open' }),
  ],
  [
    'order and allocation differ in what is held',
    /its lines are not those of its allocation/,
    ({ set }) => set(order(OPEN), { 'lines.0.allocated': 3 }),
  ],
  [
    'an outcome was never taken over',
    /knows version 1 of its allocation, stock has 2/,
    ({ set }) => set(order(OPEN), { allocation_version: 1 }),
  ],
  ['an allocation is lost', /it is created, and stock has no allocation/, ({ remove }) => remove(allocation(OPEN))],
  [
    'a shipped order is not in the ledger',
    /6 of MUG are shipped, the ledger took none out/,
    ({ set }) => set(entry('mov_3_0'), { reference: null }),
  ],
  [
    'an order is shipped twice',
    /6 of MUG are shipped, the ledger took 12 out/,
    ({ again }) => again(entry('mov_3_0'), { version: 6 }),
  ],
  [
    'an order is shipped in two parts',
    /MUG was taken out of stock 2 times/,
    async ({ set, again }) => {
      await set(entry('mov_3_0'), { delta: -3 });
      await again(entry('mov_3_0'), { version: 6 });
    },
  ],
  [
    'units leave for an order that is not shipped',
    /0 of MUG are shipped, the ledger took 1 out/,
    ({ set }) => set(entry('mov_4_0'), { reference: { type: 'order', id: OPEN } }),
  ],
  [
    'a backorder waits that fills will not find',
    /waits for are not those that its lines lack/,
    ({ unset }) => unset(allocation(OPEN), 'waiting_skus'),
  ],
  [
    'a count will not find a hold to take back',
    /taken back are not those that its lines hold/,
    ({ unset }) => unset(allocation(OPEN), 'held_skus'),
  ],
  [
    'an order is filled by another rank than its own',
    /its rank is not that of its allocation/,
    ({ set }) => set(order(OPEN), { priority: 9 }),
  ],
  [
    'a ranked order stands in the queues of others',
    /it stands in queues by its creation, and has a rank/,
    ({ set }) => set(allocation(OPEN), { priority: 9 }),
  ],
  [
    'a ranked order is not found in its queue',
    /waits for are not those that its lines lack/,
    async ({ set, unset }) => {
      await set(allocation(OPEN), { priority: 9 });
      for (const name of ['waiting_skus', 'held_skus']) await unset(allocation(OPEN), name);
    },
  ],
  [
    'a ranked order stands in the wrong place',
    /its place in a queue is not that of its rank/,
    ({ set }) => set(allocation(OPEN), { priority: 9, ranked_waiting_skus: ['MUG'], waiting_rank: '4 ~ 2026' }),
  ],
  [
    'an order without a rank stands in the queue of ranked ones',
    /it has a rank in queues, and no rank/,
    ({ set }) => set(allocation(OPEN), { ranked_waiting_skus: ['MUG'], waiting_rank: '4 ~ 2026' }),
  ],
  [
    'units are given back for no hold',
    /1 units are given back for a hold, and it has none that does so/,
    ({ set }) => set(allocation(OPEN), { 'lines.0.suspended': 1 }),
  ],
  [
    'more units were added than were ordered',
    /99 units were added to/,
    ({ set }) => set(allocation(OPEN), { 'lines.0.later': [{ since: new Date(), units: 99 }] }),
  ],
];

const IN_REPEATS: readonly Planted[] = [
  [
    'a repeated request moved stock again',
    /MUG: one request moved it by version 3 and by version 4/,
    async ({ set }) => {
      await set(entry('mov_3_0'), { claim: { id: 'claim_1' } });
      await set(entry('mov_4_0'), { claim: { id: 'claim_1' } });
    },
  ],
];

const PENDING = { command_id: 'ship:ord_2:3' };
const IN_STEPS: readonly Planted[] = [
  [
    'a step is never answered',
    /ship:ord_2:3 has been under way for longer than a minute/,
    ({ set }) => set(order(OPEN), { pending: { ...PENDING, since: new Date(Date.now() - 61_000) } }),
  ],
  [
    'an order is pending without a step',
    /it is pending without a command/,
    ({ set }) => set(order(CANCELLED), { status: 'pending' }),
  ],
];

const IN_RECEIPTS: readonly Planted[] = [
  [
    'a receipt stays open',
    /acc_1:sandbox\/claim_1: it waits for allocate:ord_2:1, which is not under way/,
    ({ set }) => set(['orders', 'idempotency_receipts'], { answer: null }),
  ],
  [
    'a step is asked for under a key, and the key is not kept',
    /ship:ord_2:3 has no open receipt/,
    ({ set }) => set(order(OPEN), { pending: { ...PENDING, claim_id: 'claim_2', since: new Date() } }),
  ],
];

const IN_TENANTS: readonly Planted[] = [
  [
    'an account is gone',
    /inventory\.skus: it has records of acc_1:sandbox, and there is no/,
    ({ remove }) => remove(['gateway', 'accounts']),
  ],
  [
    'a record is of no tenant',
    /scans\.scans: it has records of acc_1, which is no tenant/,
    ({ set }) => set(['scans', 'scans'], { tenant: 'acc_1' }),
  ],
  [
    "stock lies at another tenant's place",
    /SKUs of it use loc_2, which is of acc_2:sandbox/,
    ({ set }) => set(location(OTHER_SHELF), { tenant: 'acc_2:sandbox' }),
  ],
  ['stock lies at no place', /the ledger of it use loc_1, which is no location/, ({ remove }) => remove(location(SHELF))],
];

const PENDING_SCAN = { 'scan.applied': 'pending' };
const UNKNOWN_SKU = { code: 'unknown_sku' };
const SCANNED = ['scans', 'scans', { _id: SCAN }] as const;
const ANSWER = ['inventory', 'scan_answers', { scan_id: SCAN }] as const;

const IN_SCANS: readonly Planted[] = [
  ['it is never answered', /is done, and stock has not answered it/, ({ remove }) => remove(ANSWER)],
  ['its outcome is never noted', /is pending, stock has answered that it is done/, ({ set }) => set(SCANNED, PENDING_SCAN)],
  ['stock refused it', /is done, stock has answered that it is refused/, ({ set }) => set(ANSWER, { refusal: UNKNOWN_SKU })],
  [
    'what is refused is posted',
    /nothing is posted for it, and the ledger has 1/,
    ({ set }) => set(ANSWER, { refusal: UNKNOWN_SKU }),
  ],
  ['it is posted twice', /the ledger has it more than once/, ({ again }) => again(entry('mov_1_0'), { version: 2 })],
  ['it is not posted', /10 came in, by the ledger 0/, ({ set }) => set(entry('mov_1_0'), { reference: null })],
  ['another SKU moved', /it names CUP, the ledger MUG/, ({ set }) => set(SCANNED, { 'scan.sku': 'CUP' })],
  ['fewer came than it says', /12 came in, by the ledger 10/, ({ set }) => set(SCANNED, { 'scan.quantity': 12 })],
  [
    'fewer came back than it says, of no known order',
    /12 came in, by the ledger 10/,
    ({ set }) => set(SCANNED, { 'scan.type': 'return', 'scan.quantity': 12, 'scan.order_id': null }),
  ],
  ['the scan is lost', /the ledger has a movement for it, and there is no such applied scan/, ({ remove }) => remove(SCANNED)],
  ['the scan is lost that is answered', /stock has answered it, and there is no such/, ({ remove }) => remove(SCANNED)],
];

/** A return of the shipped order of which a mug came back and another is expected, as orders and stock have it. */
const CAME = { line_id: 'lin_1', expected: 1, restock: 1 };
const KEPT = { id: 'lin_1', expected: 1, kept: [{ disposition: 'restock', location: SHELF, units: 1 }] };
const returned = (line: object) => ({ returns: [{ id: 'ret_1', status: 'receiving', lines: [line] }], 'lines.0.returned': 1 });
const BOOKED = { reason: 'return', delta: 1, version: 6, reference: { type: 'return', id: 'ret_1', order_id: SHIPPED } };

const IN_RETURNS: readonly Planted[] = [
  [
    'what came back is not in the ledger',
    /ret_1: 1 of MUG came back, the ledger brought 0 in/,
    async ({ set }) => {
      await set(order(SHIPPED), returned(CAME));
      await set(allocation(SHIPPED), returned(KEPT));
    },
  ],
  [
    'what came back is in the ledger twice',
    /ret_1: 1 of MUG came back, the ledger brought 2 in/,
    async ({ set, again }) => {
      await set(order(SHIPPED), returned(CAME));
      await set(allocation(SHIPPED), returned(KEPT));
      await again(entry('mov_3_0'), { ...BOOKED, delta: 2 });
    },
  ],
  [
    'order and stock differ in what came back',
    /ret_1: line lin_1 has .*"restock":1.*, in stock .*"quarantine":1/,
    async ({ set }) => {
      await set(order(SHIPPED), returned(CAME));
      await set(allocation(SHIPPED), returned({ ...KEPT, kept: [{ disposition: 'quarantine', location: SHELF, units: 1 }] }));
    },
  ],
  [
    'stock has a return that the order lacks',
    /stock has the return ret_1, and the order has none such/,
    ({ set }) => set(allocation(SHIPPED), returned(KEPT)),
  ],
  [
    'stock lacks a return that is approved',
    /ret_1: it is receiving, and stock has none such/,
    ({ set }) => set(order(SHIPPED), returned(CAME)),
  ],
  [
    'a line has another number than its returns',
    /line lin_1: 3 came back, with its returns 1/,
    ({ set }) => set(order(SHIPPED), { ...returned(CAME), 'lines.0.returned': 3 }),
  ],
  [
    'more may come back than was shipped',
    /line lin_1: 1 came back and 6 are expected of 6 shipped/,
    ({ set }) => set(order(SHIPPED), returned({ ...CAME, expected: 6 })),
  ],
  [
    'units were shipped for what stands for no known order',
    /it stands for no known order, and the ledger took \d+ of MUG out for it/,
    ({ set }) => set(order(SHIPPED), { allocation: 'none' }),
  ],
  [
    'the unknown order of a return has none',
    /it stands for the order of one return, and has 0/,
    ({ set }) => set(order(SHIPPED), { allocation: 'none' }),
  ],
  [
    'fewer units of a return without an order may come than it has',
    /line lin_1 of its return has 6, and 5 of them may come/,
    ({ set }) => set(order(SHIPPED), { allocation: 'none', 'lines.0.shipped': 5 }),
  ],
  [
    'scrap is still in the ledger',
    /1 of MUG are scrap, the ledger took 0 out/,
    ({ set }) => set(order(SHIPPED), returned({ line_id: 'lin_1', expected: 1, scrap: 1 })),
  ],
];

const stores = soundStores();

testPlanted('stock', stores, IN_STOCK);
testPlanted('orders', stores, IN_ORDERS);
testPlanted('orders', stores, IN_RETURNS);
testPlanted('scan moves', stores, IN_SCANS);
testPlanted('steps', stores, IN_STEPS);
testPlanted('receipts', stores, IN_RECEIPTS);
testPlanted('repeats', stores, IN_REPEATS);
testPlanted('tenants', stores, IN_TENANTS);
