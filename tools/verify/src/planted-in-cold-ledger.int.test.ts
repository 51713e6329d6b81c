import { BSON } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { type SoundStores, soundStores } from './sound-stores/open.fixture.ts';
import { SCAN, SHIPPED } from './sound-stores/world.fixture.ts';
import type { VerifyReport } from './verify-system.ts';

const stores = soundStores();
const ledger = (name: 'movements' | 'cold_movements') => stores.db('inventory').collection<{ _id: string }>(name);
const entry = (id: string) => ['inventory', 'cold_movements', { _id: id }] as const;
const hotEntry = (id: string) => ['inventory', 'movements', { _id: id }] as const;

/** Moves the entries of all tenants up to a version. */
async function archive(through: number): Promise<void> {
  const entries = await ledger('movements')
    .find({ version: { $lte: through } })
    .toArray();
  await ledger('cold_movements').insertMany(entries);
  await ledger('movements').deleteMany({ _id: { $in: entries.map(({ _id }) => _id) } });
}

const differencesIn = ({ checks }: VerifyReport) =>
  checks.flatMap(({ name, differences }) => differences.map((text) => `${name}: ${text}`));
/** Without the counts that depend on where pieces end, and those of cold storage itself. */
const comparedIn = ({ checks }: VerifyReport) =>
  Object.fromEntries(
    checks.filter(({ name }) => name !== 'cold ledger').map(({ name, compared }) => [name, { ...compared, 'places in use': 0 }]),
  );

test.each([false, true])('wherever the border is, all is compared that was without cold storage: full %s', async (full) => {
  await stores.add(['w1', 'w2']);
  const whole = comparedIn(await stores.verify({ full }));
  const moved = [
    { through: 1, entries: 3, pieceSize: 1_000 },
    { through: 3, entries: 6, pieceSize: 1 },
    { through: 4, entries: 12, pieceSize: 2 },
  ];
  for (const { through, entries, pieceSize } of moved) {
    await archive(through);
    const report = await stores.verify({ full, pieceSize });
    expect(differencesIn(report)).toEqual([]);
    expect(comparedIn(report)).toEqual(whole);
    expect(report.checks.find(({ name }) => name === 'cold ledger')?.compared).toEqual({ 'ledger entries': entries, SKUs: 3 });
  }
});

const PLANTED: ReadonlyArray<readonly [check: string, what: string, says: RegExp, plant: (of: SoundStores) => Promise<unknown>]> =
  [
    [
      'cold ledger',
      'an entry is on both sides',
      /MUG: entry mov_3_0 is in cold storage, and outside of it/,
      () => twin('mov_3_0'),
    ],
    [
      'cold ledger',
      'cold storage has a later version',
      /MUG: cold storage has version 5, and version 4 is outside of it/,
      ({ again }) => again(entry('mov_3_0'), { version: 5 }),
    ],
    ['stock', 'an entry is lost', /3 lie at loc_1, by the ledger -7/, ({ remove }) => remove(entry('mov_1_0'))],
    [
      'stock',
      'an entry is another',
      /version 3 says that 5 are left at loc_1, they are 4/,
      ({ set }) => set(entry('mov_3_0'), { balance: 5 }),
    ],
    ['stock', 'an entry is on both sides', /version 3 has ledger entry 0 where 1 is due/, () => twin('mov_3_0')],
    [
      'stock',
      'a SKU is unknown',
      /NONE: the ledger has entries, and there is no such SKU/,
      ({ again }) => again(entry('mov_1_0'), { sku: 'NONE' }),
    ],
    ['orders', 'a shipment is lost', /6 of MUG are shipped, the ledger took none out/, ({ remove }) => remove(entry('mov_3_0'))],
    ['orders', 'a shipment is on both sides', /6 of MUG are shipped, the ledger took 12 out/, () => twin('mov_3_0')],
    [
      'orders',
      'a shipment outlives its order',
      /the ledger of MUG has a shipment for it/,
      ({ remove }) => remove(['orders', 'orders', { _id: SHIPPED }]),
    ],
    ['scan moves', 'a movement is lost', /10 came in, by the ledger 0/, ({ remove }) => remove(entry('mov_1_0'))],
    [
      'scan moves',
      'a movement outlives its scan',
      /the ledger has a movement for it/,
      ({ remove }) => remove(['scans', 'scans', { _id: SCAN }]),
    ],
    [
      'repeats',
      'a request has moved a SKU on both sides',
      /one request moved it by version 2 and by version 4/,
      ({ again }) => again(entry('mov_1_0'), { version: 2, claim: { id: 'claim_0' } }),
    ],
    [
      'stock events',
      'an entry is another',
      /told to have moved -6, the ledger moved -5/,
      ({ set }) => set(entry('mov_3_0'), { delta: -5 }),
    ],
    [
      'tenants',
      'a tenant is unknown',
      /inventory\.cold_movements: it has records of acc_9:sandbox/,
      ({ set }) => set(entry('mov_3_0'), { tenant: 'acc_9:sandbox' }),
    ],
    [
      'tenants',
      'a place is unknown',
      /the ledger of it use loc_9, which is no location/,
      ({ set }) => set(entry('mov_3_0'), { location_id: 'loc_9' }),
    ],
    [
      'stock',
      'an entry is not readable',
      /inventory\.movements "mov_3_0": delta/,
      ({ set }) => set(entry('mov_3_0'), { delta: 'many' }),
    ],
  ];

/** Puts an entry of cold storage back without taking it out there. */
async function twin(id: string): Promise<void> {
  const found = await ledger('cold_movements').findOne({ _id: id });
  await ledger('movements').insertMany(found ? [found] : []);
}

describe('of the first two versions in cold storage', () => {
  test.each(PLANTED)('%s finds that %s', async (check, _what, says, plant) => {
    await archive(3);
    await plant(stores);

    const { checks } = await stores.verify();

    expect(checks.find(({ name }) => name === check)?.differences).toContainEqual(expect.stringMatching(says));
  });
});

test('entries without what they are sorted by are differences, and end no look', async () => {
  await archive(3);
  await stores.set(entry('mov_3_0'), { version: null });
  await stores.set(hotEntry('mov_4_0'), { version: BSON.EJSON.parse('{ "$minKey": 1 }') });

  expect(differencesIn(await stores.verify())).toContainEqual(expect.stringMatching(/movements "mov_3_0": version/));
});
