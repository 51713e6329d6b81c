import {
  type Allocation,
  type AllocationLine,
  freeIn,
  type Portion,
  withLineSources,
  withoutFree,
} from '../../model/allocation.ts';
import { type Location, warehouseIdOf } from '../../model/location.ts';
import { type QueueKey, unitsAt, unitsSince } from '../../model/queue.ts';
import { insufficientStock, invalidField, type Refusal, type ShortItem } from '../../model/refusal.ts';
import { keptOf, type Reservation } from '../../model/reservation.ts';
import { freeUnitsOf, sellableOf, type Sku, spareIn, type WarehouseStock } from '../../model/sku.ts';
import { codeOf, partOf, unitsIn, withoutSources } from '../../model/sourcing.ts';
import { type Deferred, DONE, putOff, type Refused, refused } from './command.ts';
import type { StockDraft } from './stock-draft.ts';
import { type Limits, reachesDownTo } from './working-set.ts';

export type TotalResult = typeof DONE | Refused | Deferred;

/** Lets units go to a location that is not sellable: holds are taken back for them, but never those of packed orders. */
export function takeFromSale(
  draft: StockDraft,
  sku: Sku,
  { units, pointer, from }: { readonly units: number; readonly pointer: string; readonly from: Location },
): TotalResult {
  const spare = sellableOf(sku) - sku.firm;
  if (units > spare) return refused(cannotSpare(sku, { units, spare, pointer }));
  const left = leaveWarehouse(draft, sku.code, { units, pointer, warehouse: warehouseIdOf(from) });
  if (left.type !== 'done') return left;
  return takeBack(draft, sku.code, { units: units - freeUnitsOf(draft.knownSku(sku.code)), pointer });
}

/** Lets sellable units leave a warehouse: what is kept there is taken back for them, and what orders hold there, but never what is packed. */
export function leaveWarehouse(
  draft: StockDraft,
  code: string,
  leaving: Shortfall & { readonly warehouse: string },
): TotalResult {
  const sku = draft.knownSku(code);
  const { units, pointer, warehouse } = leaving;
  const stock = sku.warehouses?.find(({ id }) => id === warehouse);
  if (!stock) return DONE;
  const spare = stock.onHand - stock.unavailable - stock.firm;
  if (units > spare) return refused(heldInWarehouse(draft, sku, { stock, units, pointer, spare }));
  return takePromised(draft, code, { units: units - spareIn(stock), pointer, warehouse }, stock.reserved);
}

function heldInWarehouse(
  draft: StockDraft,
  { code }: Sku,
  { stock, units, pointer, spare }: Shortfall & { readonly stock: WarehouseStock; readonly spare: number },
): Refusal {
  const path = codeOf(draft.sources(), stock.id);
  const available = Math.max(0, spare);
  const short = { pointer, sku: code, requested: units, available, on_hand: stock.onHand, location: path };
  return insufficientStock(
    [short],
    () => `${available} of ${code} can be taken from ${path}; packed orders hold ${stock.firm} of ${stock.onHand} there.`,
  );
}

/** The refusal of units of which packed orders hold too many. */
export function cannotSpare(
  { code, onHand, firm }: Sku,
  { units: requested, spare, pointer }: { readonly units: number; readonly spare: number; readonly pointer: string },
): Refusal {
  const fewerCanBeTaken = ({ available }: ShortItem): string =>
    `${available} of ${code} can be taken; packed orders hold ${firm} of ${onHand}.`;
  const available = Math.max(0, spare);
  const short = { pointer, sku: code, requested, available, on_hand: onHand, minimum: onHand - available };
  return insufficientStock([short], fewerCanBeTaken);
}

interface Shortfall {
  readonly units: number;
  readonly pointer: string;
  /** The warehouse that they are short in; absent where they are short in all together. */
  readonly warehouse?: string;
}

/** Takes units back, in whichever warehouses they are promised. */
export const takeBack = (draft: StockDraft, code: string, shortfall: Omit<Shortfall, 'warehouse'>): TotalResult =>
  takePromised(draft, code, shortfall, draft.knownSku(code).reserved);

/** Takes from reservations first: an order never waits behind one, which may expire. @param reserved units that they keep. */
function takePromised(draft: StockDraft, code: string, shortfall: Shortfall, reserved: number): TotalResult {
  const { units, pointer, warehouse } = shortfall;
  const kept = Math.max(0, Math.min(units, reserved));
  if (!takeFromReservations(draft, code, { units: kept, warehouse }))
    return putOff(draft) ?? refused(tooManyOrders(pointer, draft.limits));
  return takeFromOrders(draft, code, { ...shortfall, units: units - kept });
}

/** Takes from those first that expire last. @returns false where too few of them are loaded. */
function takeFromReservations(draft: StockDraft, code: string, { units, warehouse }: Wanted): boolean {
  const isThere = ({ warehouse: own }: Reservation): boolean => warehouse === undefined || own?.id === warehouse;
  let left = units;
  for (const reservation of units > 0 ? draft.reservationsOf(code).filter(isThere) : []) {
    const taken = Math.min(left, keptOf(reservation, code));
    if (taken === 0) continue;
    left -= taken;
    const lines = reservation.lines.map((line) => (line.sku === code ? { ...line, units: line.units - taken } : line));
    draft.putReservation({ ...reservation, lines });
  }
  const sku = draft.knownSku(code);
  if (units > 0) draft.putSku({ ...sku, reserved: sku.reserved - units });
  return left === 0;
}

