import { type Allocation, olderFirst, type OrderKey } from '../../orders-stock/domain/allocation.ts';
import type { Location } from '../../locations/domain/location.ts';
import type { ScanAnswer } from '../../scans-stock/domain/scan-answer.ts';
import type { Sku } from '../../skus/domain/sku.ts';

/** How far the loaded orders of a SKU reach, from the end where they are taken first. */
export type Reach =
  | { readonly type: 'all' }
  | { readonly type: 'none' }
  /** Every order up to this one is loaded; behind it there may be others. */
  | { readonly type: 'up-to'; readonly last: OrderKey };

/** What is known of a request that was answered. */
export interface GivenAnswer {
  /** Of what it asked for. */
  readonly fingerprint: string;
  /** Whether it was refused, so that nothing was done. */
  readonly refused: boolean;
}

/** What a batch of commands concerns, as one transaction sees it. */
export interface WorkingSet {
  readonly skus: readonly Sku[];
  readonly places: readonly Location[];
  /** The orders of the commands, and those that may be filled or lose their holds. */
  readonly allocations: readonly Allocation[];
  /** By SKU, oldest first. Where a SKU is not named, all are known if none waited, else none. */
  readonly waiting: ReadonlyMap<string, Reach>;
  /** By SKU, newest first. Where a SKU is not named, none are known. */
  readonly held: ReadonlyMap<string, Reach>;
  /** Requests that were answered before, by the ids of their claims. */
  readonly answered: ReadonlyMap<string, GivenAnswer>;
  /** What scans were answered before. */
  readonly scanAnswers: readonly ScanAnswer[];
}

/** Bounds of one transaction. */
export interface Limits {
  /** Lines of its commands. */
  readonly commandLines: number;
  /** Lines of backorders that it fills. */
  readonly fillLines: number;
  /** Orders from which one count may take holds back. */
  readonly takeBackOrders: number;
}

/** Whether every order that is as old as `key` or older is loaded. */
export function reachesUpFrom(reach: Reach, key: OrderKey): boolean {
  return reach.type === 'up-to' ? olderFirst(key, reach.last) <= 0 : reach.type === 'all';
}

/** Whether every order that is as new as `key` or newer is loaded. */
export function reachesDownTo(reach: Reach, key: OrderKey): boolean {
  return reach.type === 'up-to' ? olderFirst(key, reach.last) >= 0 : reach.type === 'all';
}
