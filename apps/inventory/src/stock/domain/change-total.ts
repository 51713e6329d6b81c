import { type Allocation, looselyHeld, type OrderKey } from '../../model/allocation.ts';
import type { Location } from '../../model/location.ts';
import {
  fewerLieAt,
  insufficientStock,
  invalidField,
  locationArchived,
  type Refusal,
  type ShortItem,
  skuArchived,
  tooManyLocations,
  tooManyUnits,
} from '../../model/refusal.ts';
import { balanceAt, MAX_LOCATIONS, MAX_UNITS, type Sku, type StockEntry } from '../../model/sku.ts';
import { type Deferred, DONE, putOff, type Refused, refused } from './command.ts';
import { fillBackorders } from './commands/fill-backorders.ts';
import type { EntryFacts, StockDraft } from './stock-draft.ts';
import { type Limits, reachesDownTo } from './working-set.ts';

export interface TotalChange {
  /** Units on hand after it. */
  readonly target: number;
  /** The one location that it is made at; else the home location first, then the fullest others. */
  readonly at?: Location | undefined;
  /** To the part of the request that asks for it. */
  readonly pointer: string;
}

export type TotalResult = typeof DONE | Refused | Deferred;

/**
 * Brings the total of a SKU to a target. Below what is allocated, the shortfall is taken back from the newest orders that
 * are not confirmed; below what confirmed orders hold it is refused.
 */
export function changeTotal(draft: StockDraft, sku: Sku, change: TotalChange): TotalResult {
  if (sku.archivedAt !== null) return refused(skuArchived([{ pointer: change.pointer, sku: sku.code }]));
  const result = change.target > sku.onHand ? raise(draft, sku, change) : lower(draft, sku, change);
  if (result.type === 'done') fillBackorders(draft, sku.code);
  return result;
}

/** Adds units, and fills no backorders with them. */
export function raise(draft: StockDraft, sku: Sku, { target, at, pointer }: TotalChange): TotalResult {
  if (target > MAX_UNITS) return refused(tooManyUnits(pointer, sku));
  const location = at ?? draft.knownLocation(sku.homeId);
  if (location.archivedAt !== null) return refused(locationArchived(pointer, location.path));
  const isNew = balanceAt(sku, location.id) === 0;
  if (isNew && sku.stock.length >= MAX_LOCATIONS) return refused(tooManyLocations(pointer, sku.code));
  draft.move(sku.code, { locationId: location.id, delta: target - sku.onHand });
  return DONE;
}

function lower(draft: StockDraft, sku: Sku, change: TotalChange): TotalResult {
  const { target, at, pointer } = change;
  const { code, onHand } = sku;
  const units = onHand - target;
  const available = at ? balanceAt(sku, at.id) : onHand;
  if (at && available < units)
    return refused(insufficientStock([{ pointer, sku: code, requested: units, available }], fewerLieAt(at.path)));
  const takings = () => (at ? [{ locationId: at.id, units }] : takingsFrom(sku, units));
  return takeOut(draft, sku, { target, takings, pointer });
}

export interface Removal {
  /** Units on hand after it. */
  readonly target: number;
  /** Asked where the units can be spared. */
  readonly takings: () => readonly Taking[];
  readonly pointer: string;
}

/** Takes units out of stock, and fills no backorders. */
export function takeOut(draft: StockDraft, sku: Sku, { target, takings, pointer }: Removal): TotalResult {
  const refusal = cannotSpare(sku, target, pointer);
  if (refusal) return refused(refusal);
  const taken = takeBack(draft, sku.code, { units: sku.allocated - target, pointer });
  if (taken.type !== 'done') return taken;
  for (const { locationId, units, entry } of takings()) draft.move(sku.code, { locationId, delta: -units, entry });
  return DONE;
}

function cannotSpare({ code, onHand, firm }: Sku, target: number, pointer: string): Refusal | undefined {
  if (target >= firm) return undefined;
  const requested = onHand - target;
  const fewerCanBeTaken = ({ available }: ShortItem): string =>
    `${available} of ${code} can be taken; packed orders hold ${firm} of ${onHand}.`;
  const short = { pointer, sku: code, requested, available: onHand - firm, on_hand: onHand, minimum: firm };
  return insufficientStock([short], fewerCanBeTaken);
}

