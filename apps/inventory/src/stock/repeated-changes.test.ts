import { contentHash, type IdempotencyClaim } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import type { Origin } from './domain/command.ts';
import { adjust, allocate, count, create, origin, transfer, update } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { stockInMemory } from './stock.fixture.ts';

const MAIN = mainWarehouse().id;

/** The origin of a request under a key. */
function claimed(key: string, content: unknown = key): { readonly origin: Origin } {
  const claim: IdempotencyClaim = { id: key, fingerprint: contentHash(content) };
  return { origin: { ...origin, requestId: `req_${key}`, claim } };
}

test.each<[string, (by: { origin: Origin }) => Command]>([
  ['creation', (by) => create('B', 5, by)],
  ['count', (by) => ({ ...count('A', 7), ...by })],
  ['adjustment', (by) => adjust('A', -2, by)],
  ['archiving', (by) => ({ type: 'archive-sku', sku: 'A', ...by })],
  ['transfer', (by) => ({ ...transfer(MAIN, 'A1/S1', { A: 3 }), ...by })],
])('a repeated %s changes nothing and gets the first answer, in one batch and later', async (_what, command) => {
  const { run, answer, store, said } = stockInMemory();
  await run(create('A', 10));

  const [first, inBatch] = await answer(command(claimed('k')), command(claimed('k')));
  const told = said('inventory.updated').length;
  await run(update('A', { name: 'Changed since', restore: true }));
  const [later] = await answer(command(claimed('k')));

  expect([inBatch?.result, later?.result]).toEqual([first?.result, first?.result]);
  expect([first, inBatch, later].map((each) => each?.replayed)).toEqual([false, true, true]);
  expect(said('inventory.updated')).toHaveLength(told);
  expect(store.movements.filter(({ claim }) => claim?.id === 'k').length).toBeLessThanOrEqual(2);
});

test('a refusal is kept too, with the request that was refused, even where it would succeed now', async () => {
  const { run, answer } = stockInMemory();
  await run(create('A', 1));

  await run(adjust('A', -2, claimed('k')));
  await run(adjust('A', 5));

  expect(await answer(adjust('A', -2, claimed('k')))).toMatchObject([
    { result: { type: 'refused', refusal: { code: 'insufficient_stock' }, firstRequestId: 'req_k' }, replayed: true },
  ]);
});

test('what was wrong with the request itself is not kept', async () => {
  const { run, sku } = stockInMemory();
  await run(create('A', 2_147_483_647));

  await run(adjust('A', 1, claimed('k')));
  await run(adjust('A', -1));

  expect(await run(adjust('A', 1, claimed('k')))).toMatchObject([{ type: 'adjusted' }]);
  expect(sku('A').onHand).toBe(2_147_483_647);
});

test('a key that was used for something else is refused, and the first answer stays', async () => {
  const { run, sku } = stockInMemory();
  await run(create('A', 10));

  const outcomes = await run(adjust('A', -1, claimed('k', 1)), adjust('A', -5, claimed('k', 2)));

  expect(outcomes).toMatchObject([{ type: 'adjusted' }, { type: 'refused', refusal: { code: 'idempotency_key_reused' } }]);
  expect(await run(adjust('A', -1, claimed('k', 1)))).toEqual([outcomes[0]]);
  expect(sku('A').onHand).toBe(9);
});

test.each<[string, (by: { origin: Origin }) => Command, object]>([
  ['a creation', (by) => create('B', 5, by), { type: 'sku', record: { sku: 'B', on_hand: 5 } }],
  ['a count', (by) => ({ ...count('A', 7), ...by }), { type: 'sku', record: { on_hand: 6 } }],
  [
    'an adjustment',
    (by) => adjust('A', -3, by),
    { type: 'adjusted', adjustment: { delta: -3, movements: [{ delta: -3, balance: 7 }], record: { on_hand: 6 } } },
  ],
  [
    'a transfer',
    (by) => ({ ...transfer(MAIN, 'A1/S1', { A: 3 }), ...by }),
    {
      type: 'transferred',
      transfer: { id: 'trf_1', from: { path: 'MAIN' }, to: { path: 'MAIN:A1/S1' }, lines: [{ sku: 'A', quantity: 3 }] },
    },
  ],
])('weeks later, its receipt gone, %s is known by the ledger and moves nothing', async (_what, command, first) => {
  const { run, answer, store } = stockInMemory();
  await run(create('A', 10), command(claimed('k')), count('A', 6));
  store.receipts.clear();
  const entries = store.movements.length;

  expect(await answer(command(claimed('k')))).toMatchObject([{ result: first, replayed: true }]);
  expect(store.movements).toHaveLength(entries);
  expect(await run(command(claimed('k', 'other')))).toMatchObject([{ refusal: { code: 'idempotency_key_reused' } }]);
});

test('of two equal changes that are both put off, one is made', async () => {
  const { run, sku } = stockInMemory({ takeBackOrders: 50 });
  await run(create('A', 4));
  const orders = [1, 2, 3, 4].map((order) => allocate(order, [['A', 1]]));

  // The holds come in the same batch, so that the adjustments cannot see them.
  const outcomes = await run(...orders, adjust('A', -2, claimed('k')), adjust('A', -2, claimed('k')));

  expect(outcomes.at(-1)).toEqual(outcomes.at(-2));
  expect(sku('A')).toMatchObject({ onHand: 2, allocated: 2 });
});
