import { meetsCondition, type StockReason, type VersionCondition } from '@fulfilment/kernel';
import { type LocationReference } from '../../../model/location.ts';
import {
  externalIdTaken,
  fewerAreAvailable,
  insufficientStock,
  notYet,
  type Refusal,
  reservationEnded,
  reservationNotFound,
  type ShortItem,
  tooManyReservations,
} from '../../../model/refusal.ts';
import {
  hasContent,
  isActive,
  isOverdue,
  keptOf,
  MAX_ACTIVE_OF_SKU,
  type Reservation,
  type ReservationLine,
  type ReservationWarehouse,
} from '../../../model/reservation.ts';
import { availableOf, promisableByWarehouse } from '../../../model/sku.ts';
import { admittedKindOf } from '../admitted-kinds.ts';
import { type CommandResult, type CommandSpec, type Deferred, DONE, type Origin, type Refused, refused } from '../command.ts';
import { activeWarehouse, unknownSkus } from '../resolve-target.ts';
import type { StockDraft } from '../stock-draft.ts';
import { fillBackorders } from './fill-backorders.ts';
import { whileFilling } from './order-step.ts';

/** Units that are asked for, each SKU once. */
type Asked = readonly Pick<ReservationLine, 'sku' | 'quantity'>[];

/** Keeps units that are free for a time, all lines or, where it may be partial, what there is of each. */
export interface ReserveUnits {
  readonly type: 'reserve';
  readonly origin: Origin;
  readonly reservationId: string;
  readonly externalId: string | null;
  readonly lines: Asked;
  readonly partial: boolean;
  readonly expiresInSeconds: number;
  /** The one warehouse to keep them in; absent to keep them wherever they lie. */
  readonly warehouse?: LocationReference | undefined;
}

export const reserve: CommandSpec<ReserveUnits> = {
  reads: ({ lines, externalId, warehouse }) => ({
    skus: lines.map(({ sku }) => sku),
    externalId: externalId ?? undefined,
    ...(warehouse && { locations: [warehouse] }),
  }),
  forecast: (_command, { filling }) => (filling ? {} : undefined),
  cause: ({ reservationId }) => causeOf('reservation', reservationId),
  decide: (draft, command) => {
    const { reservationId: id, externalId, lines: asked, partial, origin } = command;
    const found = warehouseOf(draft, command.warehouse);
    if (found.type === 'refused') return found;
    const { warehouse } = found;
    const existing = externalId === null ? undefined : draft.reservationNamed(externalId);
    if (existing && hasContent(existing, { ...command, warehouseId: warehouse?.id }))
      return { type: 'reservation', reservation: existing, existing: true };
    if (existing) return refused(externalIdTaken(existing));
    if (!draft.admits(admittedKindOf(command))) return refused(notYet());
    const lines = keep(draft, asked, { partial, warehouse });
    if ('type' in lines) return lines;
    const reservation: Reservation = {
      id,
      externalId,
      state: 'active',
      lines,
      ...(warehouse && { warehouse }),
      partial,
      expiresAt: after(origin.at, command.expiresInSeconds),
      orderId: null,
      version: 0,
      createdAt: origin.at,
      updatedAt: origin.at,
      endedAt: null,
      lastActor: origin.actor,
    };
    draft.putReservation(reservation);
    return { type: 'reservation', reservation };
  },
};

/** Changes a reservation that is active: its time, counted from now, or all of its lines. */
export interface UpdateReservation {
  readonly type: 'update-reservation';
  readonly origin: Origin;
  readonly reservationId: string;
  readonly expiresInSeconds?: number | undefined;
  readonly lines?: Asked | undefined;
  readonly ifMatch?: VersionCondition | undefined;
  /** The refusal where the request repeats read-only facts that are others by now. */
  readonly differsFrom?: (reservation: Reservation) => Refusal | undefined;
}

