import * as fc from 'fast-check';
import { parseLocation } from '../model/location.ts';
import { allocate, minute, origin, update } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import type { AllocateOrder } from './domain/commands/allocate-order.ts';
import type {
  ExpireReservation,
  ReleaseReservation,
  ReserveUnits,
  UpdateReservation,
} from './domain/commands/reservation-commands.ts';

/** Units by SKU. */
export type Units = Readonly<Record<string, number>>;

export const reservationId = (reservation: number): string => `rsv_${String(reservation).padStart(26, '0')}`;

const linesOf = (units: Units) => Object.entries(units).map(([sku, quantity]) => ({ sku, quantity }));

/** A reservation goes by its number; it is made at a minute after nine, for ten minutes. */
export const reserve = (
  reservation: number,
  units: Units,
  changes: Partial<ReserveUnits> & { at?: number } = {},
): ReserveUnits => {
  const { at = 0, ...others } = changes;
  return {
    type: 'reserve',
    origin: { ...origin, at: minute(at) },
    reservationId: reservationId(reservation),
    externalId: null,
    lines: linesOf(units),
    partial: false,
    expiresInSeconds: 600,
    ...others,
  };
};

/** A reservation that keeps its units in one warehouse. */
export const reserveIn = (code: string, ...[number, wanted, changes]: Parameters<typeof reserve>): ReserveUnits => ({
  ...reserve(number, wanted, changes),
  warehouse: parseLocation(code),
});

export const extend = (reservation: number, at: number, expiresInSeconds = 600): UpdateReservation => ({
  type: 'update-reservation',
  origin: { ...origin, at: minute(at) },
  reservationId: reservationId(reservation),
  expiresInSeconds,
});

export const reserveOther = (reservation: number, units: Units, at = 0): UpdateReservation => ({
  type: 'update-reservation',
  origin: { ...origin, at: minute(at) },
  reservationId: reservationId(reservation),
  lines: linesOf(units),
});

export const freeReserved = (reservation: number, at = 0): ReleaseReservation => ({
  type: 'release-reservation',
  origin: { ...origin, at: minute(at) },
  reservationId: reservationId(reservation),
});

export const expire = (reservation: number, at: number): ExpireReservation => ({
  type: 'expire-reservation',
  origin: { ...origin, at: minute(at) },
  reservationId: reservationId(reservation),
});

/** An order that is made of a reservation. */
export const convert = (
  order: number,
  reservation: number,
  units: Units,
  { at = 0, ...changes }: Partial<AllocateOrder> & { at?: number } = {},
): AllocateOrder => ({
  ...allocate(order, Object.entries(units)),
  origin: { ...origin, at: minute(at) },
  reservationId: reservationId(reservation),
  ...changes,
});

/** Each reservation is made once, as its id is new: another one of its number changes it. */
export function madeOnce(batches: readonly (readonly Command[])[]): Command[][] {
  const made = new Set<string>();
  return batches.map((batch) =>
    batch.map((command) => {
      if (command.type !== 'reserve') return command;
      const { origin: by, reservationId: id, lines, expiresInSeconds } = command;
      if (made.has(id)) return { type: 'update-reservation', origin: by, reservationId: id, lines, expiresInSeconds };
      made.add(id);
      return command;
    }),
  );
}

const at = fc.integer({ min: 0, max: 30 });
const seconds = fc.integer({ min: 30, max: 900 });
/** The orders of other schedules have lower numbers. */
const order = fc.integer({ min: 20, max: 26 });

interface Among {
  readonly skus: readonly string[];
  /** How many reservations there are. */
  readonly reservations: number;
  /** Codes of those that some reservations keep their units in, and some orders of these are shipped from. */
  readonly warehouses: readonly string[];
}

/** A step of one of a few reservations at some minute, the conversion into an order, or another safety stock. */
export function reservationStepOf({ skus, reservations, warehouses }: Among): fc.Arbitrary<Command> {
  const reservation = fc.integer({ min: 1, max: reservations });
  const units = fc.dictionary(fc.constantFrom(...skus), fc.integer({ min: 1, max: 4 }), { minKeys: 1 });
  const made = fc.record({ expiresInSeconds: seconds, partial: fc.boolean() });
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(reservation, units, at, made, fc.boolean(), fc.constantFrom(undefined, ...warehouses))
        .map(([number, wanted, minutes, facts, isNamed, code]) => {
          const changes = { ...facts, at: minutes, externalId: isNamed ? `cart-${number % 2}` : null };
          return code === undefined ? reserve(number, wanted, changes) : reserveIn(code, number, wanted, changes);
        }),
    },
    fc.tuple(reservation, at, seconds).map(([number, minutes, expiresIn]) => extend(number, minutes, expiresIn)),
    fc.tuple(reservation, units, at).map(([number, wanted, minutes]) => reserveOther(number, wanted, minutes)),
    fc.tuple(reservation, at).map(([number, minutes]) => freeReserved(number, minutes)),
    fc.tuple(reservation, at).map(([number, minutes]) => expire(number, minutes)),
    {
      weight: 3,
      arbitrary: fc
        .tuple(order, reservation, units, at, fc.boolean(), fc.boolean(), fc.constantFrom(undefined, ...warehouses))
        .map(([number, of, wanted, minutes, requireReservation, allowBackorder, from]) => {
          const sourcing = from === undefined ? {} : { sourcing: { shipFrom: [parseLocation(from)] } };
          return convert(number, of, wanted, { at: minutes, requireReservation, allowBackorder, ...sourcing });
        }),
    },
    fc
      .tuple(fc.constantFrom(...skus), fc.integer({ min: 0, max: 6 }))
      .map(([code, safetyStock]) => update(code, { safetyStock })),
  );
}

/** A step of reservations of three SKUs, wherever their units lie. */
export const reservationStep = reservationStepOf({ skus: ['A', 'B', 'C'], reservations: 10, warehouses: [] });