/** Takes units back from the orders of the lowest rank that are not confirmed; they become backorders. */
function takeFromOrders(draft: StockDraft, code: string, { units, pointer, warehouse }: Shortfall): TotalResult {
  if (units <= 0) return DONE;
  const { takeBackOrders, takeBackLines } = draft.limits;
  const holders = newestHolders(draft, code, { units, warehouse });
  const lines = holders.reduce((sum, { allocation }) => sum + allocation.lines.length, 0);
  if (holders.length > takeBackOrders || lines > takeBackLines) return refused(tooManyOrders(pointer, draft.limits));
  if (holders.reduce((sum, { held }) => sum + held, 0) < units)
    return putOff(draft) ?? refused(tooManyOrders(pointer, draft.limits));
  let left = units;
  for (const { key } of holders) left -= takeFromOrder(draft, key, { code, units: left, warehouse });
  const sku = draft.knownSku(code);
  draft.putSku({ ...sku, allocated: sku.allocated - units, waiting: sku.waiting + units });
  return DONE;
}

interface Holder {
  readonly allocation: Allocation;
  readonly key: QueueKey;
  readonly held: number;
}

/** Units to take back, in a warehouse or wherever they are held. */
interface Wanted {
  readonly units: number;
  readonly warehouse: string | undefined;
}

/** The orders of the lowest rank that hold `units` together, as far as they are loaded without a gap. */
function newestHolders(draft: StockDraft, code: string, { units, warehouse }: Wanted): Holder[] {
  const reach = draft.heldReach(code);
  const holders: Holder[] = [];
  const inWarehouse = new LooseByLine(warehouse);
  let left = units;
  for (const key of draft.queueOf(code).toReversed()) {
    if (left <= 0 || !reachesDownTo(reach, key)) break;
    const allocation = draft.allocation(key.orderId);
    if (!allocation) throw new Error(`The working set lacks ${key.orderId}`);
    const held = warehouse === undefined ? unitsAt(allocation, code, key).loose : inWarehouse.take(allocation, code, key);
    if (held > 0) holders.push({ allocation, key, held });
    left -= held;
  }
  return holders;
}

/** Counts units that may be taken back in a warehouse, each of them once: the places of a line in the queue do not tell where it is held. */
class LooseByLine {
  readonly #warehouse: string | undefined;
  readonly #left = new Map<string, number>();

  constructor(warehouse: string | undefined) {
    this.#warehouse = warehouse;
  }

  take({ orderId, state, lines }: Allocation, code: string, { since }: QueueKey): number {
    let units = 0;
    for (const line of state === 'open' ? lines : [])
      if (line.sku === code) {
        const id = `${orderId} ${line.id}`;
        const left = this.#left.get(id) ?? looseIn(line, this.#warehouse);
        const taken = Math.min(left, unitsSince(line, since).loose);
        this.#left.set(id, left - taken);
        units += taken;
      }
    return units;
  }
}

/** Units that a line holds in a warehouse and that may be taken back. */
const looseIn = ({ sources, portions = [] }: AllocationLine, warehouse: string | undefined): number =>
  portions.reduce(
    (sum, portion) => (portion.firm ? sum - unitsIn(portion.sources, warehouse) : sum),
    unitsIn(sources, warehouse),
  );

/** Takes units of one place in the queue, from the last line first: of all lines what is in no portion, and then of portions that are not packed. @returns the units. */
function takeFromOrder(
  draft: StockDraft,
  { orderId, since }: QueueKey,
  { code, units, warehouse }: Wanted & { readonly code: string },
): number {
  const allocation = draft.allocation(orderId);
  if (!allocation) return 0;
  let left = units;
  const take = (lines: readonly AllocationLine[], takeFrom: typeof takeFree): AllocationLine[] =>
    lines
      .toReversed()
      .map((line) => {
        if (line.sku !== code || left === 0) return line;
        const after = takeFrom(line, Math.min(left, unitsSince(line, since).loose), warehouse);
        left -= line.allocated - after.allocated;
        return after;
      })
      .toReversed();
  const lines = take(allocation.lines, takeFree);
  draft.putAllocation({ ...allocation, lines: left > 0 ? take(lines, takeFromPortions) : lines });
  return units - left;
}

function takeFree(line: AllocationLine, units: number, warehouse: string | undefined): AllocationLine {
  return withoutFree(line, Math.min(units, freeIn(line, warehouse)), warehouse);
}

/** Takes from the portion first that was made last. It knows what it has lost. */
function takeFromPortions(line: AllocationLine, units: number, warehouse: string | undefined): AllocationLine {
  let left = units;
  let sources = line.sources;
  const portions = (line.portions ?? []).toReversed().map((portion): Portion => {
    const held = warehouse === undefined ? portion.units : unitsIn(portion.sources, warehouse);
    const taken = portion.firm ? 0 : Math.min(left, held);
    if (taken === 0) return portion;
    left -= taken;
    const lost = partOf(portion.sources, taken, warehouse);
    sources = withoutSources(sources, lost);
    const fewer = { ...portion, units: portion.units - taken, lost: (portion.lost ?? 0) + taken };
    return withLineSources(fewer, withoutSources(portion.sources, lost));
  });
  const fewer = {
    ...line,
    allocated: line.allocated - (units - left),
    ...(line.portions && { portions: portions.toReversed() }),
  };
  return withLineSources(fewer, sources);
}

const tooManyOrders = (pointer: string, { takeBackOrders, takeBackLines }: Limits): Refusal => {
  const most = `${takeBackOrders} orders, or orders of more than ${takeBackLines} lines,`;
  return invalidField(pointer, `This would take holds back from more than ${most} at once; lower it in steps.`);
};
