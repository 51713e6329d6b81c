import { expect, test } from 'vitest';
import { type Planted, soundStores, type SoundStores, testPlanted } from './sound-stores/open.fixture.ts';
import { OPEN } from './sound-stores/world.fixture.ts';

const SKU = ['inventory', 'skus'] as const;
const ORDER = ['inventory', 'allocations', { order_id: OPEN }] as const;
const SHOWN = ['orders', 'orders', { _id: OPEN }] as const;

/** The four units that an order holds are held in the warehouse that they lie in. */
async function place({ set }: Pick<SoundStores, 'set'>): Promise<void> {
  await set(SKU, { warehouses: [{ warehouse_id: 'loc_main', on_hand: 4, unavailable: 0, allocated: 4, firm: 0 }] });
  await set(ORDER, { sourcing: {}, 'lines.0.sources': [{ warehouse: 'loc_main', units: 4 }] });
  const sources = [{ warehouse_id: 'loc_main', warehouse: 'MAIN', units: 4 }];
  await set(SHOWN, { 'lines.0.sources': sources, warehouses: ['loc_main'] });
}

/** A reservation of one mug in the warehouse, of which no SKU knows. */
async function reserve({ db }: Pick<SoundStores, 'db'>): Promise<void> {
  const mug = await db('inventory').collection('skus').findOne({});
  const lines = [{ sku: mug?.['sku'], quantity: 1, units: 1 }];
  const warehouse = { id: 'loc_main', code: 'MAIN' };
  await db('inventory').collection('reservations').insertOne({ tenant: mug?.['tenant'], state: 'active', lines, warehouse });
}

const planted = (what: string, found: RegExp, change: (stores: SoundStores) => Promise<unknown>): Planted => [
  what,
  found,
  async (stores) => {
    await place(stores);
    await change(stores);
  },
];

const IN_WAREHOUSES: readonly Planted[] = [
  planted('a warehouse has other units than lie in it', /on_hand is 5, it should be 4/, ({ set }) =>
    set(SKU, { 'warehouses.0.on_hand': 5 }),
  ),
  planted('units of a warehouse are unavailable that lie at no such place', /unavailable is 1, it should be 0/, ({ set }) =>
    set(SKU, { 'warehouses.0.unavailable': 1 }),
  ),
  planted('a warehouse has settings and units that lie nowhere', /in loc_2 on_hand is 1, it should be 0/, ({ set }) =>
    set(SKU, { 'warehouses.1': { warehouse_id: 'loc_2', on_hand: 1, unavailable: 0, allocated: 0, firm: 0, safety_stock: 5 } }),
  ),
  planted('a warehouse has less than nothing to withhold', /in loc_main -1 are to be withheld/, ({ set }) =>
    set(SKU, { 'warehouses.0.safety_stock': -1 }),
  ),
  planted('a SKU is low in a warehouse and not found so', /it is low in \[loc_main\], and is found as low in \[\]/, ({ set }) =>
    set(SKU, { 'warehouses.0.reorder_point': 9 }),
  ),
  planted('a warehouse is missing', /in loc_main on_hand is 0, it should be 4/, ({ set }) => set(SKU, { warehouses: [] })),
  planted('less is allocated in a warehouse than orders hold there', /allocated is 3, it should be 4/, ({ set }) =>
    set(SKU, { 'warehouses.0.allocated': 3 }),
  ),
  planted('units in a warehouse are firm that no packed order holds', /firm is 1, it should be 0/, ({ set }) =>
    set(SKU, { 'warehouses.0.firm': 1 }),
  ),
  planted(
    'more is allocated in a warehouse than is there',
    /5 are allocated or reserved of 4 that are on hand and sellable/,
    ({ set }) => set(SKU, { 'warehouses.0.allocated': 5 }),
  ),
  planted('units are held in a warehouse without any', /in loc_2 allocated is 0, it should be 4/, ({ set }) =>
    set(ORDER, { 'lines.0.sources.0.warehouse': 'loc_2' }),
  ),
  planted('a line holds other units than in its warehouses', /differ by 1 from the warehouses/, ({ set }) =>
    set(ORDER, { 'lines.0.sources.0.units': 3 }),
  ),
  planted('a fulfilment holds units in no warehouse', /differ by 2 from the warehouses/, ({ set }) =>
    set(ORDER, { 'lines.0.portions': [{ fulfilment: 'ful_1', units: 2, firm: false }] }),
  ),
  planted('units of a packed fulfilment are not kept in its warehouse', /in loc_main firm is 0, it should be 1/, ({ set }) =>
    set(ORDER, {
      'lines.0.portions': [{ fulfilment: 'ful_1', units: 1, firm: true, sources: [{ warehouse: 'loc_main', units: 1 }] }],
    }),
  ),
  planted('units in a warehouse are reserved that no reservation keeps', /in loc_main reserved is 1, it should be 0/, ({ set }) =>
    set(SKU, { 'warehouses.0.reserved': 1 }),
  ),
  planted('a reservation keeps units in a warehouse that reserves none', /in loc_main reserved is 0, it should be 1/, reserve),
  planted(
    'a reservation keeps units in a warehouse of a SKU without any',
    /reservations keep 1 in loc_main, and it has none/,
    async (stores) => {
      await reserve(stores);
      await stores.unset(SKU, 'warehouses');
    },
  ),
  planted('orders hold units in warehouses of a SKU without any', /orders hold 4 in warehouses, and it has none/, ({ unset }) =>
    unset(SKU, 'warehouses'),
  ),
];

