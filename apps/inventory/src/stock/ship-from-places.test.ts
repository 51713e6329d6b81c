import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import {
  allocate,
  confirm,
  create,
  fulfilmentId,
  orderId,
  pack,
  picked,
  ship,
  shipFulfilment,
  transfer,
} from './domain/commands/command.builder.ts';
import { quarantine, stockInMemory } from './stock.fixture.ts';

const MAIN = mainWarehouse().id;

/** 10 of A: 4 at the warehouse itself, 3 and 2 on two shelves, 1 in quarantine; the order has 6 of it in two lines. */
async function packed() {
  const stock = stockInMemory({}, quarantine);
  const { run, store, sku } = stock;
  await run(create('A', 10));
  await run(
    transfer(MAIN, 'A1/S1', { A: 3 }),
    transfer(MAIN, 'A1/S2', { A: 2 }),
    transfer(MAIN, 'Q/S1', { A: 1 }),
    allocate(1, [
      ['A', 4],
      ['A', 2],
    ]),
    pack(1, 'a', 2, { units: { 0: 4, 1: 2 } }),
  );
  const pathOf = (id: string): string => store.locations.get(id)?.path ?? id;
  return {
    ...stock,
    lying: () => Object.fromEntries(sku('A').stock.map(({ locationId, onHand }) => [pathOf(locationId), onHand])),
    answer: () => store.allocations.get(orderId(1))?.lastAnswer.refusal,
  };
}

test('units leave the places that are named, and those of other lines leave what is left', async () => {
  const { run, store, lying, answer, violations } = await packed();
  const before = store.movements.length;
  await run(shipFulfilment(1, 'a', 3, [[1, 'MAIN', 2]]));

  expect(answer()).toBeNull();
  expect(lying()).toEqual({ 'MAIN:A1/S1': 1, 'MAIN:A1/S2': 2, 'MAIN:Q/S1': 1 });
  const entries = store.movements.slice(before).map(({ delta, reason, reference }) => ({ delta, reason, reference }));
  const reference = { type: 'fulfilment', id: fulfilmentId(1, 'a'), order_id: orderId(1) };
  expect(entries.map(({ delta }) => delta)).toEqual([-2, -2, -2]);
  expect(entries.every((entry) => JSON.stringify(entry.reference) === JSON.stringify(reference))).toBe(true);
  expect(violations()).toEqual([]);
});

test('a line may come from several places', async () => {
  const { run, lying, answer } = await packed();
  await run(
    shipFulfilment(1, 'a', 3, [
      [0, 'A1/S1', 3],
      [0, 'A1/S2', 1],
      [1, 'A1/S2', 1],
      [1, 'MAIN', 1],
    ]),
  );

  expect(answer()).toBeNull();
  expect(lying()).toEqual({ MAIN: 3, 'MAIN:Q/S1': 1 });
});

test.each([
  ['has too few units', 'A1/S2', 'insufficient_stock', { line_id: 'lin_1_0', requested: 4, available: 2, location: 'A1/S2' }],
  ['sells nothing', 'Q/S1', 'insufficient_stock', { line_id: 'lin_1_0', requested: 4, available: 0, location: 'Q/S1' }],
  ['is not there', 'A9/S9', 'unknown_location', { pointer: '/from/0/location', location: 'A9/S9' }],
])('a place that %s is refused, and nothing leaves', async (_what, path, code, item) => {
  const { run, lying, answer, sku } = await packed();
  const before = lying();
  await run(shipFulfilment(1, 'a', 3, [[0, path, 4]]));

  expect(answer()).toMatchObject({ code, errors: [item] });
  expect([lying(), sku('A').firm]).toEqual([before, 6]);
});

test('units of one place are not promised to two lines', async () => {
  const { run, answer } = await packed();
  await run(
    shipFulfilment(1, 'a', 3, [
      [0, 'MAIN', 4],
      [1, 'MAIN', 2],
    ]),
  );

  expect(answer()).toMatchObject({ errors: [{ pointer: '/from/1/quantity', line_id: 'lin_1_1', requested: 2, available: 0 }] });
});

test.each([
  ['fewer', 3],
  ['more', 5],
])('places that name %s units of a line than ship of it are refused', async (_what, quantity) => {
  const { run, answer } = await packed();
  await run(shipFulfilment(1, 'a', 3, [[0, 'MAIN', quantity]]));

  expect(answer()).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/from' }] });
});

test('an order that was packed whole may leave named places too', async () => {
  const { run, sku, store } = stockInMemory();
  await run(create('A', 5));
  await run(transfer(MAIN, 'A1/S1', { A: 2 }), allocate(1, [['A', 2]]), confirm(1));
  await run({ ...ship(1), from: [picked(1, 0, 'A1/S1', 2)] });

  expect(sku('A').stock).toEqual([{ locationId: MAIN, onHand: 3 }]);
  expect(store.movements.at(-1)?.reference).toEqual({ type: 'order', id: orderId(1) });
});
