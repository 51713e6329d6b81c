import { type Tenant, tenantKey } from '@fulfilment/kernel';
import { makeCursors } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Stock } from '../compose.ts';
import { allocate, create, minute, orderId, origin } from '../stock/domain/commands/command.builder.ts';
import type { Command } from '../stock/domain/commands/commands.ts';
import { convert, expire, freeReserved, reservationId, reserve } from '../stock/reservation-steps.fixture.ts';
import { openStockDatabase, type StockDatabase } from '../stock/stock-database.fixture.ts';
import { violationsOf } from '../stock/stock-violations.fixture.ts';
import { makeExpireReservations } from './expire-reservations.ts';
import { makeReservationStore } from './reservation-store.ts';

let database: StockDatabase;
let processes: Stock[];

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  processes = [await database.openProcess(), await database.openProcess()];
});

afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await database.drop();
});

/** Sends each command to the next process, all at once. */
async function run(tenant: Tenant, commands: readonly Command[]): Promise<void> {
  await Promise.all(commands.map((command, place) => processOf(place).runCommand(tenant, command)));
}

function processOf(place: number): Stock {
  const process = processes[place % processes.length];
  if (!process) throw new Error('There is no process');
  return process;
}

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, place) => from + place);
const storeOf = () => makeReservationStore(database.mongo.db, makeCursors('a secret for cursors in tests only'));
const passOf = (place: number, at: Date) =>
  makeExpireReservations({ reservations: storeOf(), runCommand: processOf(place).runCommand, now: () => at });
const passOnce = (place: number, at: Date) => passOf(place, at)(() => undefined, new AbortController().signal);

/** Reservations are found by their number, which is theirs in the whole database. */
let made = 0;
const someReservations = (count: number): number[] => {
  made += count;
  return numbers(made - count + 1, count);
};

test('the first end of all active reservations is found, and those whose time is over, the first that expired first', async () => {
  const [mine, theirs] = [await database.newTenant(), await database.newTenant()];
  const [a = 0, b = 0, c = 0] = someReservations(3);
  for (const tenant of [mine, theirs]) await run(tenant, [create('A', 9)]);
  await run(mine, [reserve(a, { A: 1 }, { at: 2 })]);
  await run(theirs, [reserve(b, { A: 1 }, { at: 1 })]);
  await run(mine, [reserve(c, { A: 1 }, { at: 0 })]);
  await run(mine, [freeReserved(c, 1)]);
  const store = storeOf();
  const [ofMine, ofTheirs] = [mine, theirs].map(tenantKey);

  expect(await store.nextExpiry()).toEqual(minute(11));
  expect(await store.overdue(minute(10), 9)).toEqual([]);
  expect(await store.overdue(minute(11), 9)).toEqual([{ tenant: ofTheirs, id: reservationId(b) }]);
  expect(await store.overdue(minute(30), 9)).toEqual([
    { tenant: ofTheirs, id: reservationId(b) },
    { tenant: ofMine, id: reservationId(a) },
  ]);
  expect(await store.overdue(minute(30), 1)).toHaveLength(1);

  await passOnce(0, minute(30));
  expect(await store.nextExpiry()).toBeUndefined();
});

test('a pass ends all reservations that are overdue, more than one look finds, and each is told once by two processes', async () => {
  const tenants = [await database.newTenant(), await database.newTenant()];
  const all = someReservations(1_100);
  const shares = [all.slice(0, 700), all.slice(700)];
  for (const [at, tenant] of tenants.entries()) {
    await run(tenant, [create('A', 700)]);
    await run(tenant, shares[at]?.map((number) => reserve(number, { A: 1 })) ?? []);
    await run(tenant, [allocate(1, [['A', 700]])]);
  }

  await Promise.all([passOnce(0, minute(10)), passOnce(1, minute(10))]);

  for (const [at, tenant] of tenants.entries()) {
    const snapshot = await database.read(tenant);
    expect(violationsOf(snapshot)).toEqual([]);
    expect(snapshot.reservations.map(({ state }) => state)).toEqual(shares[at]?.map(() => 'expired'));
    expect(snapshot.skus).toMatchObject([{ reserved: 0, reservations: 0, allocated: 700, waiting: 0 }]);
    expect(toldOf(snapshot.messages)).toEqual(shares[at]?.map(reservationId));
  }
  expect(await storeOf().nextExpiry()).toBeUndefined();
}, 180_000);