export const updateReservation: CommandSpec<UpdateReservation> = {
  reads: ({ reservationId, lines = [] }, _allocations, reservations) => ({
    skus: [...new Set([...lines, ...(reservations.get(reservationId)?.lines ?? [])].map(({ sku }) => sku))],
    reservationId,
  }),
  forecast: ({ reservationId, lines }, { code, filling }, { reservations }) => {
    const known = reservations.get(reservationId);
    const wanted = lines?.find(({ sku }) => sku === code)?.quantity ?? 0;
    const released = known && lines ? Math.max(0, keptOf(known, code) - wanted) : 0;
    return released > 0 || filling ? { released } : undefined;
  },
  cause: ({ reservationId }) => causeOf('reservation', reservationId),
  decide: (draft, command) => {
    const found = findReservation(draft, command);
    if (found.type !== 'reservation') return found;
    const { reservation } = found;
    const differing = command.differsFrom?.(reservation);
    if (differing) return refused(differing);
    if (!isActive(reservation)) return refused(reservationEnded(reservation));
    const { lines: asked, expiresInSeconds, origin } = command;
    const lines = asked ? keep(draft, asked, { ...reservation, before: reservation }) : reservation.lines;
    if ('type' in lines) return lines;
    const expiresAt = expiresInSeconds === undefined ? reservation.expiresAt : after(origin.at, expiresInSeconds);
    const isSame = lines === reservation.lines && expiresAt.getTime() === reservation.expiresAt.getTime();
    if (isSame) return { type: 'reservation', reservation };
    draft.putReservation({ ...reservation, lines, expiresAt, lastActor: origin.actor });
    for (const { sku } of lines === reservation.lines ? [] : reservation.lines) fillBackorders(draft, sku);
    return { type: 'reservation', reservation };
  },
};

/** Frees what a reservation keeps. One that keeps nothing any more stays as it is, unless it became an order. */
export interface ReleaseReservation {
  readonly type: 'release-reservation';
  readonly origin: Origin;
  readonly reservationId: string;
  readonly ifMatch?: VersionCondition | undefined;
}

export const releaseReservation: CommandSpec<ReleaseReservation> = {
  ...ofWholeReservation('release'),
  decide: (draft, command) => {
    const found = findReservation(draft, command);
    if (found.type !== 'reservation') return found;
    const { reservation } = found;
    if (reservation.state === 'converted') return refused(reservationEnded(reservation));
    if (isActive(reservation)) endReservation(draft, reservation, { state: 'released', origin: command.origin });
    return found;
  },
};

/** Frees what a reservation keeps whose time is over. */
export interface ExpireReservation {
  readonly type: 'expire-reservation';
  readonly origin: Origin;
  readonly reservationId: string;
}

export const expireReservation: CommandSpec<ExpireReservation> = {
  ...ofWholeReservation('expiry'),
  // Many expire at once, and are told together; each has an event of its own.
  cause: () => ({ reason: 'expiry', reference: null, note: null }),
  decide: (draft, { reservationId, origin }) => {
    const reservation = draft.reservation(reservationId);
    if (reservation && isOverdue(reservation, origin.at)) endReservation(draft, reservation, { state: 'expired', origin });
    return DONE;
  },
};

type WholeSpec = Pick<CommandSpec<ReleaseReservation | ExpireReservation>, 'reads' | 'forecast' | 'cause'>;

function ofWholeReservation(reason: StockReason): WholeSpec {
  return {
    reads: ({ reservationId }, _allocations, reservations) => ({
      skus: reservations.get(reservationId)?.lines.map(({ sku }) => sku) ?? [],
      reservationId,
    }),
    forecast: ({ reservationId }, { code }, { reservations }) => {
      const known = reservations.get(reservationId);
      return known && keptOf(known, code) > 0 ? { released: keptOf(known, code) } : undefined;
    },
    cause: ({ reservationId }) => causeOf(reason, reservationId),
  };
}

interface Ending {
  readonly state: 'converted' | 'released' | 'expired';
  readonly origin: Origin;
  readonly orderId?: string;
}

/** Ends a reservation. What it kept is free, and goes to the orders that wait for it; of a conversion only its caller says what is free. */
export function endReservation(draft: StockDraft, reservation: Reservation, { state, origin, orderId }: Ending): void {
  for (const { sku: code, units } of reservation.lines) changeReserved(draft, code, -units, -1);
  const ended = { state, orderId: orderId ?? reservation.orderId, endedAt: origin.at, lastActor: origin.actor };
  draft.putReservation({ ...reservation, ...ended });
  if (state !== 'converted') for (const { sku } of reservation.lines) fillBackorders(draft, sku);
}

function changeReserved(draft: StockDraft, code: string, units: number, reservations: number): void {
  const sku = draft.knownSku(code);
  draft.putSku({ ...sku, reserved: sku.reserved + units, reservations: sku.reservations + reservations });
}

type FoundWarehouse = { readonly type: 'found'; readonly warehouse?: ReservationWarehouse } | Refused;

function warehouseOf(draft: StockDraft, reference: LocationReference | undefined): FoundWarehouse {
  if (!reference) return { type: 'found' };
  const found = activeWarehouse(draft, reference, '/warehouse');
  if (found.type === 'refused') return found;
  const { id, path: code } = found.location;
  return { type: 'found', warehouse: { id, code } };
}

