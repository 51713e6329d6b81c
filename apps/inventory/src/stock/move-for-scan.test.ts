import { expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { MAX_UNITS } from '../model/sku.ts';
import {
  adjust,
  allocate,
  confirm,
  count,
  create,
  minute,
  orderId,
  origin,
  scanId,
  scanned,
  transfer,
} from './domain/commands/command.builder.ts';
import { stockInMemory } from './stock.fixture.ts';

const MAIN = mainWarehouse().id;

function setUp() {
  const stock = stockInMemory();
  const { store, sku } = stock;
  return {
    ...stock,
    /** The answers to the scans, in their order. */
    answers: () => stock.said('move'),
    /** Units by path. */
    lying: (code: string) =>
      Object.fromEntries(sku(code).stock.map(({ locationId, onHand }) => [store.locations.get(locationId)?.path, onHand])),
    entriesOf: (scan: number) =>
      store.movements
        .filter(({ reference }) => reference?.id === scanId(scan))
        .map(({ delta, reason, reference }) => [delta, reason, reference?.type]),
  };
}

test('units that came in lie at the place of the scan, or at the home of the SKU; the ledger names the scan', async () => {
  const { run, lying, entriesOf, answers, said } = setUp();
  await run(create('A', 5));
  await run(
    scanned(1, 'receive', { sku: 'A', quantity: 24, at: 'A3/S2' }),
    scanned(2, 'receive', { sku: 'A', quantity: 6 }),
    scanned(3, 'receive', { sku: 'A', quantity: 1, at: MAIN }),
  );

  expect(lying('A')).toEqual({ MAIN: 12, 'MAIN:A3/S2': 24 });
  expect([entriesOf(1), entriesOf(2)]).toEqual([[[24, 'receipt', 'scan']], [[6, 'receipt', 'scan']]]);
  expect(answers()).toMatchObject([1, 2, 3].map((scan) => ({ scan_id: scanId(scan), accepted: true })));
  expect(said('inventory.updated').at(-1)).toMatchObject({ reason: 'receipt', reference: { type: 'scan', id: scanId(3) } });
});

test('a count sets what lies at its place, and leaves the others', async () => {
  const { run, sku, lying, entriesOf } = setUp();
  await run(create('A', 20));
  await run(transfer(MAIN, 'A1/S1', { A: 5 }));
  await run(scanned(1, 'count', { sku: 'A', quantity: 3, at: 'A1/S1' }));
  expect(lying('A')).toEqual({ MAIN: 15, 'MAIN:A1/S1': 3 });
  await run(
    scanned(2, 'count', { sku: 'A', quantity: 9, at: 'A1/S1' }),
    scanned(3, 'count', { sku: 'A', quantity: 0, at: 'MAIN' }),
  );

  expect(lying('A')).toEqual({ 'MAIN:A1/S1': 9 });
  expect(sku('A').onHand).toBe(9);
  expect([1, 2, 3].map(entriesOf)).toEqual([[[-2, 'count', 'scan']], [[6, 'count', 'scan']], [[-15, 'count', 'scan']]]);
});

test('a count without a place sets the total, at the home location first', async () => {
  const { run, lying } = setUp();
  await run(create('A', 20));
  await run(transfer(MAIN, 'A1/S1', { A: 5 }));
  await run(scanned(1, 'count', { sku: 'A', quantity: 4 }));

  expect(lying('A')).toEqual({ 'MAIN:A1/S1': 4 });
});

test('a count that finds what is known moves nothing, and is done', async () => {
  const { run, sku, entriesOf, answers } = setUp();
  await run(create('A', 20));
  await run(scanned(1, 'count', { sku: 'A', quantity: 20 }), scanned(2, 'count', { sku: 'A', quantity: 20, at: 'MAIN' }));

  expect([entriesOf(1), entriesOf(2), sku('A').version]).toEqual([[], [], 1]);
  expect(answers().map((answer) => answer['accepted'])).toEqual([true, true]);
});

test('the same command again moves nothing and gets the same answer, in the same batch and in later ones', async () => {
  const { run, sku, entriesOf, answers } = setUp();
  await run(create('A', 0));
  const receive = scanned(1, 'receive', { sku: 'A', quantity: 10 });
  await run(receive, receive);
  const later = { ...receive, origin: { ...receive.origin, requestId: 'req_2', at: minute(5) } };
  await run(later);

  expect(sku('A').onHand).toBe(10);
  expect(entriesOf(1)).toHaveLength(1);
  expect(answers()).toHaveLength(3);
  expect(new Set(answers().map((answer) => `${String(answer['at'])} ${String(answer['accepted'])}`))).toEqual(
    new Set([`${minute(0).toISOString()} true`]),
  );
});

test('what was refused stays refused, even where it could be posted by now', async () => {
  const { run, sku, answers } = setUp();
  const receive = scanned(1, 'receive', { sku: 'A', quantity: 10 });
  await run(receive);
  await run(create('A', 0));
  await run(receive);

  expect(sku('A').onHand).toBe(0);
  expect(answers().map((answer) => [answer['accepted'], answer['code']])).toEqual([
    [false, 'unknown_sku'],
    [false, 'unknown_sku'],
  ]);
});

test.each([
  ['an unknown SKU', { sku: 'B', quantity: 1 }, 'unknown_sku', '/sku'],
  ['an archived SKU', { sku: 'OLD', quantity: 1 }, 'sku_archived', '/sku'],
  ['an unknown warehouse', { sku: 'A', quantity: 1, at: 'W9:A1/S1' }, 'unknown_location', '/location'],
  ['an unknown place', { sku: 'A', quantity: 1, at: 'loc_0000000000000000000000000Z' }, 'unknown_location', '/location'],
  ['more than there can be', { sku: 'A', quantity: MAX_UNITS }, 'validation_failed', '/quantity'],
])('%s is refused, and leaves nothing but the answer', async (_what, wanted, code, pointer) => {
  const { run, store, answers } = setUp();
  await run(create('A', 1), create('OLD', 1), { type: 'archive-sku', origin: create('OLD', 1).origin, sku: 'OLD' });
  const before = { skus: new Map(store.skus), places: store.locations.size, movements: store.movements.length };
  await run(scanned(1, 'receive', wanted));

  expect(answers()).toMatchObject([{ accepted: false, code, errors: [{ pointer }] }]);
  expect({ skus: store.skus, places: store.locations.size, movements: store.movements.length }).toEqual(before);
});

test('a count below what packed orders hold is refused with the numbers; above it takes back from the newest orders', async () => {
  const { run, held, sku, answers } = setUp();
  await run(create('A', 10), allocate(1, [['A', 4]]), confirm(1), allocate(2, [['A', 3]]), allocate(3, [['A', 3]]));
  await run(scanned(1, 'count', { sku: 'A', quantity: 3 }));
  await run(scanned(2, 'count', { sku: 'A', quantity: 6, at: 'MAIN' }));

  expect(answers()).toMatchObject([
    { accepted: false, code: 'insufficient_stock', errors: [{ pointer: '/quantity', minimum: 4 }] },
    { accepted: true },
  ]);
  expect([orderId(1), orderId(2), orderId(3)].map(held)).toEqual([[4], [2], [0]]);
  expect(sku('A')).toMatchObject({ onHand: 6, allocated: 6, waiting: 4 });
});

test('units that come in fill the oldest backorders', async () => {
  const { run, held } = setUp();
  await run(create('A', 0), allocate(1, [['A', 2]]), allocate(2, [['A', 5]]));
  await run(scanned(1, 'receive', { sku: 'A', quantity: 4 }));

  expect([held(orderId(1)), held(orderId(2))]).toEqual([[2], [2]]);
});

test('a count at one of several places takes back from as many orders as it has to, however few are loaded at first', async () => {
  const { run, sku, held, answers } = setUp();
  await run(create('A', 40));
  await run(transfer(MAIN, 'A1/S1', { A: 25 }));
  await run(...Array.from({ length: 40 }, (_, order) => allocate(order + 1, [['A', 1]])));
  await run(scanned(1, 'receive', { sku: 'A', quantity: 3 }), scanned(2, 'count', { sku: 'A', quantity: 1, at: 'A1/S1' }));

  expect(answers().map((answer) => answer['accepted'])).toEqual([true, true]);
  expect(sku('A')).toMatchObject({ onHand: 19, allocated: 19, waiting: 21 });
  const held19 = Array.from({ length: 40 }, (_, order) => held(orderId(order + 1))[0]);
  expect(held19).toEqual([...Array.from({ length: 19 }, () => 1), ...Array.from({ length: 21 }, () => 0)]);
});

const at = (minutes: number) => ({ ...origin, at: minute(minutes) });

test('a count that is applied late leaves what moved since then', async () => {
  const { run, sku, entriesOf } = setUp();
  await run(create('A', 20));
  await run(adjust('A', -5, { origin: at(10) }));

  await run({ ...scanned(1, 'count', { sku: 'A', quantity: 18, made: 5 }), origin: at(60) });

  expect(sku('A').onHand).toBe(13);
  expect(entriesOf(1)).toEqual([[-2, 'count', 'scan']]);
});

test('what moves in the same transaction as a late count stays moved', async () => {
  const { run, sku } = setUp();
  await run(create('A', 20));

  await run(
    adjust('A', -5, { origin: at(60) }),
    { ...scanned(1, 'count', { sku: 'A', quantity: 18, made: 5 }), origin: at(60) },
    adjust('A', -1, { origin: at(60) }),
  );

  expect(sku('A').onHand).toBe(12);
});

test.each(['together', 'apart'])('a difference that two late counts found is corrected once, %s', async (how) => {
  const { run, sku } = setUp();
  await run(create('A', 10));
  await run(adjust('A', -1, { origin: at(30) }));
  const counts = [5, 10].map((made) => ({ ...scanned(made, 'count', { sku: 'A', quantity: 7, made }), origin: at(60) }));

  if (how === 'together') await run(...counts);
  else for (const each of counts) await run(each);

  expect(sku('A').onHand).toBe(6);
});

const late = (scan: number, quantity: number, place: string | undefined, made: number) => ({
  ...scanned(scan, 'count', { sku: 'A', quantity, made, ...(place === undefined ? {} : { at: place }) }),
  origin: at(60),
});

test('a count is refused where a later one of the same place is known, also one that found nothing wrong', async () => {
  const { run, sku, answers } = setUp();
  await run(create('A', 20));
  await run(transfer(MAIN, 'A1/S1', { A: 5 }));

  await run(late(1, 5, 'A1/S1', 20), late(2, 3, 'A1/S1', 10), late(3, 14, 'MAIN', 10), late(4, 1, undefined, 15));

  expect(answers().map(({ accepted, code }) => code ?? accepted)).toEqual([true, 'stale_count', true, 'stale_count']);
  expect(sku('A').onHand).toBe(19);
});

const countOf = (scan: number, code: string, made: number, applied: number) => ({
  ...scanned(scan, 'count', { sku: code, quantity: 1, made }),
  origin: at(applied),
});

test('a count is refused after a count over the API, before the SKU was created, and after 30 days', async () => {
  const { run, sku, answers } = setUp();
  await run(create('A', 20), { ...create('B', 5), origin: at(30) });
  await run({ ...count('A', 12), origin: at(30) });
  await run(countOf(1, 'A', 20, 60), countOf(2, 'B', 20, 60), countOf(3, 'A', 40, 31 * 24 * 60));

  expect(answers().map(({ code }) => code)).toEqual(['stale_count', 'stale_count', 'stale_count']);
  expect([sku('A').onHand, sku('B').onHand]).toEqual([12, 5]);
});

test('a count behind more movements than are read is refused, and no later one with it', async () => {
  const { run, store, answers } = setUp();
  await run(create('A', 20));
  await run(adjust('A', -1, { origin: at(30) }));
  const [moved] = store.movements.slice(-1);
  if (!moved) throw new Error('No movement');
  store.movements.push(...Array.from({ length: 10_000 }, () => moved));

  await run(
    { ...scanned(1, 'count', { sku: 'A', quantity: 1, made: 5 }), origin: at(60) },
    { ...scanned(2, 'count', { sku: 'A', quantity: 18, made: 40 }), origin: at(60) },
  );

  expect(answers()).toMatchObject([{ accepted: false, code: 'stale_count' }, { accepted: true }]);
});

/** A receipt of a minute, which arrives after an hour. */
const received = (scan: number, quantity: number, made: number, place?: string) => ({
  ...scanned(scan, 'receive', { sku: 'A', quantity, made, ...(place === undefined ? {} : { at: place }) }),
  origin: at(60),
});

test('units that a count had found are entered with their moment, and taken out again in the name of that count', async () => {
  const { run, store, sku, said, answers } = setUp();
  await run(create('A', 0));
  await run({ ...scanned(1, 'count', { sku: 'A', quantity: 24, made: 20 }), origin: at(21) });
  await run(received(2, 24, 10));

  const entries = store.movements.map(({ delta, balance, reason, reference, version, line, at: booked, occurredAt }) => [
    [delta, balance, reason, reference?.id],
    [version, line, booked, occurredAt],
  ]);
  expect(entries).toEqual([
    [
      [24, 24, 'count', scanId(1)],
      [2, 0, minute(21), minute(20)],
    ],
    [
      [24, 48, 'receipt', scanId(2)],
      [3, 0, minute(60), minute(10)],
    ],
    [
      [-24, 24, 'count', scanId(1)],
      [3, 1, minute(60), minute(20)],
    ],
  ]);
  expect(sku('A')).toMatchObject({ onHand: 24, version: 3 });
  expect(answers().at(-1)).toMatchObject({ accepted: true });
  expect(said('inventory.updated').at(-1)).toMatchObject({
    sequence: 3,
    reason: 'receipt',
    reference: { type: 'scan', id: scanId(2) },
    changed: [],
    occurred_at: minute(10).toISOString(),
    previous: { on_hand: 24 },
    data: { on_hand: 24 },
  });
});

test('what is moved at once has no moment of its own', async () => {
  const { run, store, said } = setUp();
  await run(create('A', 0), scanned(1, 'receive', { sku: 'A', quantity: 24 }), adjust('A', 1));

  expect(store.movements.map(({ occurredAt }) => occurredAt)).toEqual([undefined, undefined]);
  expect(said('inventory.updated').some((event) => 'occurred_at' in event)).toBe(false);
});

test('units that a count had found fill no backorder, and take nothing back', async () => {
  const { run, held, sku, violations } = setUp();
  await run(create('A', 3), allocate(1, [['A', 2]]), allocate(2, [['A', 8]]));
  await run({ ...scanned(1, 'count', { sku: 'A', quantity: 5, made: 20 }), origin: at(21) });
  const before = [orderId(1), orderId(2)].map(held);

  await run(received(2, 4, 10, 'A1/S1'));

  expect(before).toEqual([[2], [3]]);
  expect([orderId(1), orderId(2)].map(held)).toEqual(before);
  expect(sku('A')).toMatchObject({ onHand: 5, allocated: 5, waiting: 5 });
  expect(violations()).toEqual([]);
});

test('units that counts of the total and then of their place had found are less than before, unless packed orders hold them', async () => {
  const { run, lying, held, sku, answers, violations } = setUp();
  await run(create('A', 30), allocate(1, [['A', 28]]), confirm(1), allocate(2, [['A', 30]]));
  await run({ ...scanned(1, 'count', { sku: 'A', quantity: 30, made: 20 }), origin: at(21) });
  await run({ ...scanned(2, 'count', { sku: 'A', quantity: 24, made: 25, at: 'A1/S1' }), origin: at(26) });
  expect([sku('A').onHand, ...held(orderId(2))]).toEqual([54, 26]);

  await run(received(3, 24, 10, 'A1/S1'));
  expect(lying('A')).toEqual({ MAIN: 6, 'MAIN:A1/S1': 24 });
  expect(held(orderId(2))).toEqual([2]);

  await run(received(4, 11, 10, 'A1/S1'));
  expect(answers().at(-1)).toMatchObject({ accepted: false, code: 'insufficient_stock', errors: [{ minimum: 28 }] });
  expect(lying('A')).toEqual({ MAIN: 6, 'MAIN:A1/S1': 24 });
  expect(violations()).toEqual([]);
});

test('entries of earlier releases, which have no moment of their own, are of the moment at which they were booked', async () => {
  const { run, sku, store } = setUp();
  await run(create('A', 0), adjust('A', 10, { origin: at(5) }));
  await run(late(1, 7, undefined, 10), received(2, 5, 20));
  for (const [index, { occurredAt: _moment, ...entry }] of store.movements.entries()) store.movements[index] = entry;
  await run({ ...late(3, 12, undefined, 30), origin: at(61) });

  // The correction was made before; the receipt came, by what is known, after the count.
  expect(sku('A').onHand).toBe(17);
});
