import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { count, create, update } from './domain/commands/command.builder.ts';
import { stockInMemory } from './stock.fixture.ts';

const version = (...versions: readonly number[]) => ({ ifMatch: { type: 'one-of', versions } }) as const;
const archive = (changes: object = {}) => ({ type: 'archive-sku', origin: create('A', 0).origin, sku: 'A', ...changes }) as const;

test('a change that was meant for another version is not made, and says how the SKU is', async () => {
  const { run, sku } = stockInMemory();
  await run(create('A', 5), count('A', 6));

  const outcomes = await run(update('A', { name: 'Cup', ...version(1) }), archive(version(1, 3)));

  expect(outcomes).toMatchObject([
    { type: 'outdated', record: { version: 2, on_hand: 6 }, changedBy: 'key_1' },
    { type: 'outdated', record: { version: 2 }, changedBy: 'key_1' },
  ]);
  expect(sku('A')).toMatchObject({ name: 'Name of A', version: 2, archivedAt: null });
  expect(await run(update('A', { name: 'Cup', ...version(2) }))).toMatchObject([{ type: 'sku', record: { name: 'Cup' } }]);
});

test('a count that believed in another total is not made: of two counts at once one learns of the other', async () => {
  const { run, sku } = stockInMemory();
  await run(create('A', 5));

  const outcomes = await run(update('A', { onHand: 8, expectedOnHand: 5 }), update('A', { onHand: 4, expectedOnHand: 5 }));

  expect(outcomes).toMatchObject([{ type: 'sku' }, { type: 'outdated', record: { on_hand: 8, version: 2 } }]);
  expect(sku('A').onHand).toBe(8);
});

test('what is restored comes back where it is at home, unless that is archived by now', async () => {
  const { run, store, sku } = stockInMemory();
  await run(create('A', 0, { home: { type: 'path', codes: ['MAIN', 'A1', 'S1'] } }), archive());
  const home = store.locations.get(sku('A').homeId) ?? mainWarehouse();
  store.locations.set(home.id, { ...home, archivedAt: new Date() });

  expect(await run(update('A', { restore: true }))).toMatchObject([
    { type: 'refused', refusal: { code: 'location_archived', errors: [{ pointer: '/location' }] } },
  ]);
  expect(await run(update('A', { restore: true, home: null }))).toMatchObject([
    { type: 'sku', record: { status: 'active', location: null } },
  ]);
});

test('a restore alone moves nothing and tells nothing; with a count it tells the count and its reason', async () => {
  const { run, said } = stockInMemory();
  await run(create('A', 5), archive());

  expect(await run(update('A', { restore: true }))).toMatchObject([{ record: { status: 'active', version: 3 }, changed: true }]);
  expect(said('inventory.updated')).toHaveLength(1);
  await run(archive(), update('A', { restore: true, onHand: 6, reason: 'back_again' }));
  expect(said('inventory.updated').map(({ reason }) => reason)).toEqual(['opening', 'back_again']);
});