interface Keeping extends Pick<Reservation, 'partial'> {
  readonly warehouse?: ReservationWarehouse | undefined;
  /** The reservation as it is; absent of a new one. */
  readonly before?: Reservation;
}

/**
 * Counts the units of lines in place of what a reservation keeps. They are kept once the reservation is put with these lines, and only
 * then what it keeps no more is free.
 *
 * @returns its lines: the same ones where nothing changes.
 */
function keep(
  draft: StockDraft,
  asked: Asked,
  { partial, warehouse, before }: Keeping,
): readonly ReservationLine[] | Refused | Deferred {
  const known = new Map(before?.lines.map((line) => [line.sku, line]));
  // A SKU that was archived since stays in a reservation that has it.
  const passes = ({ sku }: Asked[number]): boolean => known.has(sku) && draft.sku(sku) !== undefined;
  const refusal = unknownSkus(draft, asked, { passes }) ?? crowdedLines(draft, asked, known);
  if (refusal) return refused(refusal);
  for (const { sku } of asked) if (draft.knownSku(sku).filling) fillBackorders(draft, sku);
  const lines = asked.map(({ sku: code, quantity }): ReservationLine => {
    const own = known.get(code)?.units ?? 0;
    return { sku: code, quantity, units: Math.min(quantity, own + forReservation(draft, code, warehouse?.id)) };
  });
  const [first, ...rest] = shortLines(lines, partial);
  if (first) return whileFilling(draft, [first, ...rest]) ?? refused(insufficientStock([first, ...rest], fewerAreAvailable));
  if (before && isSameLines(before.lines, lines)) return before.lines;
  replaceLines(draft, before?.lines ?? [], lines);
  return lines;
}

/** Counts the lines of a reservation in place of those before. */
function replaceLines(draft: StockDraft, before: readonly ReservationLine[], lines: readonly ReservationLine[]): void {
  const known = new Map(before.map((line) => [line.sku, line]));
  const left = before.filter(({ sku }) => !lines.some((line) => line.sku === sku));
  for (const { sku, units } of left) changeReserved(draft, sku, -units, -1);
  for (const { sku, units } of lines) {
    const line = known.get(sku);
    changeReserved(draft, sku, units - (line?.units ?? 0), line ? 0 : 1);
  }
}

/** Units that can be kept, in all warehouses or in one. While backorders are being filled, available units are theirs. */
function forReservation(draft: StockDraft, code: string, warehouse: string | undefined): number {
  const sku = draft.knownSku(code);
  if (sku.filling) return 0;
  return warehouse === undefined ? availableOf(sku) : (promisableByWarehouse(draft.tracked(code)).get(warehouse) ?? 0);
}

/** Lines that cannot be kept whole; of a partial reservation all lines, where there is nothing of any. */
function shortLines(lines: readonly ReservationLine[], partial: boolean): ShortItem[] {
  if (partial && lines.some(({ units }) => units > 0)) return [];
  return lines.flatMap(({ sku, quantity: requested, units: available }, index) =>
    available < requested ? [{ pointer: `/lines/${index}/quantity`, sku, requested, available }] : [],
  );
}

type KnownLines = ReadonlyMap<string, ReservationLine>;

function crowdedLines(draft: StockDraft, asked: Asked, known: KnownLines): Refusal | undefined {
  const items = asked.flatMap(({ sku }, index) =>
    !known.has(sku) && draft.knownSku(sku).reservations >= MAX_ACTIVE_OF_SKU ? [{ pointer: `/lines/${index}/sku`, sku }] : [],
  );
  return items.length > 0 ? tooManyReservations(items, MAX_ACTIVE_OF_SKU) : undefined;
}

const isSameLines = (before: readonly ReservationLine[], lines: readonly ReservationLine[]): boolean =>
  before.length === lines.length &&
  before.every(({ sku, quantity, units }, index) => {
    const line = lines[index];
    return line?.sku === sku && line.quantity === quantity && line.units === units;
  });

type Found = Extract<CommandResult, { type: 'reservation' | 'refused' | 'outdated_reservation' }>;

function findReservation(draft: StockDraft, { reservationId, ifMatch }: UpdateReservation | ReleaseReservation): Found {
  const reservation = draft.reservation(reservationId);
  if (!reservation) return refused(reservationNotFound());
  if (ifMatch && !meetsCondition(ifMatch, reservation.version)) return { type: 'outdated_reservation', reservation };
  return { type: 'reservation', reservation };
}

const causeOf = (reason: StockReason, id: string) => ({ reason, reference: { type: 'reservation' as const, id }, note: null });

const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1_000);
