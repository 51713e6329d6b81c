import { ofEachProcess, PROCESSES } from '@fulfilment/contracts';
import { compareText } from '@fulfilment/kernel';
import { MongoServerError } from 'mongodb';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { MOVEMENTS, ORDER_KEYS } from './compared-collections.ts';
import { type Databases, lookAt } from './look.ts';
import { all } from './merge-join.ts';
import { type Planted, soundStores } from './sound-stores/open.fixture.ts';

// Hundreds of stores and looks, on a machine that may do other work beside it.
vi.setConfig({ testTimeout: 180_000 });

const stores = soundStores();
const WORLDS = Array.from({ length: 12 }, (_, place) => `w${place}`);
const FEW = WORLDS.slice(0, 5);
/** Smaller than any of the collections that hold some worlds. */
const PIECE = 2;

/** Collections whose reads are counted. */
const WALKED = ['orders', 'order_history', 'scans', 'events', 'deliveries', 'movements', 'skus', 'allocations'];

test('stores that are larger than a piece are compared whole, by queries that return no more than a piece with what belongs to it', async () => {
  await stores.add(FEW);
  const profiled = await profileReads();
  const names = new Set<string>();

  const whole = await stores.verify();
  const most = await profiled.mostOf(WALKED);
  const pieces = await stores.verify({ pieceSize: PIECE, onProgress: ({ name }) => void names.add(name) });
  const mostOfPieces = await profiled.end(WALKED);

  expect(pieces.checks.flatMap(({ differences }) => differences)).toEqual([]);
  expect(comparedBy(pieces)).toEqual(comparedBy(whole));
  expect(comparedBy(whole)).toMatchObject({ orders: { orders: 24, allocations: 24 }, 'order events': { events: 54 } });
  expect([...names]).toEqual(whole.checks.map(({ name }) => name));
  // Of the whole they return all 24 orders at once.
  expect(most).toBeGreaterThanOrEqual(24);
  // An order has up to three entries of history and events, a SKU eight events.
  expect(mostOfPieces).toBeLessThanOrEqual(PIECE * 8);
});

/** Each in a world of its own. */
const LATER: readonly Planted[] = [
  ['orders', /ord_w1_2: it knows version 1 of its allocation/, ({ set }) => set(order('ord_w1_2'), { allocation_version: 1 })],
  ['orders', /ord_w2_3: stock has an allocation/, ({ remove }) => remove(order('ord_w2_3'))],
  ['orders', /ord_w3_1: the ledger of MUG has a shipment/, ({ remove }) => remove(order('ord_w3_1'))],
  ['scan moves', /scn_w4_1: stock has answered it/, ({ remove }) => remove(['scans', 'scans', { _id: 'scn_w4_1' }])],
  ['order events', /ord_w5_1: order.packed .* has no event/, ({ remove }) => remove(event('evt_w5_ord_1_4'))],
  ['event store', /acc_w6_1.*no event is stored/, ({ remove }) => remove(event('evt_w6_ord_1_4'))],
  ['stock events', /acc_w7_1.* MUG: /, ({ remove }) => remove(event('evt_w7_sku_2'))],
  ['repeats', /acc_w8_1.* by version 4 and by version 9/, ({ set }) => set(movement('mov_w8_4_1'), { version: 9 })],
  ['stock', /acc_w9_1.* MUG: /, ({ remove }) => remove(movement('mov_w9_1_0'))],
  ['tenants', /acc_w10_1:sandbox, and there is no such/, ({ remove }) => remove(['gateway', 'accounts', { _id: 'acc_w10_1' }])],
  [
    'deliveries',
    /evt_w11_ord_1_2: it has 0 deliv/,
    ({ remove }) => remove(['webhooks', 'deliveries', { event_id: 'evt_w11_ord_1_2' }]),
  ],
];

const order = (id: string) => ['orders', 'orders', { _id: id }] as const;
const event = (id: string) => ['webhooks', 'events', { _id: id }] as const;
const movement = (id: string) => ['inventory', 'movements', { _id: id }] as const;

test('a difference is found in whatever piece it is', async () => {
  await stores.add(WORLDS);
  for (const [, , plant] of LATER) await plant(stores);

  const { checks } = await stores.verify({ pieceSize: PIECE });

  for (const [check, says] of LATER)
    expect(checks.find(({ name }) => name === check)?.differences).toContainEqual(expect.stringMatching(says));
});