/** The reservations of which an expiry was told, each as often as it was. */
function toldOf(messages: readonly { readonly value: string }[]): readonly string[] {
  const told = messages.map(({ value }): { readonly type?: string; readonly data?: { readonly id: string } } =>
    JSON.parse(value),
  );
  return told.flatMap(({ type, data }) => (type === 'reservation.expired' && data ? [data.id] : [])).toSorted();
}

test('at the moment of its end a reservation is an order or has expired, and each of its units is sold once', async () => {
  const tenant = await database.newTenant();
  const count = 60;
  const all = someReservations(count);
  await run(tenant, [create('A', count)]);
  await run(
    tenant,
    all.map((number) => reserve(number, { A: 1 })),
  );
  const endsMs = minute(10).getTime();
  const orderOf = (number: number): number => number - (all[0] ?? 0) + 1;
  /** Before the end, at it and after it, with and without the units being bound to the reservation. */
  const conversions = all.map((number, place): Command => {
    const at = new Date(endsMs + (place % 3) - 1);
    const others = { requireReservation: place % 2 === 0, allowBackorder: false };
    return { ...convert(orderOf(number), number, { A: 1 }, others), origin: { ...origin, at } };
  });
  const rivals = numbers(1_000, count).map((number): Command => ({ ...allocate(number, [['A', 1]]), allowBackorder: false }));
  const late = rivals.map((rival): Command => ({ ...rival, origin: { ...origin, at: new Date(endsMs) } }));
  const ends = all.map((number) => expire(number, 10));

  const isBefore = (command: Command): boolean => command.origin.at.getTime() < endsMs;
  await run(tenant, conversions.slice(0, 12).filter(isBefore));
  // Each conversion comes twice, once to either process.
  await run(
    tenant,
    all.flatMap((_, place) => [conversions[place], ends[place], late[place], conversions[place]].flatMap((each) => each ?? [])),
  );

  const { allocations, reservations, skus, ...others } = await database.read(tenant);
  expect(violationsOf({ allocations, reservations, skus, ...others })).toEqual([]);
  const held = allocations.filter(({ lines }) => lines.some(({ allocated }) => allocated > 0));
  expect(held.length).toBeLessThanOrEqual(count);
  expect(skus).toMatchObject([{ onHand: count, allocated: held.length, reserved: 0, reservations: 0, waiting: 0 }]);
  const byOrder = new Map(allocations.map((each) => [each.orderId, each]));
  const wrong = all.filter((number, place) => {
    const own = orderId(orderOf(number));
    const reservation = reservations.find(({ id }) => id === reservationId(number));
    const units = byOrder.get(own)?.lines[0]?.allocated;
    const code = byOrder.get(own)?.lastAnswer.refusal?.code;
    if (reservation?.state === 'converted') return reservation.orderId !== own || units !== 1;
    // Without its reservation an order is one among others, unless it has to have that.
    const isTold = place % 2 === 0 ? code === 'reservation_expired' : units === 1 || code === 'insufficient_stock';
    return reservation?.orderId !== null || !isTold;
  });
  expect(wrong).toEqual([]);
  expect(toldOf(others.messages)).toEqual(
    reservations
      .filter(({ state }) => state === 'expired')
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(new Set(reservations.map(({ state }) => state))).toEqual(new Set(['converted', 'expired']));
}, 180_000);
