import type { IdPrefix } from '@fulfilment/kernel';
import type { Allocation } from '../../orders-stock/domain/allocation.ts';
import type { Location } from '../../locations/domain/location.ts';
import { balanceAt, type Sku } from '../../skus/domain/sku.ts';
import type { Changes, StockState } from './stock-state.ts';

/** Ids as an argument: a decision makes none itself. */
export type NewId = (prefix: IdPrefix) => string;

type PlaceFacts = Pick<Location, 'type' | 'code' | 'path' | 'createdAt' | 'updatedAt'>;

/** The state as one command sees and changes it. Until it is absorbed, nothing has happened. */
export interface Draft extends Pick<StockState, 'limits' | 'ordersFor' | 'waitingReach' | 'heldReach'> {
  readonly sku: (code: string) => Sku | undefined;
  /** @throws Error if the working set lacks it: a line was taken for a SKU that is there. */
  readonly knownSku: (code: string) => Sku;
  readonly putSku: (sku: Sku) => void;
  readonly allocation: (orderId: string) => Allocation | undefined;
  readonly putAllocation: (allocation: Allocation) => void;
  readonly place: (id: string) => Location | undefined;
  /** @throws Error if the working set lacks it: a SKU's places are loaded with it. */
  readonly knownPlace: (id: string) => Location;
  readonly placeAt: (path: string) => Location | undefined;
  /** A place that did not exist, made on its first use. */
  readonly addPlace: (facts: PlaceFacts, parent: Location) => Location;
  /** Puts `delta` units at a place, or takes them from it. */
  readonly move: (code: string, locationId: string, delta: number) => void;
  readonly fillLinesLeft: () => number;
  readonly countFilledLine: () => void;
  readonly changes: Changes;
}

export function openDraft(state: StockState, newId: NewId): Draft {
  const changes: Changes = { skus: new Map(), allocations: new Map(), places: [], moves: [], filledLines: 0 };
  const sku = (code: string): Sku | undefined => changes.skus.get(code) ?? state.sku(code);
  const knownSku = (code: string): Sku => {
    const known = sku(code);
    if (!known) throw new Error(`The working set lacks ${code}`);
    return known;
  };
  const findPlace = (id: string): Location | undefined => changes.places.find((made) => made.id === id) ?? state.place(id);
  return {
    limits: state.limits,
    ordersFor: state.ordersFor,
    waitingReach: state.waitingReach,
    heldReach: state.heldReach,
    sku,
    knownSku,
    putSku: (changed) => void changes.skus.set(changed.code, changed),
    allocation: (orderId) => changes.allocations.get(orderId) ?? state.allocation(orderId),
    putAllocation: (changed) => void changes.allocations.set(changed.orderId, changed),
    place: findPlace,
    knownPlace: (id) => {
      const known = findPlace(id);
      if (!known) throw new Error(`The working set lacks ${id}`);
      return known;
    },
    placeAt: (path) => changes.places.find((place) => place.path === path) ?? state.placeAt(path),
    addPlace: (facts, parent) => {
      const id = newId('loc');
      const lineage = [...parent.lineage, id];
      const made: Location = { ...facts, id, parentId: parent.id, lineage, name: null, version: 1, archivedAt: null };
      changes.places.push(made);
      return made;
    },
    move: (code, locationId, delta) => {
      const moved = withMoved(knownSku(code), locationId, delta);
      changes.skus.set(code, moved);
      changes.moves.push({ sku: code, locationId, delta, balance: balanceAt(moved, locationId) });
    },
    fillLinesLeft: () => state.fillLinesLeft() - changes.filledLines,
    countFilledLine: () => {
      changes.filledLines += 1;
    },
    changes,
  };
}

function withMoved(sku: Sku, locationId: string, delta: number): Sku {
  const balance = balanceAt(sku, locationId) + delta;
  if (balance < 0) throw new Error(`${locationId} would hold ${balance} of ${sku.code}`);
  const known = sku.stock.some((entry) => entry.locationId === locationId);
  const entries = known
    ? sku.stock.map((entry) => (entry.locationId === locationId ? { locationId, onHand: balance } : entry))
    : [...sku.stock, { locationId, onHand: balance }];
  return { ...sku, onHand: sku.onHand + delta, stock: entries.filter(({ onHand }) => onHand > 0) };
}
