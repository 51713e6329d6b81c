import { describe, expect, test } from 'vitest';
import { mainWarehouse } from '../model/location.builder.ts';
import { parseLocation } from '../model/location.ts';
import { NO_RULES, type Strategy } from '../model/sourcing.ts';
import { adjust, allocate, allocateFrom, count, create, orderId, transfer } from './domain/commands/command.builder.ts';
import {
  convert,
  expire,
  extend,
  freeReserved,
  reservationId,
  reserve,
  reserveIn,
  reserveOther,
} from './reservation-steps.fixture.ts';
import { quarantine, stockInMemory, warehouse } from './stock.fixture.ts';

const NORTH = warehouse(2, { ships: true, priority: 0, countries: ['NO'] });
const SOUTH = warehouse(3, { ships: false, priority: 0, countries: null });

/** Five units of A in MAIN, and as many in each of the other warehouses as are given. */
async function shop({
  north = 5,
  south = 0,
  strategy = 'anywhere',
}: Partial<{ north: number; south: number; strategy: Strategy }> = {}) {
  const stock = stockInMemory({}, [NORTH, SOUTH, ...quarantine]);
  stock.store.rules = { ...NO_RULES, strategy };
  await stock.run(create('A', 5));
  if (north > 0) await stock.run(adjust('A', north, { location: parseLocation('W2') }));
  if (south > 0) await stock.run(adjust('A', south, { location: parseLocation('W3') }));
  const keptIn = (): Readonly<Record<string, number>> =>
    Object.fromEntries(
      (stock.sku('A').warehouses ?? []).flatMap(({ id, reserved }) =>
        reserved === 0 ? [] : [[stock.store.locations.get(id)?.path, reserved]],
      ),
    );
  const kept = (reservation: number): number[] =>
    stock.store.reservations.get(reservationId(reservation))?.lines.map(({ units }) => units) ?? [];
  return { ...stock, keptIn, kept };
}

const refused = (code: string, item: object) =>
  expect.objectContaining({
    type: 'refused',
    refusal: expect.objectContaining({ code, errors: [expect.objectContaining(item)] }),
  });

describe('a reservation in one warehouse', () => {
  test('keeps units there alone, and no more than it has', async () => {
    const { run, sku, keptIn, kept, violations } = await shop();

    const [first, second] = await run(reserveIn('W2', 1, { A: 4 }), reserveIn('W2', 2, { A: 2 }));

    expect(first).toMatchObject({ type: 'reservation', record: { warehouse_id: NORTH.id, warehouse: 'W2' } });
    expect(second).toEqual(refused('insufficient_stock', { requested: 2, available: 1 }));
    expect([keptIn(), sku('A').reserved, kept(1)]).toEqual([{ W2: 4 }, 4, [4]]);
    expect(violations()).toEqual([]);
  });

  test('keeps what the warehouse has where it may be partial', async () => {
    const { run, keptIn, kept } = await shop();

    await run(reserveIn('W2', 1, { A: 9 }, { partial: true }));

    expect([keptIn(), kept(1)]).toEqual([{ W2: 5 }, [5]]);
  });

  test('has no more than is available: units that are kept wherever they lie may be those of the warehouse', async () => {
    const { run } = await shop();
    await run(reserve(1, { A: 8 }));

    expect(await run(reserveIn('W2', 2, { A: 3 }))).toEqual([refused('insufficient_stock', { available: 2 })]);
    expect(await run(reserveIn('W2', 2, { A: 2 }))).toMatchObject([{ type: 'reservation' }]);
  });

  test('is refused in a warehouse that there is not, and in a location that is none', async () => {
    const { run, store } = await shop();

    expect(await run(reserveIn('W9', 1, { A: 1 }))).toEqual([refused('unknown_location', { pointer: '/warehouse' })]);
    expect(await run(reserveIn('MAIN:Q', 1, { A: 1 }))).toEqual([
      refused('unknown_location', { pointer: '/warehouse', message: 'MAIN:Q is not a warehouse.' }),
    ]);
    expect(store.reservations.size).toBe(0);
  });

  test('is not the same as one without a warehouse under its external id', async () => {
    const { run } = await shop();
    const externalId = 'cart-1';
    await run(reserveIn('W2', 1, { A: 1 }, { externalId }));

    expect(await run(reserveIn('W2', 2, { A: 1 }, { externalId }))).toMatchObject([{ existing: true }]);
    expect(await run(reserve(3, { A: 1 }, { externalId }))).toMatchObject([{ refusal: { code: 'duplicate_external_id' } }]);
    expect(await run(reserveIn('MAIN', 4, { A: 1 }, { externalId }))).toMatchObject([
      { refusal: { code: 'duplicate_external_id' } },
    ]);
  });

  test('stays in it with other quantities, and once it is extended', async () => {
    const { run, keptIn, kept, violations } = await shop();
    await run(reserveIn('W2', 1, { A: 2 }));

    expect(await run(reserveOther(1, { A: 6 }))).toEqual([refused('insufficient_stock', { requested: 6, available: 5 })]);
    await run(reserveOther(1, { A: 5 }), extend(1, 5));
    expect([keptIn(), kept(1)]).toEqual([{ W2: 5 }, [5]]);
    await run(reserveOther(1, { A: 1 }));

    expect([keptIn(), kept(1)]).toEqual([{ W2: 1 }, [1]]);
    expect(violations()).toEqual([]);
  });

  test.each([
    ['it is released', freeReserved(1)],
    ['its time is over', expire(1, 10)],
    ['it keeps fewer', reserveOther(1, { A: 1 })],
  ])('gives units back to the orders that wait for them there where %s', async (_end, end) => {
    const { run, heldIn, keptIn, violations } = await shop();
    await run(reserveIn('W2', 1, { A: 5 }), allocateFrom(1, [['A', 3]], { from: ['W2'] }));
    expect(heldIn(orderId(1))).toEqual({});

    await run(end);

    expect(heldIn(orderId(1))).toEqual({ W2: 3 });
    expect(keptIn()['W2'] ?? 0).toBeLessThanOrEqual(1);
    expect(violations()).toEqual([]);
  });

  test('keeps its units from orders that ship from there, and not from those that ship from elsewhere', async () => {
    const { run, heldIn } = await shop();
    await run(reserveIn('W2', 1, { A: 4 }));

    await run(allocateFrom(1, [['A', 3]], { from: ['W2'] }), allocateFrom(2, [['A', 3]]));

    expect(heldIn(orderId(1))).toEqual({ W2: 1 });
    expect(heldIn(orderId(2))).toEqual({ MAIN: 3 });
  });
});