/** Units to take from one location. */
export interface Taking {
  readonly locationId: string;
  readonly units: number;
  /** Facts of its entry that are not those of its command. */
  readonly entry?: EntryFacts;
}

/**
 * Spreads `units` over the locations they are taken from: the home location first, then the fullest others.
 *
 * @throws Error if there are fewer.
 */
export function takingsFrom(sku: Pick<Sku, 'code' | 'homeId' | 'stock'>, units: number): Taking[] {
  const takings: Taking[] = [];
  let left = units;
  for (const { locationId, onHand } of inOrderOfTaking(sku)) {
    if (left === 0) break;
    const taken = Math.min(left, onHand);
    takings.push({ locationId, units: taken });
    left -= taken;
  }
  if (left > 0) throw new Error(`${sku.code} lacks ${left} of ${units} units`);
  return takings;
}

function inOrderOfTaking({ homeId, stock }: Pick<Sku, 'homeId' | 'stock'>): StockEntry[] {
  const atHome = balanceAt({ stock }, homeId);
  const others = stock.filter(({ locationId }) => locationId !== homeId).toSorted(fullestFirst);
  return atHome > 0 ? [{ locationId: homeId, onHand: atHome }, ...others] : others;
}

function fullestFirst(a: StockEntry, b: StockEntry): number {
  return b.onHand - a.onHand || (a.locationId < b.locationId ? -1 : 1);
}

/** Takes units back from the newest orders that are not confirmed; they become backorders. */
function takeBack(
  draft: StockDraft,
  code: string,
  { units, pointer }: { readonly units: number; readonly pointer: string },
): TotalResult {
  if (units <= 0) return DONE;
  const { takeBackOrders, takeBackLines } = draft.limits;
  const holders = newestHolders(draft, code, units);
  const lines = holders.reduce((sum, { allocation }) => sum + allocation.lines.length, 0);
  if (holders.length > takeBackOrders || lines > takeBackLines) return refused(tooManyOrders(pointer, draft.limits));
  if (holders.reduce((sum, { held }) => sum + held, 0) < units)
    return putOff(draft) ?? refused(tooManyOrders(pointer, draft.limits));
  let left = units;
  for (const { allocation } of holders) left -= takeFromOrder(draft, allocation, { code, units: left });
  const sku = draft.knownSku(code);
  draft.putSku({ ...sku, allocated: sku.allocated - units, waiting: sku.waiting + units });
  return DONE;
}

interface Holder {
  readonly allocation: Allocation;
  readonly held: number;
}

/** The newest orders that hold `units` together, as far as they are loaded without a gap. */
function newestHolders(draft: StockDraft, code: string, units: number): Holder[] {
  const reach = draft.heldReach(code);
  const holders: Holder[] = [];
  let left = units;
  for (const key of draft.ordersFor(code).toReversed()) {
    if (left <= 0 || !reachesDownTo(reach, key)) break;
    const holder = holderOf(draft, key, code);
    if (holder.held > 0) holders.push(holder);
    left -= holder.held;
  }
  return holders;
}

function holderOf(draft: StockDraft, { orderId }: OrderKey, code: string): Holder {
  const allocation = draft.allocation(orderId);
  if (!allocation) throw new Error(`The working set lacks ${orderId}`);
  return { allocation, held: looselyHeld(allocation, code) };
}

/** Takes from the last line first. @returns the units that were taken. */
function takeFromOrder(
  draft: StockDraft,
  allocation: Allocation,
  { code, units }: { readonly code: string; readonly units: number },
): number {
  let left = units;
  const lines = allocation.lines.toReversed().map((line) => {
    if (line.sku !== code) return line;
    const taken = Math.min(left, line.allocated);
    left -= taken;
    return { ...line, allocated: line.allocated - taken };
  });
  draft.putAllocation({ ...allocation, lines: lines.toReversed() });
  return units - left;
}

const tooManyOrders = (pointer: string, { takeBackOrders, takeBackLines }: Limits): Refusal => {
  const most = `${takeBackOrders} orders, or orders of more than ${takeBackLines} lines,`;
  return invalidField(pointer, `This would take holds back from more than ${most} at once; lower it in steps.`);
};
