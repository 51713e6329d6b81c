import { type LocationRecord, locationRecord, operations, type SkuRecord } from '@fulfilment/contracts';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Instance, openTestBed, type TestBed } from '../inventory.fixture.ts';

let bed: TestBed;
let one: Instance;
let two: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  [one, two] = await Promise.all([bed.start(), bed.start()]);
});

afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await bed.stop();
});

const ROUNDS = 6;

async function make(by: Caller, body: object): Promise<LocationRecord> {
  const reply = await one.call(by, 'POST /locations', body);
  expect(reply).toMatchObject({ status: 201 });
  return locationRecord.parse(reply.body);
}

async function everyLocation(by: Caller): Promise<LocationRecord[]> {
  const { body } = await one.call(by, 'GET /locations?status=all&limit=200');
  return operations.listLocations.replies[200].body.parse(body).data;
}

async function everySku(by: Caller): Promise<SkuRecord[]> {
  const { body } = await one.call(by, 'GET /inventory?status=all&limit=200');
  return operations.listSkus.replies[200].body.parse(body).data;
}

/** Where locations and what lies there disagree. */
async function contradictions(by: Caller): Promise<string[]> {
  const [locations, skus] = await Promise.all([everyLocation(by), everySku(by)]);
  const byId = new Map(locations.map((location) => [location.id, location]));
  const ofLocations = locations.flatMap(({ path, code, parent_id: parentId, status }) => {
    const parent = byId.get(parentId ?? '');
    const expected = parent ? `${parent.path}${parent.path.includes(':') ? '/' : ':'}${code}` : code;
    return [
      ...(path === expected ? [] : [`${path} stands at ${expected}`]),
      ...(parent?.status === 'archived' && status === 'active' ? [`${path} is active in what is archived`] : []),
    ];
  });
  const ofSkus = skus.flatMap(({ sku, location_id: home, stock }) =>
    [home, ...stock.map((entry) => entry.location_id)]
      .filter((id) => byId.get(id)?.status !== 'active')
      .map((id) => `${sku} lies or is at home at ${byId.get(id)?.path}, which is archived`),
  );
  return [...ofLocations, ...ofSkus];
}

/** Places by which a SKU is not found, or is found and should not be. */
async function wronglyFound(by: Caller): Promise<string[]> {
  const [locations, skus] = await Promise.all([everyLocation(by), everySku(by)]);
  const parents = new Map(locations.map(({ id, parent_id: parentId }) => [id, parentId]));
  const lineage = (id: string | null | undefined): string[] => (id ? [id, ...lineage(parents.get(id))] : []);
  const wrong: string[] = [];
  for (const { id, path } of locations) {
    const { body } = await one.call(by, `GET /inventory?status=all&limit=200&location=${id}`);
    const found = operations.listSkus.replies[200].body.parse(body).data.map(({ sku }) => sku);
    const expected = skus.filter(({ location_id: home, stock }) =>
      [home, ...stock.map((entry) => entry.location_id)].some((place) => lineage(place).includes(id)),
    );
    if (found.join() !== expected.map(({ sku }) => sku).join()) wrong.push(`${path} finds ${found.join()}`);
  }
  return wrong;
}

interface Round {
  readonly by: Caller;
  readonly round: number;
  /** An aisle that is empty, with an empty shelf `S1`. */
  readonly aisle: LocationRecord;
  readonly shelf: LocationRecord;
  readonly main: string;
}

/** Brings requests to both instances at once, again and again, each time about another aisle. */
async function race(requests: (round: Round) => readonly Promise<{ readonly status: number }>[]): Promise<number[][]> {
  const by = newCaller();
  const warehouse = await make(by, { type: 'warehouse', code: 'W2' });
  await one.sku(by, 'POST /inventory', { sku: 'STOCK', name: 'Stock', on_hand: 1_000 });
  const [main] = await everyLocation(by);
  const statuses: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const aisle = await make(by, { type: 'aisle', code: `A${round}`, parent_id: warehouse.id });
    const shelf = await make(by, { type: 'shelf', code: 'S1', parent_id: aisle.id });
    const replies = await Promise.all(requests({ by, round, aisle, shelf, main: main?.id ?? '' }));
    statuses.push(replies.map(({ status }) => status));
    expect(await contradictions(by)).toEqual([]);
  }
  expect(await wronglyFound(by)).toEqual([]);
  return statuses;
}

