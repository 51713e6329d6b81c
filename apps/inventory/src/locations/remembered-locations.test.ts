import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import type { Location } from '../model/location.ts';
import { RememberedLocations } from './remembered-locations.ts';

const ID = mainWarehouse().id;

/** Locations whose store is asked through `reads`; each is answered when the test says so, or at once. */
function rememberedOver(store: Map<string, Location>) {
  const clock = { nowMs: 1_000 };
  const reads: { readonly ids: readonly string[]; readonly answer: () => void }[] = [];
  const held = { now: false };
  const remembered = new RememberedLocations({
    nowMs: () => clock.nowMs,
    locations: {
      findMany: async (_, ids) => {
        const found = ids.flatMap((id) => store.get(id) ?? []);
        const { promise, resolve } = Promise.withResolvers<void>();
        reads.push({ ids, answer: resolve });
        if (held.now) await promise;
        return found;
      },
    },
  });
  const pathsOf = async (...ids: readonly string[]) => (await remembered.findMany('tenant', ids)).map(({ path }) => path);
  return { remembered, reads, clock, held, pathsOf };
}

const called = (path: string): Location => mainWarehouse({ path });

test('a location is read once in half a second, and again after that', async () => {
  const store = new Map([[ID, called('W1')]]);
  const { reads, clock, pathsOf } = rememberedOver(store);
  await pathsOf(ID);
  store.set(ID, called('W2'));
  clock.nowMs += 499;

  expect(await pathsOf(ID)).toEqual(['W1']);
  expect(reads).toHaveLength(1);
  clock.nowMs += 1;
  expect(await pathsOf(ID)).toEqual(['W2']);
});

test('after a change it is read at once, of that tenant alone', async () => {
  const store = new Map([[ID, called('W1')]]);
  const { remembered, reads, clock, pathsOf } = rememberedOver(store);
  await pathsOf(ID);
  store.set(ID, called('W2'));
  clock.nowMs += 1;
  remembered.forget('other tenant');

  expect(await pathsOf(ID)).toEqual(['W1']);
  remembered.forget('tenant');
  clock.nowMs += 1;
  expect(await pathsOf(ID)).toEqual(['W2']);
  expect(await pathsOf(ID)).toEqual(['W2']);
  expect(reads).toHaveLength(2);
});

test('a read that began before a change is not shown to callers that ask after it', async () => {
  const store = new Map([[ID, called('W1')]]);
  const { remembered, reads, clock, held, pathsOf } = rememberedOver(store);
  held.now = true;
  const before = pathsOf(ID);
  held.now = false;
  store.set(ID, called('W2'));
  clock.nowMs += 1;
  remembered.forget('tenant');
  clock.nowMs += 1;

  expect(await pathsOf(ID)).toEqual(['W2']);
  reads[0]?.answer();
  expect(await before).toEqual(['W1']);
  expect(await pathsOf(ID)).toEqual(['W2']);
});

test('readers at one moment share a read, and only what is missing is read', async () => {
  const other = 'loc_00000000000000000000000001';
  const store = new Map([
    [ID, called('W1')],
    [other, mainWarehouse({ id: other, path: 'W9' })],
  ]);
  const { reads, pathsOf } = rememberedOver(store);

  expect(await Promise.all([pathsOf(ID), pathsOf(ID), pathsOf(ID, other)])).toEqual([['W1'], ['W1'], ['W1', 'W9']]);
  expect(reads.map(({ ids }) => ids)).toEqual([[ID], [other]]);
});

test('neither a failed read nor an absent location is remembered', async () => {
  const store = new Map<string, Location>();
  const { pathsOf } = rememberedOver(store);
  expect(await pathsOf(ID)).toEqual([]);
  store.set(ID, called('W1'));
  expect(await pathsOf(ID)).toEqual(['W1']);

  let isAway = true;
  const failing = new RememberedLocations({
    nowMs: () => 1_000,
    locations: {
      findMany: async () => {
        if (isAway) throw new Error('away');
        return [called('W1')];
      },
    },
  });
  await expect(failing.findMany('tenant', [ID])).rejects.toThrow('away');
  isAway = false;
  expect(await failing.findMany('tenant', [ID])).toHaveLength(1);
});
