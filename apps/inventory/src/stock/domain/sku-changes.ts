import type { Movement } from '../../model/ledger.ts';
import { isDefaultWarehouse, type Location, locationIn, type LocationsById } from '../../model/location.ts';
import {
  availableOf,
  bufferOf,
  isLow,
  isSet,
  type Sku,
  type SkuDetails,
  type StockEntry,
  type WarehouseStock,
  withheldIn,
} from '../../model/sku.ts';
import type { Cause } from './command.ts';
import type { NewId, StockDraft, StockMove, StockView } from './stock-draft.ts';

const QUANTITIES = ['on_hand', 'unavailable', 'allocated', 'reserved', 'buffer', 'available', 'stock', 'warehouses'] as const;
export type QuantityName = (typeof QUANTITIES)[number];

/** Facts of a SKU beside its quantities, by the names that events have for them. */
export type FactName =
  | 'name'
  | 'location'
  | 'reorder_point'
  | 'safety_stock'
  | 'warehouses'
  | 'status'
  | (typeof DETAILS)[number][1];

const DETAILS = [
  ['barcodes', 'barcodes'],
  ['metadata', 'metadata'],
  ['weightG', 'weight_g'],
  ['unitCost', 'unit_cost'],
  ['currency', 'currency'],
  ['hsCode', 'hs_code'],
  ['countryOfOrigin', 'country_of_origin'],
] as const satisfies readonly (readonly [keyof SkuDetails, string])[];

/** A change of one SKU by one command that clients can see. */
export interface SkuChange {
  /** Null at its creation. */
  readonly before: Sku | null;
  readonly after: Sku;
  /** The quantities that changed; none where only facts did, or where units that came in had been counted already. */
  readonly changed: readonly QuantityName[];
  /** The facts that changed; none at its creation. */
  readonly facts: readonly FactName[];
  /** True where the last available unit went. */
  readonly soldOut: boolean;
  /** True where it went from enough on hand to less than its reorder point. */
  readonly fellLow: boolean;
  readonly movements: readonly Movement[];
  readonly cause: Cause;
  /** Versions of the SKU that it tells of: more than one where changes are {@link joinedByCause}. */
  readonly versions: number;
}

/** Gives each SKU that a command changed its next version: one for a command, however much it changed. */
export function versionSkus(stock: StockView, draft: StockDraft, cause: Cause, newId: NewId) {
  const skus: Sku[] = [];
  const visible: SkuChange[] = [];
  for (const changing of draft.changes.skus.values()) {
    const before = stock.sku(changing.code) ?? null;
    const drafted = refilling(before, changing);
    const changed = changedQuantities(before, drafted);
    const facts = before ? changedFacts(before, drafted) : [];
    const moves = draft.moves.filter(({ sku }) => sku === drafted.code);
    if (!before || [changed, facts, moves].some(({ length }) => length > 0)) {
      const version = drafted.version + 1;
      const lastChange = { version, actor: cause.origin.actor };
      const after: Sku = { ...drafted, version, updatedAt: later(drafted.updatedAt, cause.origin.at), lastChange };
      const { fellLow, soldOut } = crossings(before, after);
      skus.push(after);
      const movements = movementsOf(after, moves, cause, newId);
      visible.push({ before, after, changed, facts, soldOut, fellLow, movements, cause, versions: 1 });
    } else if (countersDiffer(before, drafted)) skus.push(drafted);
  }
  return { skus, visible };
}

/** Units that leave a warehouse which withheld them may be available elsewhere: the backorders that wait for them are filled next. */
function refilling(before: Sku | null, after: Sku): Sku {
  const isWithheld = after.warehouses?.some(({ safetyStock = 0 }) => safetyStock > 0) ?? false;
  const rises = before !== null && isWithheld && availableOf(after) > availableOf(before);
  return rises && after.waiting > 0 && !after.filling ? { ...after, filling: true } : after;
}

function crossings(before: Sku | null, after: Sku): Pick<SkuChange, 'fellLow' | 'soldOut'> {
  return {
    fellLow: isLow(after) && !(before && isLow(before)),
    soldOut: before !== null && availableOf(before) > 0 && availableOf(after) === 0,
  };
}

/**
 * Changes as they are told: those of one SKU that follow each other in a transaction, by items of one batch and for one reason, are one,
 * from before the first of them to after the last. An event of a SKU has up to a hundred places, and a batch up to a thousand items.
 */
export function joinedByCause(changes: readonly SkuChange[]): readonly SkuChange[] {
  const told: SkuChange[] = [];
  const lastOf = new Map<string, number>();
  for (const change of changes) {
    const place = lastOf.get(change.after.code);
    const earlier = place === undefined ? undefined : told[place];
    if (place !== undefined && earlier && isOneCause(earlier.cause, change.cause)) told[place] = joined(earlier, change);
    else lastOf.set(change.after.code, told.push(change) - 1);
  }
  return told;
}

/** Items of a batch have no reference. */
function isOneCause(a: Cause, b: Cause): boolean {
  return a.origin.batch !== undefined && a.origin.batch === b.origin.batch && a.reason === b.reason;
}

/** A quantity that changed on the way is named, though it may be as it was again: each version of a SKU is told of. */
function joined(earlier: SkuChange, later: SkuChange): SkuChange {
  const { before } = earlier;
  return {
    ...later,
    ...crossings(before, later.after),
    before,
    changed: QUANTITIES.filter((name) => earlier.changed.includes(name) || later.changed.includes(name)),
    facts: [...new Set([...earlier.facts, ...later.facts])],
    movements: [...earlier.movements, ...later.movements],
    versions: earlier.versions + later.versions,
  };
}

