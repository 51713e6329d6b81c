import { expect, test } from 'vitest';
import type { AdmittedKind } from './domain/admitted-kinds.ts';
import {
  allocate,
  allocateFrom,
  amend,
  assign,
  create,
  disposeReturn,
  drop,
  expectReturn,
  openReturn,
  orderId,
  pack,
  reassign,
  rename,
  rerank,
  scanned,
  suspend,
  unassign,
  update,
} from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { reserve, reserveIn } from './reservation-steps.fixture.ts';
import { stockInMemory } from './stock.fixture.ts';

// While a process of an earlier release runs, nothing is stored that it would damage, or sell.

const KINDS = [
  'fulfilments',
  'edits',
  'reservations',
  'returns',
  'warehouses',
  'reservations_in_warehouses',
  'unlinked',
] as const;

const STEPS: readonly (readonly [kind: AdmittedKind, step: string, command: Command])[] = [
  ['fulfilments', 'a part of an order', assign(1, 'a', { 0: 1 })],
  ['fulfilments', 'the end of a part', unassign(1, 'a', 2)],
  ['fulfilments', 'a part that is packed', pack(1, 'a', 2, { units: { 0: 1 } })],
  ['fulfilments', 'units that are dropped', drop(1, { 0: 1 }, 2)],
  ['edits', 'an edit', amend(1, [['A', 3, 0]])],
  ['edits', 'a rank', rerank(1, { priority: 9 })],
  ['edits', 'a hold that gives back', suspend(1, true)],
  ['edits', 'an order with a rank', { ...allocate(2, [['A', 1]]), rank: { priority: 9 } }],
  ['reservations', 'a reservation', reserve(1, { A: 1 })],
  ['reservations_in_warehouses', 'a reservation in one warehouse', reserveIn('MAIN', 1, { A: 1 })],
  ['reservations', 'a SKU with a safety stock', create('B', 5, { safetyStock: 1 })],
  ['reservations', 'a safety stock', update('A', { safetyStock: 1 })],
  ['returns', 'a return', expectReturn('a', 1, 2)],
  ['returns', 'another disposition', disposeReturn('a', [[1, 'inspect', 'scrap']], 2)],
  ['unlinked', 'a return without an order', { ...openReturn('a', [['A', 1]]), orderId: orderId(2) }],
  ['unlinked', 'a return with an exchange', expectReturn('a', 1, 2, { exchangeSkus: ['A'] })],
  ['warehouses', 'an order from named warehouses', allocateFrom(2, [['A', 1]], { from: ['MAIN'] })],
  ['warehouses', 'an order with a split', allocateFrom(2, [['A', 1]], { split: 'never' })],
  ['warehouses', 'units in another warehouse', reassign(1, [[0, 1, 'MAIN']], 2)],
  ['returns', 'a scan of a return', { ...scanned(1, 'return', { sku: 'A', quantity: 1 }), returnId: 'ret_a' }],
];

async function ordered(notAdmitted: readonly AdmittedKind[]) {
  const stock = stockInMemory();
  await stock.run(create('A', 5), allocate(1, [['A', 2]]));
  for (const kind of notAdmitted) stock.store.notAdmitted.add(kind);
  return stock;
}

/** The codes of all refusals, in results, of orders and of scans. */
function refusals({ store }: ReturnType<typeof stockInMemory>, results: readonly unknown[]): string {
  return JSON.stringify([
    results,
    [...store.allocations.values()].map(({ lastAnswer }) => lastAnswer),
    [...store.scanAnswers.values()],
  ]);
}

test.each(STEPS)('waiting for %s: %s is refused, and stored once they are admitted', async (kind, _step, command) => {
  const older = await ordered([kind]);
  const before = older.sku('A');
  expect(refusals(older, await older.run(command))).toContain('upstream_unavailable');
  expect(older.sku('A')).toEqual(before);
  expect(older.store.allocations.get(orderId(1))).toMatchObject({ lines: [{ quantity: 2, allocated: 2 }] });
  expect([older.store.skus.size, older.store.reservations.size]).toEqual([1, 0]);

  const others = await ordered(KINDS.filter((each) => each !== kind));
  expect(refusals(others, await others.run(command))).not.toContain('upstream_unavailable');
});

test('what earlier releases know goes on', async () => {
  const stock = await ordered(KINDS);
  const commands = [rename('A', 'Other'), create('B', 1), allocate(2, [['A', 1]]), update('A', { safetyStock: 0 })];

  expect(refusals(stock, await stock.run(...commands))).not.toContain('upstream_unavailable');
  expect(stock.held(orderId(2))).toEqual([1]);
});
