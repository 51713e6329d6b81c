import { chainOf, sealOf } from '@fulfilment/inventory/documents';
import { describe, expect, test } from 'vitest';
import { soundStores } from './sound-stores/open.fixture.ts';
import { SHELF, TENANT } from './sound-stores/world.fixture.ts';

const SKU = ['inventory', 'skus'] as const;
const entry = (id: string) => ['inventory', 'movements', { _id: id }] as const;
const stores = soundStores();

/** A checkpoint of the two entries up to version 3, as inventory writes it, with changes. */
function checkpoint(changes: object = {}) {
  const facts = {
    _id: `${TENANT}/MUG`,
    tenant: TENANT,
    sku: 'MUG',
    through: 3,
    entries: 2,
    places: [{ location_id: SHELF, on_hand: 4 }],
    chain: [
      { id: 'mov_1_0', version: 1, line: 0, locationId: SHELF, delta: 10, balance: 10 },
      { id: 'mov_3_0', version: 3, line: 0, locationId: SHELF, delta: -6, balance: 4 },
    ].reduce(chainOf, ''),
    ...changes,
  };
  return { ...facts, seal: sealOf(facts) };
}

const CHECKPOINTS = ['inventory', 'ledger_checkpoints'] as const;

const keep = (changes?: object) =>
  stores.db(CHECKPOINTS[0]).collection<{ _id: string }>(CHECKPOINTS[1]).insertOne(checkpoint(changes));
const look = async (full: boolean) => {
  const { checks } = await stores.verify({ full });
  const { compared, differences } = checks.find(({ name }) => name === 'stock') ?? {};
  return { compared, differences };
};

describe('with a checkpoint of the ledger', () => {
  test('only what came after it is read, and a full look reads all', async () => {
    await keep();

    expect(await look(false)).toEqual({
      compared: { SKUs: 1, 'ledger entries': 2, 'entries before a checkpoint': 2 },
      differences: [],
    });
    expect(await look(true)).toEqual({ compared: { SKUs: 1, 'ledger entries': 4 }, differences: [] });
  });

  test('a SKU that has not changed since is compared with it', async () => {
    await stores.set(SKU, { version: 3, on_hand: 5, stock: [{ location_id: SHELF, on_hand: 5 }] });
    await keep();

    expect((await look(false)).differences).toContainEqual(expect.stringMatching(/5 lie at loc_1, by the ledger 4/));
  });

  const OTHERS = [{ location_id: SHELF, on_hand: 3 }];
  test.each<[what: string, says: RegExp, plant: () => Promise<unknown>]>([
    [
      'a damaged one',
      /the checkpoint of its ledger is damaged/,
      () => keep().then(() => stores.set(CHECKPOINTS, { entries: 1 })),
    ],
    ['one of other balances', /3 lie at loc_1, by the ledger 2/, () => keep({ places: OTHERS })],
    ['an entry after it', /by the ledger 0/, () => keep().then(() => stores.remove(entry('mov_4_1')))],
    ['an entry of no SKU', /no such SKU/, () => keep().then(() => stores.again(entry('mov_1_0'), { sku: 'NONE' }))],
  ])('a look finds %s', async (_what, says, plant) => {
    await plant();

    expect((await look(false)).differences).toContainEqual(expect.stringMatching(says));
  });

  test.each<[what: string, says: RegExp, plant: () => Promise<unknown>]>([
    ['that an entry before it is gone', /stands for 2 entries, the ledger has 1/, () => stores.remove(entry('mov_1_0'))],
    [
      'that entries before it were changed together',
      /is not of these entries/,
      async () => {
        await stores.set(entry('mov_1_0'), { delta: 9, balance: 9 });
        await stores.set(entry('mov_3_0'), { delta: -5 });
      },
    ],
    [
      'that it never was of this ledger',
      /has other balances than the ledger by then/,
      () => stores.set(CHECKPOINTS, checkpoint({ places: OTHERS })),
    ],
  ])('only a full look finds %s', async (_what, says, plant) => {
    await keep();
    await plant();

    expect((await look(true)).differences).toContainEqual(expect.stringMatching(says));
  });
});