/** Entries of the ledger, numbered within the SKU's version. */
function movementsOf(after: Sku, moves: readonly StockMove[], cause: Cause, newId: NewId): Movement[] {
  const { note, origin } = cause;
  const { actor, requestId, claim } = origin;
  const { version, updatedAt: at } = after;
  return moves.map(({ sku, locationId, delta, balance, entry: { reason, reference, occurredAt } = cause }, line) => ({
    id: newId('mov'),
    sku,
    version,
    line,
    locationId,
    delta,
    balance,
    reason,
    reference,
    note,
    actor,
    requestId,
    at,
    ...(occurredAt && occurredAt < at ? { occurredAt } : {}),
    claim: claim ? { id: claim.id, fingerprint: claim.fingerprint } : null,
  }));
}

const NOTHING = { onHand: 0, unavailable: 0, allocated: 0, reserved: 0, safetyStock: 0, stock: [], warehouses: [] };

/** A SKU begins with nothing: its creation changes what it opens with. */
function changedQuantities(sku: Sku | null, after: Sku): QuantityName[] {
  const before = sku ?? NOTHING;
  const names: QuantityName[] = [];
  if (before.onHand !== after.onHand) names.push('on_hand');
  if (before.unavailable !== after.unavailable) names.push('unavailable');
  if (before.allocated !== after.allocated) names.push('allocated');
  if (before.reserved !== after.reserved) names.push('reserved');
  if (bufferOf(before) !== bufferOf(after)) names.push('buffer');
  if (availableOf(before) !== availableOf(after)) names.push('available');
  if (!liesAlike(before.stock, after.stock)) names.push('stock');
  if (!isHeldAlike(before.warehouses, after.warehouses)) names.push('warehouses');
  return names;
}

/** True where the same warehouses have, hold, keep and withhold the same units: of what is in none, the places tell. */
function isHeldAlike(before: Sku['warehouses'], after: Sku['warehouses'] = []): boolean {
  if (before === after) return true;
  if (!before) return after.every((stock) => stock.allocated + stock.reserved === 0 && withheldIn(stock) === 0);
  return shownText(before) === shownText(after);
}

const shownText = (warehouses: readonly WarehouseStock[]): string =>
  JSON.stringify(
    warehouses.flatMap((stock) => {
      const { id, onHand, unavailable, allocated, reserved } = stock;
      const units = [id, onHand, unavailable, allocated, reserved, withheldIn(stock)];
      return onHand === 0 && allocated === 0 && reserved === 0 ? [] : [units];
    }),
  );

function liesAlike(before: readonly StockEntry[], after: readonly StockEntry[]): boolean {
  if (before === after) return true;
  const same = ({ locationId, onHand }: StockEntry, index: number): boolean =>
    after[index]?.locationId === locationId && after[index].onHand === onHand;
  return before.length === after.length && before.every(same);
}

function changedFacts(before: Sku, after: Sku): FactName[] {
  const names: FactName[] = [];
  if (before.name !== after.name) names.push('name');
  if (before.homeId !== after.homeId) names.push('location');
  if (before.reorderPoint !== after.reorderPoint) names.push('reorder_point');
  if (before.safetyStock !== after.safetyStock) names.push('safety_stock');
  if (settingsText(before) !== settingsText(after)) names.push('warehouses');
  if (before.archivedAt !== after.archivedAt) names.push('status');
  // Details that are the same are the same object.
  if (before.details === after.details) return names;
  const differs = (name: keyof SkuDetails): boolean =>
    JSON.stringify(before.details[name]) !== JSON.stringify(after.details[name]);
  return [...names, ...DETAILS.flatMap(([name, shown]) => (differs(name) ? [shown] : []))];
}

const settingsText = ({ warehouses = [] }: Sku): string =>
  JSON.stringify(warehouses.filter(isSet).map(({ id, safetyStock, reorderPoint }) => [id, safetyStock, reorderPoint]));

/** Counters and counts that only the next decisions see. */
function countersDiffer(before: Sku, after: Sku): boolean {
  const differs =
    before.ranked !== after.ranked ||
    before.firm !== after.firm ||
    before.waiting !== after.waiting ||
    before.warehouses !== after.warehouses ||
    before.filling !== after.filling;
  return differs || before.reservations !== after.reservations || before.counts !== after.counts;
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);

/**
 * The locations that must be as they were read when a batch is written: those where a SKU newly lies or is at home, and the parents of
 * new locations. Where a SKU lay or was at home before, its own document already tells the request that would archive the location.
 * The default warehouse is never archived or renamed, and every process would fight over it.
 *
 * @returns their ids.
 */
export function lockedLocations(
  before: readonly Sku[],
  after: readonly Sku[],
  newLocations: readonly Location[],
  locations: LocationsById,
): string[] {
  const made = new Set(newLocations.map(({ id }) => id));
  const known = new Map(before.map((sku) => [sku.code, locationsInUse(sku)]));
  const parents = newLocations.flatMap(({ parentId }) => parentId ?? []);
  const newlyUsed = after.flatMap((sku) => [...locationsInUse(sku).difference(known.get(sku.code) ?? new Set())]);
  return [...new Set([...parents, ...newlyUsed])].filter((id) => !made.has(id) && !isDefaultWarehouse(locationIn(locations, id)));
}

/** The home of an archived SKU is not in use: restoring the SKU checks the location again. */
function locationsInUse({ homeId, stock, archivedAt }: Sku): Set<string> {
  const lying = stock.map(({ locationId }) => locationId);
  return new Set(archivedAt === null ? [homeId, ...lying] : lying);
}