describe('units of a reservation that leave its warehouse', () => {
  test('are those of reservations there, the last that expires first, before any of orders', async () => {
    const { run, keptIn, kept, heldIn, violations } = await shop();
    await run(allocateFrom(1, [['A', 1]], { from: ['W2'] }), reserve(4, { A: 1 }, { at: 9 }));
    await run(
      reserveIn('W2', 1, { A: 2 }, { at: 2 }),
      reserveIn('W2', 2, { A: 2 }, { at: 1 }),
      reserveIn('MAIN', 3, { A: 3 }, { at: 5 }),
    );

    await run(transfer(NORTH.id, 'MAIN', { A: 3 }));

    expect([kept(1), kept(2), kept(3), kept(4)]).toEqual([[0], [1], [3], [1]]);
    expect([keptIn(), heldIn(orderId(1))]).toEqual([{ MAIN: 3, W2: 1 }, { W2: 1 }]);
    expect(violations()).toEqual([]);
  });

  test('are taken back by quarantine and by a count there', async () => {
    const { run, kept, violations } = await shop({ north: 0 });
    await run(reserveIn('MAIN', 1, { A: 4 }));

    await run(transfer(mainWarehouse().id, 'Q/S1', { A: 3 }));
    expect(kept(1)).toEqual([2]);
    await run({ ...count('A', 4) });

    expect(kept(1)).toEqual([2]);
    await run(adjust('A', -1, { location: parseLocation('MAIN') }));
    expect(kept(1)).toEqual([1]);
    expect(violations()).toEqual([]);
  });

  test('are taken by a lower total once all others are gone', async () => {
    const { run, kept, heldIn, violations } = await shop();
    await run(reserveIn('W2', 1, { A: 3 }), allocateFrom(1, [['A', 2]], { from: ['MAIN'] }));

    await run(count('A', 5));
    expect(kept(1)).toEqual([3]);
    await run(count('A', 3));

    expect([kept(1), heldIn(orderId(1))]).toEqual([[1], { MAIN: 2 }]);
    expect(violations()).toEqual([]);
  });
});

