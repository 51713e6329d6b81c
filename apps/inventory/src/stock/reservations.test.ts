import { describe, expect, test } from 'vitest';
import {
  adjust,
  allocate,
  confirm,
  count,
  create,
  fill,
  orderId,
  release,
  ship,
  update,
} from './domain/commands/command.builder.ts';
import { convert, expire, extend, freeReserved, reservationId, reserve, reserveOther } from './reservation-steps.fixture.ts';
import { stockInMemory } from './stock.fixture.ts';

const refusal = (code: string) => ({ type: 'refused', refusal: { code } });

describe('a reservation', () => {
  test('keeps units from orders and from other reservations, and nothing disappears', async () => {
    const { run, sku, held, said, violations } = stockInMemory();
    await run(create('A', 10));

    const [made] = await run(reserve(1, { A: 4 }));
    const [second] = await run(reserve(2, { A: 7 }));
    await run(allocate(1, [['A', 9]]));

    expect(made).toMatchObject({
      type: 'reservation',
      record: {
        status: 'active',
        lines: [{ sku: 'A', quantity: 4, reserved: 4 }],
        version: 1,
        expires_at: '2026-11-21T09:10:00.000Z',
      },
    });
    expect(second).toMatchObject({ refusal: { code: 'insufficient_stock', errors: [{ requested: 7, available: 6 }] } });
    expect(held(orderId(1))).toEqual([6]);
    expect(sku('A')).toMatchObject({ onHand: 10, allocated: 6, reserved: 4, reservations: 1, waiting: 3 });
    expect(said('inventory.updated')[1]).toMatchObject({
      changed: ['reserved', 'available'],
      reason: 'reservation',
      reference: { type: 'reservation', id: reservationId(1) },
      previous: { on_hand: 10, allocated: 0, reserved: 0, buffer: 0, available: 10 },
      data: { on_hand: 10, allocated: 0, reserved: 4, buffer: 0, available: 6 },
    });
    expect(violations()).toEqual([]);
  });

  test('V1: that has expired is another customer’s, and is not revived', async () => {
    const { run, violations, said } = stockInMemory();
    await run(create('A', 1), reserve(1, { A: 1 }));

    const [early] = await run(reserve(2, { A: 1 }, { at: 9 }));
    const [late] = await run(reserve(3, { A: 1 }, { at: 10 }));
    const [refreshed] = await run(extend(1, 11));

    expect(early).toMatchObject(refusal('insufficient_stock'));
    expect(late).toMatchObject({ type: 'reservation', record: { status: 'active' } });
    expect(refreshed).toMatchObject({ refusal: { code: 'reservation_expired', errors: [{ status_of_reservation: 'expired' }] } });
    expect(said('reservation.expired')).toMatchObject([
      {
        sequence: 2,
        data: { id: reservationId(1), status: 'expired', lines: [{ reserved: 0 }], ended_at: '2026-11-21T09:10:00.000Z' },
      },
    ]);
    expect(violations()).toEqual([]);
  });

  test('V2: the last unit, reserved by the customer, is theirs to order', async () => {
    const { run, held, sku, store, violations } = stockInMemory();
    await run(create('A', 1), reserve(1, { A: 1 }));

    await run(convert(1, 1, { A: 1 }, { allowBackorder: false }));

    expect(held(orderId(1))).toEqual([1]);
    expect(sku('A')).toMatchObject({ allocated: 1, reserved: 0, reservations: 0 });
    expect(store.reservations.get(reservationId(1))).toMatchObject({ state: 'converted', orderId: orderId(1), version: 2 });
    expect(violations()).toEqual([]);
  });

  test('V3: of all units leaves none for a second one of all', async () => {
    const { run } = stockInMemory();
    await run(create('A', 5));

    const results = await run(reserve(1, { A: 5 }), reserve(2, { A: 5 }));

    expect(results).toMatchObject([{ type: 'reservation' }, refusal('insufficient_stock')]);
  });

  test('V6: of an order that held nothing, a cancellation frees nothing', async () => {
    const { run, sku, violations } = stockInMemory();
    await run(create('A', 2), reserve(1, { A: 2 }), allocate(1, [['A', 2]]));

    await run(release(1, 2));

    expect(sku('A')).toMatchObject({ allocated: 0, reserved: 2, waiting: 0 });
    expect(violations()).toEqual([]);
  });

  test('gives its units to the oldest order that waits once it is released or expires', async () => {
    const { run, held, violations } = stockInMemory();
    await run(create('A', 4), reserve(1, { A: 2 }), reserve(2, { A: 2 }));
    await run(allocate(1, [['A', 3]]), allocate(2, [['A', 1]]));
    expect([held(orderId(1)), held(orderId(2))]).toEqual([[0], [0]]);

    await run(freeReserved(1));
    expect([held(orderId(1)), held(orderId(2))]).toEqual([[2], [0]]);
    await run(expire(2, 10));

    expect([held(orderId(1)), held(orderId(2))]).toEqual([[3], [1]]);
    expect(violations()).toEqual([]);
  });

  test('is made only of what is free: orders that wait come first', async () => {
    const { run, held } = stockInMemory({ fillLines: 1 });
    await run(create('A', 0), allocate(1, [['A', 2]]), allocate(2, [['A', 2]]));

    await run(adjust('A', 3));
    const [made] = await run(reserve(1, { A: 1 }));
    await run(fill('A'));

    expect(made).toMatchObject(refusal('insufficient_stock'));
    expect([held(orderId(1)), held(orderId(2))]).toEqual([[2], [1]]);
  });

  test('loses units before any order does, the one first that expires last', async () => {
    const { run, sku, store, held, violations } = stockInMemory();
    await run(create('A', 10), reserve(1, { A: 3 }), reserve(2, { A: 3 }, { at: 1 }), allocate(1, [['A', 4]]));

    await run(count('A', 6));
    expect([1, 2].map((each) => store.reservations.get(reservationId(each))?.lines[0]?.units)).toEqual([2, 0]);
    await run(count('A', 3));

    expect(sku('A')).toMatchObject({ onHand: 3, allocated: 3, reserved: 0, reservations: 2, waiting: 1 });
    expect(held(orderId(1))).toEqual([3]);
    expect(violations()).toEqual([]);
  });

  test('of a part has what there is, and of nothing is refused', async () => {
    const { run, sku, violations } = stockInMemory();
    await run(create('A', 2), create('B', 0));

    const [part] = await run(reserve(1, { A: 5, B: 1 }, { partial: true }));
    const [nothing] = await run(reserve(2, { A: 1, B: 1 }, { partial: true }));

    expect(part).toMatchObject({
      record: {
        lines: [
          { quantity: 5, reserved: 2 },
          { quantity: 1, reserved: 0 },
        ],
      },
    });
    expect(nothing).toMatchObject(refusal('insufficient_stock'));
    expect([sku('A').reservations, sku('B').reservations, sku('B').reserved]).toEqual([1, 1, 0]);
    expect(violations()).toEqual([]);
  });

  test('is changed whole: added units have to be free, those left out are free at once', async () => {
    const { run, sku, held, violations } = stockInMemory();
    await run(create('A', 3), create('B', 3), reserve(1, { A: 3 }), allocate(1, [['A', 1]]));

    const [tooMany] = await run(reserveOther(1, { A: 2, B: 4 }));
    const [changed] = await run(reserveOther(1, { A: 2, B: 3 }));
    const [same] = await run(reserveOther(1, { A: 2, B: 3 }));

    expect(tooMany).toMatchObject({
      refusal: { code: 'insufficient_stock', errors: [{ pointer: '/lines/1/quantity', available: 3 }] },
    });
    expect(changed).toMatchObject({ record: { version: 2, lines: [{ reserved: 2 }, { reserved: 3 }] } });
    expect(same).toMatchObject({ record: { version: 2 } });
    expect([held(orderId(1)), sku('A').reserved, sku('B').reserved]).toEqual([[1], 2, 3]);
    expect(violations()).toEqual([]);
  });

  test('is found by its external id while it is active or converted, and gives it up at its end', async () => {
    const { run, sku } = stockInMemory();
    await run(create('A', 9));
    const named = { externalId: 'cart-1' };

    const results = await run(
      reserve(1, { A: 2 }, named),
      reserve(2, { A: 2 }, named),
      reserve(3, { A: 3 }, named),
      freeReserved(1),
      reserve(4, { A: 3 }, named),
      convert(1, 4, { A: 3 }),
      reserve(5, { A: 3 }, named),
    );

    expect(results).toMatchObject([
      { record: { id: reservationId(1) } },
      { record: { id: reservationId(1) }, existing: true },
      refusal('duplicate_external_id'),
      { record: { status: 'released' } },
      { record: { id: reservationId(4) } },
      { type: 'done' },
      { record: { id: reservationId(4), status: 'converted', order_id: orderId(1) }, existing: true },
    ]);
    expect(sku('A')).toMatchObject({ allocated: 3, reserved: 0 });
  });

  test('of a SKU with a thousand active ones is refused', async () => {
    const { run, sku, violations } = stockInMemory();
    await run(create('A', 2_000));
    for (let made = 0; made < 1_000; made += 100)
      await run(...Array.from({ length: 100 }, (_each, place) => reserve(made + place, { A: 1 })));

    const [refused] = await run(reserve(1_000, { A: 1 }));
    const [after] = await run(reserve(1_001, { A: 1 }, { at: 10 }));

    expect(refused).toMatchObject({ refusal: { code: 'too_many_reservations', errors: [{ sku: 'A', maximum: 1_000 }] } });
    expect(after).toMatchObject({ type: 'reservation' });
    expect(sku('A')).toMatchObject({ reserved: 1, reservations: 1 });
    expect(violations()).toEqual([]);
  });
});

