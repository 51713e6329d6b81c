import { type Allocation, olderFirst, type OrderKey } from '../../orders-stock/domain/allocation.ts';
import type { Location } from '../../locations/domain/location.ts';
import type { Sku } from '../../skus/domain/sku.ts';
import type { Limits, Reach, WorkingSet } from './working-set.ts';

/** What one command changes, before it is known whether it stands. */
export interface Changes {
  readonly skus: Map<string, Sku>;
  readonly allocations: Map<string, Allocation>;
  readonly places: Location[];
  readonly moves: StockMove[];
  filledLines: number;
}

/** Units that came to a place or left it. */
export interface StockMove {
  readonly sku: string;
  readonly locationId: string;
  readonly delta: number;
  /** What lies there after it. */
  readonly balance: number;
}

/** The running balances of a batch: a command is decided on what the ones before it left. */
export interface StockState {
  readonly limits: Limits;
  readonly sku: (code: string) => Sku | undefined;
  readonly allocation: (orderId: string) => Allocation | undefined;
  readonly place: (id: string) => Location | undefined;
  readonly placeAt: (path: string) => Location | undefined;
  /** The loaded orders with a line for the SKU, oldest first. */
  readonly ordersFor: (code: string) => readonly OrderKey[];
  readonly waitingReach: (code: string) => Reach;
  readonly heldReach: (code: string) => Reach;
  /** Lines of backorders that may still be filled. */
  readonly fillLinesLeft: () => number;
  readonly absorb: (changes: Changes) => void;
}

const ALL: Reach = { type: 'all' };
const NONE: Reach = { type: 'none' };

export function openState(workingSet: WorkingSet, limits: Limits): StockState {
  const skus = new Map(workingSet.skus.map((sku) => [sku.code, sku]));
  const allocations = new Map(workingSet.allocations.map((allocation) => [allocation.orderId, allocation]));
  const places = new Map(workingSet.places.map((place) => [place.id, place]));
  const placesByPath = new Map(workingSet.places.map((place) => [place.path, place]));
  const waited = new Set(workingSet.skus.filter(({ waiting }) => waiting > 0).map(({ code }) => code));
  const ordersBySku = new Map<string, readonly OrderKey[]>();
  let fillLinesLeft = limits.fillLines;
  return {
    limits,
    sku: (code) => skus.get(code),
    allocation: (orderId) => allocations.get(orderId),
    place: (id) => places.get(id),
    placeAt: (path) => placesByPath.get(path),
    ordersFor: (code) => {
      const known = ordersBySku.get(code) ?? ordersWith(code, allocations);
      ordersBySku.set(code, known);
      return known;
    },
    waitingReach: (code) => workingSet.waiting.get(code) ?? (waited.has(code) ? NONE : ALL),
    heldReach: (code) => workingSet.held.get(code) ?? NONE,
    fillLinesLeft: () => fillLinesLeft,
    absorb: (changes) => {
      for (const [code, sku] of changes.skus) skus.set(code, sku);
      for (const [orderId, allocation] of changes.allocations) {
        if (!allocations.has(orderId)) for (const { sku } of allocation.lines) ordersBySku.delete(sku);
        allocations.set(orderId, allocation);
      }
      for (const place of changes.places) {
        places.set(place.id, place);
        placesByPath.set(place.path, place);
      }
      fillLinesLeft -= changes.filledLines;
    },
  };
}

/** A branch of a state: what it absorbs does not touch the state that it comes from. Orders are not newly made on it. */
export function forkState(parent: StockState): StockState {
  const skus = new Map<string, Sku>();
  const allocations = new Map<string, Allocation>();
  const places = new Map<string, Location>();
  const placesByPath = new Map<string, Location>();
  let filledLines = 0;
  return {
    ...parent,
    sku: (code) => skus.get(code) ?? parent.sku(code),
    allocation: (orderId) => allocations.get(orderId) ?? parent.allocation(orderId),
    place: (id) => places.get(id) ?? parent.place(id),
    placeAt: (path) => placesByPath.get(path) ?? parent.placeAt(path),
    fillLinesLeft: () => parent.fillLinesLeft() - filledLines,
    absorb: (changes) => {
      for (const [code, sku] of changes.skus) skus.set(code, sku);
      for (const [orderId, allocation] of changes.allocations) allocations.set(orderId, allocation);
      for (const place of changes.places) {
        places.set(place.id, place);
        placesByPath.set(place.path, place);
      }
      filledLines += changes.filledLines;
    },
  };
}

function ordersWith(code: string, allocations: ReadonlyMap<string, Allocation>): readonly OrderKey[] {
  return [...allocations.values()].filter(({ lines }) => lines.some(({ sku }) => sku === code)).toSorted(olderFirst);
}