describe('an order of a reservation in one warehouse', () => {
  test('that may be shipped from there holds those very units first, and what it wants beyond them as any other', async () => {
    const { run, heldIn, keptIn, violations } = await shop({ strategy: 'most_stock' });
    await run(reserveIn('W2', 1, { A: 2 }), adjust('A', 9));

    await run(convert(1, 1, { A: 3 }));

    expect([heldIn(orderId(1)), keptIn()]).toEqual([{ MAIN: 1, W2: 2 }, {}]);
    expect(violations()).toEqual([]);
  });

  test('that is to come from one warehouse comes from that', async () => {
    const { run, heldIn, held } = await shop();
    await run(reserveIn('W2', 1, { A: 2 }));

    await run(convert(1, 1, { A: 9 }, { sourcing: { split: 'never' } }));

    expect([heldIn(orderId(1)), held(orderId(1))]).toEqual([{ W2: 5 }, [5]]);
  });

  test('of which each line is to come from one has units of that in each line that it kept some for', async () => {
    const { run, store } = await shop({ north: 9 });
    await run(reserveIn('W2', 1, { A: 3 }), reserve(2, { A: 4 }));
    const lines = [2, 2, 5].map((quantity, place) => ({ id: `lin_${place}`, sku: 'A', quantity }));

    await run({ ...convert(1, 1, {}, { sourcing: { split: 'by_line' } }), lines });

    expect(store.allocations.get(orderId(1))?.lines.map(({ sources }) => sources)).toEqual([
      [{ warehouse: NORTH.id, units: 2 }],
      [{ warehouse: NORTH.id, units: 2 }],
      [{ warehouse: mainWarehouse().id, units: 5 }],
    ]);
  });

  test('never competes with its own units, though others wait for them', async () => {
    const { run, heldIn, store } = await shop();
    await run(reserveIn('W2', 1, { A: 5 }), allocateFrom(1, [['A', 4]], { from: ['W2'] }));

    await run(convert(2, 1, { A: 5 }, { sourcing: { shipFrom: [parseLocation('W2')] }, allowBackorder: false }));

    expect(heldIn(orderId(2))).toEqual({ W2: 5 });
    expect(store.reservations.get(reservationId(1))).toMatchObject({ state: 'converted', orderId: orderId(2) });
  });

  test('is refused with what it could have, and the reservation stays', async () => {
    const { run, kept, keptIn, store, violations } = await shop();
    await run(reserveIn('W2', 1, { A: 2 }));

    await run(convert(1, 1, { A: 6 }, { sourcing: { shipFrom: [parseLocation('W2')] }, allowBackorder: false }));

    expect(store.allocations.get(orderId(1))?.lastAnswer.refusal).toMatchObject({
      code: 'insufficient_stock',
      errors: [{ requested: 6, available: 5 }],
    });
    expect([kept(1), keptIn()]).toEqual([[2], { W2: 2 }]);
    expect(violations()).toEqual([]);
  });

  test('that chooses no warehouse holds them there too, and others wherever it may be shipped from', async () => {
    const { run, heldIn, held } = await shop({ south: 5 });
    await run(reserveIn('W2', 1, { A: 2 }), reserveIn('W2', 2, { A: 3 }));

    await run(convert(1, 1, { A: 9 }, { country: 'NO' }));

    expect([heldIn(orderId(1)), held(orderId(1))]).toEqual([{ MAIN: 5, W2: 2 }, [7]]);
  });

  test('that chooses none and may not be shipped from there holds as many units wherever they lie', async () => {
    const { run, heldIn, held, keptIn, violations } = await shop();
    await run(reserveIn('W2', 1, { A: 5 }), allocate(1, [['A', 5]]));
    expect(held(orderId(1))).toEqual([5]);

    await run(convert(2, 1, { A: 5 }, { country: 'DE' }));

    expect([heldIn(orderId(2)), held(orderId(2)), keptIn()]).toEqual([{}, [5], {}]);
    expect(violations()).toEqual([]);
  });

  test('that may not be shipped from there gets units by its own rules, and what was kept goes to those that wait for it', async () => {
    const { run, heldIn, keptIn, violations } = await shop();
    await run(reserveIn('W2', 1, { A: 5 }), allocateFrom(1, [['A', 4]], { from: ['W2'] }));

    await run(convert(2, 1, { A: 5 }, { sourcing: { shipFrom: [parseLocation('MAIN')] } }));

    expect([heldIn(orderId(1)), heldIn(orderId(2)), keptIn()]).toEqual([{ W2: 4 }, { MAIN: 5 }, {}]);
    expect(violations()).toEqual([]);
  });

  test('leaves free at once what it wants no more of', async () => {
    const { run, heldIn, violations } = await shop();
    await run(reserveIn('W2', 1, { A: 5 }), allocateFrom(1, [['A', 3]], { from: ['W2'] }));

    await run(convert(2, 1, { A: 1 }));

    expect([heldIn(orderId(1)), heldIn(orderId(2))]).toEqual([{ W2: 3 }, { W2: 1 }]);
    expect(violations()).toEqual([]);
  });
});

test('a SKU of which nothing is reserved in a warehouse is stored as it was', async () => {
  const { run, sku } = await shop();
  const before = sku('A');

  await run(reserve(1, { A: 2 }), freeReserved(1));

  expect(sku('A').warehouses).toBe(before.warehouses);
  expect(before.warehouses).toBeUndefined();
});