describe('an order of a reservation', () => {
  test('gets what is kept for it and then what is free, and frees what it has fewer of', async () => {
    const { run, held, sku, violations } = stockInMemory();
    await run(create('A', 5), create('B', 4), reserve(1, { A: 3, B: 4 }), allocate(1, [['B', 2]]));

    await run(convert(2, 1, { A: 4, B: 1 }));

    expect([held(orderId(1)), held(orderId(2))]).toEqual([[2], [4, 1]]);
    expect([sku('A').reserved, sku('B').reserved, sku('B').allocated]).toEqual([0, 0, 3]);
    expect(violations()).toEqual([]);
  });

  test('that is refused leaves the reservation as it is', async () => {
    const { run, store, sku } = stockInMemory();
    await run(create('A', 3), reserve(1, { A: 3 }));

    await run(convert(1, 1, { A: 4 }, { allowBackorder: false }));

    expect(store.allocations.get(orderId(1))).toMatchObject({
      state: 'rejected',
      lastAnswer: { refusal: { code: 'insufficient_stock', errors: [{ requested: 4, available: 3 }] } },
    });
    expect([sku('A').reserved, store.reservations.get(reservationId(1))?.state]).toEqual([3, 'active']);
  });

  test('that comes too late is one without a reservation, or refused where it has to have one', async () => {
    const { run, store, held, violations } = stockInMemory();
    await run(create('A', 2), reserve(1, { A: 2 }));

    await run(convert(1, 1, { A: 1 }, { at: 10, requireReservation: true }));
    await run(convert(2, 1, { A: 1 }, { at: 10 }));
    await run(convert(3, 9, { A: 1 }));

    expect(store.allocations.get(orderId(1))?.lastAnswer.refusal?.code).toBe('reservation_expired');
    expect(held(orderId(2))).toEqual([1]);
    expect(store.allocations.get(orderId(3))?.lastAnswer.refusal).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/reservation_id' }],
    });
    expect(violations()).toEqual([]);
  });

  test('and another order of the same reservation hold its units once', async () => {
    const { run, held, violations } = stockInMemory();
    await run(create('A', 2), reserve(1, { A: 2 }));

    await run(convert(1, 1, { A: 2 }), convert(2, 1, { A: 2 }));

    expect([held(orderId(1)), held(orderId(2))]).toEqual([[2], [0]]);
    expect(violations()).toEqual([]);
  });
});

