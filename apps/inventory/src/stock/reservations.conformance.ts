import { newId, tenantKey } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import type { Reservation } from '../model/reservation.ts';
import { minute } from './domain/commands/command.builder.ts';
import type { StockReader } from './stock-ports.ts';
import { WRITES_NOTHING } from './stock.fixture.ts';
import type { Open, StoreUnderTest } from './stored-stock.fixture.ts';

/** A reservation of two SKUs that ends at a minute. */
const reservationOf = (expires: number, changes: Partial<Reservation> = {}): Reservation => ({
  id: newId('rsv'),
  externalId: null,
  state: 'active',
  lines: [
    { sku: 'MUG', quantity: 3, units: 2 },
    { sku: 'CUP', quantity: 1, units: 1 },
  ],
  partial: true,
  expiresAt: minute(expires),
  orderId: null,
  version: 1,
  createdAt: minute(0),
  updatedAt: minute(0),
  endedAt: null,
  lastActor: 'key_1',
  ...changes,
});

const add = ({ store, tenant }: StoreUnderTest, ...reservations: readonly Reservation[]): Promise<void> =>
  store.transact(tenantKey(tenant), ({ write }) => write({ ...WRITES_NOTHING, reservations }));

const read = <Result>({ other, tenant }: StoreUnderTest, work: (reader: StockReader) => Promise<Result>): Promise<Result> =>
  other.transact(tenantKey(tenant), ({ read: reader }) => work(reader));

const idsOf = (found: readonly Reservation[]): readonly string[] => found.map(({ id }) => id);
const overdue = { skus: ['MUG'], at: minute(20), atMost: 9 };

/** Reservations as transactions read and write them. */
export function findsReservations(open: Open): void {
  test('by their ids, with all their facts, also once they have ended', async () => {
    const opened = await open();
    const active = reservationOf(10);
    const converted = reservationOf(11, {
      state: 'converted',
      externalId: 'cart-1',
      partial: false,
      orderId: newId('ord'),
      endedAt: minute(5),
    });
    await add(opened, active, converted);

    const ids = [converted.id, active.id, newId('rsv')];
    const found = await read(opened, (reader) => reader.reservations({ ids, externalIds: [] }));

    expect(new Map(found.map((each) => [each.id, each]))).toEqual(new Map([active, converted].map((each) => [each.id, each])));
  });

  test('by an external id, which one that expired or was released gives up', async () => {
    const opened = await open();
    const all = (['active', 'converted', 'released', 'expired'] as const).map((state) =>
      reservationOf(10, { state, externalId: `cart-${state}`, endedAt: state === 'active' ? null : minute(5) }),
    );
    await add(opened, ...all, reservationOf(10));

    const externalIds = [...all.map(({ externalId }) => externalId ?? ''), 'unknown', ''];
    const found = await read(opened, (reader) => reader.reservations({ ids: [], externalIds }));

    expect(found.map(({ state }) => state).toSorted()).toEqual(['active', 'converted']);
  });
}

/** Reservations that transactions look for, and write as they read them. */
export function keepsReservations(open: Open): void {
  test('whose time is over at a moment, of some SKUs, those first that expired first', async () => {
    const opened = await open();
    const [last, first, exact] = [reservationOf(12), reservationOf(10), reservationOf(20)];
    const others = [
      reservationOf(21),
      reservationOf(5, { state: 'released', endedAt: minute(4) }),
      reservationOf(6, { lines: [{ sku: 'CUP', quantity: 1, units: 1 }] }),
    ];
    await add(opened, last, first, exact, ...others);

    const found = await read(opened, async (reader) => [
      await reader.overdueReservations(overdue),
      await reader.overdueReservations({ ...overdue, atMost: 2 }),
      await reader.overdueReservations({ ...overdue, at: minute(9) }),
    ]);

    expect(found.map(idsOf)).toEqual([[first.id, last.id, exact.id], [first.id, last.id], []]);
    expect(found[1]).toEqual([first, last]);
  });

  test('that keep a number of units of a SKU, those first that expire last', async () => {
    const opened = await open();
    const [early, late, middle] = [reservationOf(10), reservationOf(30), reservationOf(20)];
    const ended = reservationOf(40, { state: 'expired', endedAt: minute(40) });
    await add(opened, early, late, middle, ended, reservationOf(50, { lines: [{ sku: 'CUP', quantity: 1, units: 1 }] }));

    const found = await read(opened, async (reader) => [
      await reader.keeping({ sku: 'MUG', units: 1 }),
      await reader.keeping({ sku: 'MUG', units: 3 }),
      await reader.keeping({ sku: 'MUG', units: 99 }),
    ]);

    expect(found.map(idsOf)).toEqual([[late.id], [late.id, middle.id], [late.id, middle.id, early.id]]);
  });

  test('that keep a number of units of a SKU in one warehouse, those first that expire last', async () => {
    const opened = await open();
    const warehouse = { id: 'loc_north', code: 'NORTH' };
    const [early, late, middle] = [reservationOf(10, { warehouse }), reservationOf(30, { warehouse }), reservationOf(20)];
    const elsewhere = reservationOf(40, { warehouse: { id: 'loc_main', code: 'MAIN' } });
    await add(opened, early, late, middle, elsewhere);

    const found = await read(opened, async (reader) => [
      await reader.keeping({ sku: 'MUG', units: 1, warehouse: warehouse.id }),
      await reader.keeping({ sku: 'MUG', units: 9, warehouse: warehouse.id }),
      await reader.keeping({ sku: 'MUG', units: 9, warehouse: 'loc_south' }),
    ]);

    expect(found.map(idsOf)).toEqual([[late.id], [late.id, early.id], []]);
    expect(found[0]).toEqual([late]);
  });

  test('of their own tenant alone', async () => {
    const [opened, theirs] = [await open(), await open()];
    const reservation = reservationOf(10, { externalId: 'cart-1' });
    await add(opened, reservation);

    const found = await read(theirs, async (reader) => [
      await reader.reservations({ ids: [reservation.id], externalIds: ['cart-1'] }),
      await reader.overdueReservations(overdue),
      await reader.keeping({ sku: 'MUG', units: 1 }),
    ]);

    expect(found).toEqual([[], [], []]);
  });

  test('as they were written last, of which the first of two transactions wins', async () => {
    const opened = await open();
    const { store, other, tenant } = opened;
    const reservation = reservationOf(10);
    await add(opened, reservation);
    let runs = 0;
    const end = (by: StoreUnderTest['store'], state: 'converted' | 'expired', beside: () => Promise<unknown>): Promise<void> =>
      by.transact(tenantKey(tenant), async ({ read: reader, write }) => {
        const [found] = await reader.reservations({ ids: [reservation.id], externalIds: [] });
        runs += 1;
        await beside();
        if (found?.state !== 'active') return;
        await write({ ...WRITES_NOTHING, reservations: [{ ...found, state, version: 2, endedAt: minute(10) }] });
      });
    let isFirst = true;
    await end(store, 'converted', async () => {
      if (isFirst) await end(other, 'expired', async () => undefined);
      isFirst = false;
    });

    const [found] = await read(opened, (reader) => reader.reservations({ ids: [reservation.id], externalIds: [] }));
    expect(found).toMatchObject({ state: 'expired', version: 2 });
    expect(runs).toBe(3);
  });
}