/** Every way in which something comes to rely on a place. */
const comings: readonly (readonly [string, (round: Round) => Promise<{ readonly status: number }>])[] = [
  [
    'a transfer',
    ({ by, shelf, main }) => two.call(by, `POST /locations/${main}/transfer`, { to: shelf.path, sku: 'STOCK', quantity: 1 }),
  ],
  [
    'stock for a shelf on its first use',
    ({ by, aisle, round }) =>
      two.call(by, 'POST /inventory', { sku: `S${round}`, name: 'x', on_hand: 1, location: `${aisle.path}/S9` }),
  ],
  [
    'a SKU without stock',
    ({ by, shelf, round }) => two.call(by, 'POST /inventory', { sku: `S${round}`, name: 'x', location: shelf.path }),
  ],
  ['another home', ({ by, shelf }) => two.call(by, 'PATCH /inventory/STOCK', { location: shelf.path })],
  [
    'an adjustment',
    ({ by, shelf }) => two.call(by, 'POST /inventory/STOCK/adjustments', { delta: 1, reason: 'found', location: shelf.path }),
  ],
  ['a new location', ({ by, shelf }) => two.call(by, 'POST /locations', { type: 'bin', code: 'B1', parent_id: shelf.id })],
];

test.each(comings)(
  'what is archived in one process while %s comes to it in another is archived after it, or refuses it',
  async (_what, come) => {
    const statuses = await race((round) => [come(round), one.call(round.by, `DELETE /locations/${round.aisle.id}`)]);

    for (const [came, archived] of statuses) {
      expect([200, 201, 409]).toContain(came);
      expect([200, 409]).toContain(archived);
    }
  },
);

test('what is renamed in one process while a shelf in it is used for the first time in another: the shelf has the right path', async () => {
  const statuses = await race(({ by, round, aisle }) => [
    two.call(by, 'POST /inventory', { sku: `S${round}`, name: 'x', on_hand: 1, location: `${aisle.path}/S9` }),
    one.call(by, `PATCH /locations/${aisle.id}`, { code: `NEW${round}` }),
    two.call(by, 'POST /locations', { type: 'shelf', code: 'S8', parent_id: aisle.id }),
  ]);

  // The first use may come after the rename, and then make an aisle of the old name.
  for (const [used, renamed] of statuses) expect([used, renamed]).toEqual([201, 200]);
});

test('what is restored in one process while what it stands in is archived in another does not stay behind', async () => {
  const by = newCaller();
  const warehouse = await make(by, { type: 'warehouse', code: 'W2' });
  for (let round = 0; round < ROUNDS; round += 1) {
    const aisle = await make(by, { type: 'aisle', code: `A${round}`, parent_id: warehouse.id });
    const shelf = await make(by, { type: 'shelf', code: 'S1', parent_id: aisle.id });
    await one.call(by, `DELETE /locations/${shelf.id}`);
    await Promise.all([
      two.call(by, `PATCH /locations/${shelf.id}`, { status: 'active' }),
      one.call(by, `DELETE /locations/${aisle.id}`),
    ]);
    expect(await contradictions(by)).toEqual([]);
  }
});

test('an aisle and a shelf that several requests to both processes use for the first time are made once, for all of them', async () => {
  const by = newCaller();
  const uses = Array.from({ length: 12 }, (_, n) =>
    (n % 2 === 0 ? one : two).call(by, 'POST /inventory', {
      sku: `SKU-${n}`,
      name: 'x',
      on_hand: 1,
      location: `A1/S${n % 3}/B${n % 2}`,
    }),
  );

  expect((await Promise.all(uses)).map(({ status }) => status)).toEqual(uses.map(() => 201));
  const paths = (await everyLocation(by)).map(({ path }) => path);
  expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted());
  expect(paths).toHaveLength(1 + 1 + 3 + 6);
  expect(await contradictions(by)).toEqual([]);
});
