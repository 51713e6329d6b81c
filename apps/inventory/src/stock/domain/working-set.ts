import type { Allocation } from '../../model/allocation.ts';
import type { Movement } from '../../model/ledger.ts';
import type { Location } from '../../model/location.ts';
import { byRank, type QueueKey } from '../../model/queue.ts';
import type { ScanAnswer } from '../../model/scan-answer.ts';
import type { Reservation } from '../../model/reservation.ts';
import type { Sku } from '../../model/sku.ts';
import type { Sources } from '../../model/sourcing.ts';
import type { AdmittedKind } from './admitted-kinds.ts';

/** The loaded stretch of a SKU's queue of orders, from the end where they are taken first. */
export type Reach =
  | { readonly type: 'all'; readonly within?: Warehouses | undefined }
  | { readonly type: 'none'; readonly within?: undefined }
  /** Every unit up to this place is of an order that is loaded; others may follow. */
  | { readonly type: 'up-to'; readonly last: QueueKey; readonly within?: Warehouses | undefined };

/** Ids of the only warehouses that orders are loaded for: those that can have no units of them are left out. */
export type Warehouses = ReadonlySet<string>;

/** An earlier request under a claim, by its receipt or, where that has expired, by the ledger. */
export type EarlierRequest =
  | { readonly type: 'receipt'; readonly fingerprint: string; readonly refused: boolean }
  | { readonly type: 'ledger'; readonly fingerprint: string; readonly movements: readonly Movement[] };

/** The records that a batch of commands is decided on, as one transaction sees them. */
export interface WorkingSet {
  readonly skus: readonly Sku[];
  readonly locations: readonly Location[];
  /** The orders of the commands, and those that may be filled or lose their holds. */
  readonly allocations: readonly Allocation[];
  /** Those of the commands, those that may lose units, and those that have expired. */
  readonly reservations?: readonly Reservation[];
  /** Ids of reservations whose SKUs are all loaded, so that a command which comes after their time ends them first; by expiry. */
  readonly expiring?: readonly string[];
  /** By SKU, by rank. Of a SKU that is not named all are loaded if none waited, else none. */
  readonly waiting: ReadonlyMap<string, Reach>;
  /** By SKU, the lowest rank first. Of a SKU that is not named none are loaded. */
  readonly held: ReadonlyMap<string, Reach>;
  /** By the ids of their claims. */
  readonly earlier: ReadonlyMap<string, EarlierRequest>;
  readonly scanAnswers: readonly ScanAnswer[];
  /** The SKUs with the barcodes that commands name, by barcode. */
  readonly barcodes?: ReadonlyMap<string, string>;
  /** Absent where SKUs have no bound, or none are created. */
  readonly skuRoom?: SkuRoom | undefined;
  /** The tenant's rules and warehouses; absent where no order of the batch can hold units in one. */
  readonly sources?: Sources | undefined;
  /** Kinds of its commands that wait for processes of earlier releases to end. Absent: none. */
  readonly notAdmitted?: readonly AdmittedKind[];
}

/** The number of SKUs that a tenant has, and the most that it may have. */
export interface SkuRoom {
  readonly used: number;
  readonly bound: number;
}

/** Bounds of one transaction. */
export interface Limits {
  /** Lines of its commands. */
  readonly commandLines: number;
  /** Places at which the SKUs of its commands lie, of each command by itself: its results, receipts and events have them all. */
  readonly commandPlaces: number;
  /** Lines of backorders that it fills. */
  readonly fillLines: number;
  /** Orders from which one count may take holds back. */
  readonly takeBackOrders: number;
  /** Lines of these orders. */
  readonly takeBackLines: number;
}

/**
 * A transaction of this size takes 40 ms (500 lines of commands), 90 ms (500 lines filled) or
 * 0.7 s (5 000 orders taken back from), measured on two cores. Requests of all tenants wait for each of its parts.
 */
export const LIMITS: Limits = {
  commandLines: 500,
  commandPlaces: 20_000,
  fillLines: 500,
  takeBackOrders: 5_000,
  takeBackLines: 20_000,
};

/** True where every order at or before a place in the queue is loaded. */
export function reachesUpFrom(reach: Reach, key: QueueKey): boolean {
  return reach.type === 'up-to' ? byRank(key, reach.last) <= 0 : reach.type === 'all';
}

/** True where every order at or behind a place in the queue is loaded. */
export function reachesDownTo(reach: Reach, key: QueueKey): boolean {
  return reach.type === 'up-to' ? byRank(key, reach.last) >= 0 : reach.type === 'all';
}
