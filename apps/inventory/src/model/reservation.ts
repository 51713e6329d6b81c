/** `converted`, `released` and `expired` are final. */
export type ReservationState = 'active' | 'converted' | 'released' | 'expired';

/** One SKU of a reservation; stored as it is. */
export interface ReservationLine {
  readonly sku: string;
  /** Units that were asked for. */
  readonly quantity: number;
  /** Units that it keeps while it is active, and kept at its end. */
  readonly units: number;
}

/** A warehouse that a reservation keeps its units in; stored as it is. */
export interface ReservationWarehouse {
  readonly id: string;
  /** The code that it had when units were reserved in it. */
  readonly code: string;
}

/** Units that are kept for a cart or quote until a time. A SKU stands in one line only. */
export interface Reservation {
  readonly id: string;
  readonly externalId: string | null;
  readonly state: ReservationState;
  readonly lines: readonly ReservationLine[];
  /** The one warehouse that it keeps its units in; absent where it keeps them wherever they lie. */
  readonly warehouse?: ReservationWarehouse;
  /** True where lines may be kept in part. */
  readonly partial: boolean;
  readonly expiresAt: Date;
  /** The order that it became. */
  readonly orderId: string | null;
  /** Rises by one with every change. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly endedAt: Date | null;
  /** `key_…`, `mem_…`, or the name of a service: who made the present version. */
  readonly lastActor: string;
}

/** Active reservations of one SKU at most: one decision releases all that have expired. */
export const MAX_ACTIVE_OF_SKU = 1_000;

export const isActive = ({ state }: Pick<Reservation, 'state'>): boolean => state === 'active';

/** True where its time is over, and it is still to be released. */
export const isOverdue = ({ state, expiresAt }: Pick<Reservation, 'state' | 'expiresAt'>, at: Date): boolean =>
  state === 'active' && expiresAt <= at;

/** Units of `sku` that it keeps. */
export function keptOf({ state, lines }: Pick<Reservation, 'state' | 'lines'>, sku: string): number {
  return state === 'active' ? (lines.find((line) => line.sku === sku)?.units ?? 0) : 0;
}

/** True while no other reservation may have its external id. */
export const holdsExternalId = ({ state }: Pick<Reservation, 'state'>): boolean => state === 'active' || state === 'converted';

/** True of the same request: the same units of the same SKUs, in whatever order, in the same warehouse or none. */
export function hasContent(
  { lines, partial, warehouse }: Pick<Reservation, 'lines' | 'partial' | 'warehouse'>,
  asked: Pick<Reservation, 'partial'> & {
    readonly warehouseId: string | undefined;
    readonly lines: readonly Pick<ReservationLine, 'sku' | 'quantity'>[];
  },
): boolean {
  const quantities = new Map(lines.map(({ sku, quantity }) => [sku, quantity]));
  const isSame = ({ sku, quantity }: Pick<ReservationLine, 'sku' | 'quantity'>): boolean => quantities.get(sku) === quantity;
  const isAlike = partial === asked.partial && warehouse?.id === asked.warehouseId;
  return isAlike && lines.length === asked.lines.length && asked.lines.every(isSame);
}

/** Sorts those first that expire last: units are taken back from these first. */
export function latestFirst(a: Reservation, b: Reservation): number {
  return b.expiresAt.getTime() - a.expiresAt.getTime() || (a.id < b.id ? 1 : -1);
}
