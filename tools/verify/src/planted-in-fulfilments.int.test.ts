import { expect, test } from 'vitest';
import { type Planted, soundStores, type SoundStores, testPlanted } from './sound-stores/open.fixture.ts';
import { OPEN, SHIPPED } from './sound-stores/world.fixture.ts';

const SKU = ['inventory', 'skus'] as const;
const ENTRY = ['inventory', 'movements', { _id: 'mov_3_0' }] as const;
const stockOf = (id: string) => ['inventory', 'allocations', { order_id: id }] as const;
const order = (id: string) => ['orders', 'orders', { _id: id }] as const;

const lines = (quantity: number, allocated = 0) => [{ line_id: 'lin_1', quantity, allocated }];

/** Of the four units that an order holds, two are packed in one fulfilment and one is planned in another; a whole order left as one. */
async function split({ set }: Pick<SoundStores, 'set'>): Promise<void> {
  await set(SKU, { firm: 2 });
  await set(stockOf(OPEN), {
    'lines.0.portions': [
      { fulfilment: 'ful_1', units: 2, firm: true },
      { fulfilment: 'ful_2', units: 1, firm: false },
    ],
  });
  const packed = { id: 'ful_1', status: 'packed', lines: lines(2, 2) };
  const open = { id: 'ful_2', status: 'open', lines: lines(1, 1) };
  const dropped = { id: 'ful_3', status: 'cancelled', lines: lines(1) };
  await set(order(OPEN), { fulfilments: [packed, open, dropped] });
  await set(order(SHIPPED), { fulfilments: [{ id: 'ful_4', status: 'shipped', lines: lines(6) }] });
  await set(ENTRY, { reference: { type: 'fulfilment', id: 'ful_4', order_id: SHIPPED } });
}

const planted = (what: string, found: RegExp, change: (stores: SoundStores) => Promise<unknown>): Planted => [
  what,
  found,
  async (stores) => {
    await split(stores);
    await change(stores);
  },
];

const stores = soundStores();

test('fulfilments of orders and their portions in stock agree', async () => {
  await split(stores);

  expect(await stores.verify()).toMatchObject({ clean: true });
});

testPlanted('orders', stores, [
  planted('a fulfilment holds other units than its portion', /ful_1: 1 of line lin_1 are held, stock has 2/, ({ set }) =>
    set(order(OPEN), { 'fulfilments.0.lines.0.allocated': 1 }),
  ),
  planted('the portion of a fulfilment is lost', /ful_2: 1 of line lin_1 are held, stock has 0/, ({ set }) =>
    set(stockOf(OPEN), { 'lines.0.portions': [{ fulfilment: 'ful_1', units: 2, firm: true }] }),
  ),
  planted('the units of a packed fulfilment are loose', /ful_1: it is packed, its units of line lin_1 are loose/, ({ set }) =>
    set(stockOf(OPEN), { 'lines.0.portions.0.firm': false }),
  ),
  planted('the units of an open fulfilment are firm', /ful_2: it is open, its units of line lin_1 are firm/, ({ set }) =>
    set(stockOf(OPEN), { 'lines.0.portions.1.firm': true }),
  ),
  planted('a cancelled fulfilment holds units still', /ful_3: 1 of line lin_1 are held, stock has 0/, ({ set }) =>
    set(order(OPEN), { 'fulfilments.2.lines.0.allocated': 1 }),
  ),
  planted('a portion is of no fulfilment', /line lin_1 has 1 for ful_9, and the order has no such fulfilment/, ({ set }) =>
    set(stockOf(OPEN), { 'lines.0.portions.2': { fulfilment: 'ful_9', units: 1, firm: false } }),
  ),
  planted('a line has more units in portions than it holds', /line lin_1 of the open allocation: 4 held/, ({ set }) =>
    set(stockOf(OPEN), { 'lines.0.portions.1.units': 3 }),
  ),
  planted('a fulfilment was shipped and not booked', /ful_1: 2 of MUG are shipped, the ledger took 0 out/, ({ set }) =>
    set(order(OPEN), { 'fulfilments.0.status': 'shipped' }),
  ),
  planted('a fulfilment was booked and not shipped', /ful_4: 0 of MUG are shipped, the ledger took 6 out/, ({ set }) =>
    set(order(SHIPPED), { 'fulfilments.0.status': 'cancelled' }),
  ),
  planted(
    'a fulfilment was shipped with other units than booked',
    /ful_4: 5 of MUG are shipped, the ledger took 6 out/,
    ({ set }) => set(order(SHIPPED), { 'fulfilments.0.lines.0.quantity': 5 }),
  ),
  planted('a shipment is booked twice', /ful_4: 6 of MUG are shipped, the ledger took 12 out/, ({ again }) =>
    again(ENTRY, { version: 9, reference: { type: 'fulfilment', id: 'ful_4', order_id: SHIPPED } }),
  ),
  planted('a fulfilment is lost of which units left', /6 of MUG are shipped, the ledger took none out/, ({ set }) =>
    set(order(SHIPPED), { fulfilments: [] }),
  ),
]);