test('a second look reads the pieces that differ, and not those that do not', async () => {
  await stores.add(FEW);
  await stores.set(order('ord_w4_2'), { allocation_version: 1 });
  let reads = 0;
  const { end } = await profileReads();
  const onWait = (): void => {
    reads += 1;
    void stores.set(order('ord_w4_2'), { allocation_version: 2 });
    void stores.set(order('ord_1'), { allocation_version: 1 });
  };

  // The other order differs from then on: in a piece that was settled.
  const { clean } = await stores.verify({ pieceSize: PIECE, patienceMs: 10_000, onWait });
  await end([]);

  expect({ clean, reads }).toEqual({ clean: true, reads: 1 });
});

test('a piece that takes longer than a snapshot lasts is halved', async () => {
  const seen: string[][] = [];
  const of = {
    client: stores.db('orders').client,
    databases: databasesOf(stores.db),
    full: false,
    pieceSize: 4,
    onPiece: () => undefined,
  };

  await lookAt(of, (look) =>
    look.pieces({ source: ORDER_KEYS }, async (at, range) => {
      const orders = await all(at.rows(ORDER_KEYS, { filter: range, sort: { _id: 1 } }));
      if (orders.length > 2) throw new MongoServerError({ message: 'Snapshot too old', code: 239 });
      seen.push(orders.map(({ id }) => id));
    }),
  );

  expect(seen).toEqual([['ord_1', 'ord_2'], ['ord_3', 'ord_4'], []]);
});

test('a walk of two collections has every document in a piece, and no more of either than told', async () => {
  await stores.add(FEW);
  const { client } = stores.db('inventory');
  const ledger = (name: string) => stores.db('inventory').collection<{ _id: string }>(name);
  for (const version of [0, 1, 4]) {
    const moved = await ledger('movements').find({ version }).toArray();
    if (moved.length > 0) await ledger('cold_movements').insertMany(moved);
    await ledger('movements').deleteMany({ version });
    const seen: string[][] = [];
    const of = { client, databases: databasesOf(stores.db), full: false, pieceSize: 2, onPiece: () => undefined };

    await lookAt(of, (look) =>
      look.pieces({ source: MOVEMENTS }, async (at, range) => {
        seen.push((await all(at.rows(MOVEMENTS, { filter: range, sort: { _id: 1 } }))).map(({ id }) => id));
      }),
    );

    expect(seen.flat()).toEqual(seen.flat().toSorted(compareText));
    expect(new Set(seen.flat()).size).toBe(24);
    expect(Math.max(...seen.map((piece) => piece.length))).toBeLessThanOrEqual(4);
  }
});

const databasesOf = (db: typeof stores.db): Databases => ofEachProcess((name) => db(name).databaseName);

const op = z.object({ ns: z.string(), nreturned: z.number().default(0) });

const each = <Result>(run: (service: (typeof PROCESSES)[number]) => Promise<Result>) => Promise.all(PROCESSES.map(run));

const profile = (level: number) => each((service) => stores.db(service).command({ profile: level }));
const forget = () => each((service) => stores.db(service).collection('system.profile').drop());

/** Notes what reads return. `mostOf` begins again. */
async function profileReads() {
  await profile(2);
  const mostOf = async (collections: readonly string[]): Promise<number> => {
    await profile(0);
    const filter = { appName: 'verify', op: { $in: ['query', 'command', 'getmore'] } };
    const found = await each((service) => stores.db(service).collection('system.profile').find(filter).toArray());
    await forget();
    await profile(2);
    const reads = found.flat().map((read) => op.parse(read));
    const counts = reads
      .filter(({ ns }) => collections.some((name) => ns.endsWith(`.${name}`)))
      .map(({ nreturned }) => nreturned);
    return Math.max(0, ...counts);
  };
  return {
    mostOf,
    end: async (collections: readonly string[]) => {
      const most = await mostOf(collections);
      await profile(0);
      await forget();
      return most;
    },
  };
}

function comparedBy({ checks }: Awaited<ReturnType<typeof stores.verify>>) {
  // Places are counted in each piece that has one in use.
  return Object.fromEntries(checks.map(({ name, compared }) => [name, { ...compared, 'places in use': 0 }]));
}