const stores = soundStores();

test('units that orders hold in warehouses agree', async () => {
  await place(stores);

  expect(await stores.verify()).toMatchObject({ clean: true });
});

test.each([
  ['units are free in a warehouse that those who wait may not have', { on_hand: 5, waiting: 1 }, false],
  ['nothing is free', { waiting: 1, filling: true }, true],
  [
    'a reservation keeps what is not withheld beside it',
    {
      on_hand: 8,
      reserved: 3,
      waiting: 1,
      filling: true,
      warehouses: [
        { warehouse_id: 'loc_main', on_hand: 5, unavailable: 0, allocated: 4, firm: 0 },
        { warehouse_id: 'loc_2', on_hand: 3, unavailable: 0, allocated: 0, firm: 0, reserved: 3, safety_stock: 3 },
      ],
    },
    false,
  ],
  ['no order waits', { on_hand: 5, waiting: 0, filling: true }, true],
])('a SKU that is counted by warehouse: %s', async (_what, values, isFault) => {
  await place(stores);
  await stores.set(SKU, values);

  const { checks } = await stores.verify();

  const faults = checks.flatMap(({ differences }) => differences).filter((each) => each.includes('filling'));
  expect(faults).toHaveLength(isFault ? 1 : 0);
});

testPlanted('stock', stores, IN_WAREHOUSES);
testPlanted('orders', stores, [
  planted('an order shows other warehouses than its units are held in', /its lines are not those of its allocation/, ({ set }) =>
    set(SHOWN, { 'lines.0.sources.0.warehouse_id': 'loc_2' }),
  ),
  planted(
    'an order is listed for no warehouse that holds its units',
    /in or were shipped from \[loc_main\], .* for \[\]/,
    ({ unset }) => unset(SHOWN, 'warehouses'),
  ),
  planted('an order is listed for a warehouse without units of it', /from \[loc_main\], .* for \[loc_main,loc_2\]/, ({ set }) =>
    set(SHOWN, { warehouses: ['loc_main', 'loc_2'] }),
  ),
  planted(
    'an order is not listed for the warehouse that shipped some of it',
    /from \[loc_main,loc_2\], .* for \[loc_main\]/,
    ({ set }) => set(SHOWN, { shipped_from: ['loc_2'] }),
  ),
]);