describe('safety stock', () => {
  test('A5, A6, A7: is withheld as far as units are free, and never makes what is available negative', async () => {
    const { run, sku, said } = stockInMemory();
    await run(create('A', 100, { safetyStock: 110 }), create('B', 5, { safetyStock: 10 }), create('C', 10));

    await run(update('C', { safetyStock: 10 }));

    expect(said('inventory.updated').map(({ data }) => data)).toMatchObject([
      { on_hand: 100, buffer: 100, available: 0, safety_stock: 110, sold_out: true },
      { on_hand: 5, buffer: 5, available: 0, safety_stock: 10, sold_out: true },
      { on_hand: 10, buffer: 0, available: 10, safety_stock: 0 },
      { on_hand: 10, buffer: 10, available: 0, safety_stock: 10, sold_out: true },
    ]);
    expect(said('inventory.out_of_stock')).toHaveLength(1);
    expect(said('sku.updated')).toMatchObject([{ changed: ['safety_stock'] }]);
    expect(sku('C')).toMatchObject({ version: 2 });
  });

  test('A12: is never taken from what orders hold, which is packed and shipped', async () => {
    const { run, sku, held, violations } = stockInMemory();
    await run(create('A', 10), allocate(1, [['A', 8]]), update('A', { safetyStock: 4 }));
    const [reserved] = await run(reserve(1, { A: 1 }));

    await run(confirm(1), ship(1));

    expect(reserved).toMatchObject({ refusal: { errors: [{ available: 0 }] } });
    expect(held(orderId(1))).toEqual([0]);
    expect(sku('A')).toMatchObject({ onHand: 2, allocated: 0, safetyStock: 4 });
    expect(violations()).toEqual([]);
  });

  test('is withheld from orders that wait, which get the units once it is lower', async () => {
    const { run, held, violations } = stockInMemory();
    await run(create('A', 3, { safetyStock: 2 }), allocate(1, [['A', 3]]));
    expect(held(orderId(1))).toEqual([1]);

    await run(update('A', { safetyStock: 1 }));

    expect(held(orderId(1))).toEqual([2]);
    expect(violations()).toEqual([]);
  });
});

test('A10: of 300 units, orders and reservations together get 300', async () => {
  const { run, sku, store, violations } = stockInMemory();
  await run(create('A', 300));
  const carts = Array.from({ length: 225 }, (_each, place) => reserve(place, { A: 1 }));
  const buyers = carts.flatMap((cart, place) => [cart, { ...allocate(place, [['A', 1]]), allowBackorder: false }]);

  const results = await run(...buyers);

  const reserved = results.filter(({ type }) => type === 'reservation').length;
  const ordered = [...store.allocations.values()].filter(({ state }) => state === 'open').length;
  expect(reserved + ordered).toBe(300);
  expect(sku('A')).toMatchObject({ allocated: ordered, reserved });
  expect(violations()).toEqual([]);
});
