import { type Allocation, type AllocationLine, lackOf } from '../../apps/inventory/src/model/allocation.ts';
import { chooseSources } from '../../apps/inventory/src/model/choose-sources.ts';
import type { Movement } from '../../apps/inventory/src/model/ledger.ts';
import { byRank, type QueueKey, unitsSince } from '../../apps/inventory/src/model/queue.ts';
import { type Sku, spareIn } from '../../apps/inventory/src/model/sku.ts';
import { type Sources, unitsIn, withoutSources } from '../../apps/inventory/src/model/sourcing.ts';

type Allocations = ReadonlyMap<string, Allocation>;

/** Stock as a transaction found it and left it. */
export interface Committed {
  readonly before: Allocations;
  readonly after: Allocations;
  /** As the transaction left them, by code. */
  readonly skus: ReadonlyMap<string, Sku>;
  readonly sources: Sources;
  readonly movements: readonly Movement[];
}

/** Where a transaction gave units past an order that waited for them before and after, or took them for another order. */
export function unfairChanges(committed: Committed): string[] {
  const { before, after } = committed;
  const changed = Array.from(after.values()).filter((each) => before.get(each.orderId) !== each);
  return changed.flatMap((allocation) =>
    allocation.state === 'open' ? [...passedBy(allocation, committed), ...takenFrom(allocation, committed)] : [],
  );
}

const lineOf = (allocation: Allocation | undefined, id: string): AllocationLine | undefined =>
  allocation?.lines.find((line) => line.id === id);

const sincesOf = ({ later = [] }: AllocationLine): (Date | undefined)[] => [undefined, ...later.map(({ since }) => since)];

const keyOf = ({ orderId, orderCreatedAt, priority, shipBy }: Allocation, since: Date | undefined): QueueKey => ({
  orderId,
  orderCreatedAt,
  priority,
  shipBy,
  ...(since && { since }),
});

const looseOf = (state: string | undefined, line: AllocationLine | undefined, since: Date | undefined): number =>
  line && state === 'open' ? unitsSince(line, since).loose : 0;

/** Orders of an earlier place that still wait for what this one has got. */
function passedBy(allocation: Allocation, committed: Committed): string[] {
  const { before, after } = committed;
  const known = before.get(allocation.orderId);
  return allocation.lines.flatMap((line) => {
    const had = lineOf(known, line.id);
    if (line.allocated <= (had?.allocated ?? 0)) return [];
    const places = sincesOf(line).filter((since) => looseOf('open', line, since) > looseOf(known?.state, had, since));
    return places.flatMap((since) => {
      const keys = [keyOf(allocation, since), ...(known ? [keyOf(known, since)] : [])];
      return Array.from(after.values())
        .filter((other) => other.orderId !== allocation.orderId && other.state === 'open')
        .filter((other) => mightHave([before.get(other.orderId) ?? other, other], { line, had }, committed))
        .flatMap((other) => waitingKeys(before.get(other.orderId), other, line.sku))
        .filter((waiting) => keys.every((key) => byRank(waiting, key) < 0))
        .map(({ orderId }) => `${allocation.orderId} got ${line.sku} past ${orderId}, which waits at an earlier place`);
    });
  });
}

interface Gained {
  readonly line: AllocationLine;
  readonly had: AllocationLine | undefined;
}

/** True of an order that might have held what a line of another one got, as it was before the transaction and as it is after it. */
function mightHave([was, is]: readonly [Allocation, Allocation], gained: Gained, committed: Committed): boolean {
  if (!was.sourcing || !is.sourcing) return true;
  // What it holds may bind it to a warehouse: to one before, and to another since.
  return !warehousesFor(was, gained, committed).isDisjointFrom(warehousesFor(is, gained, committed));
}

/** The warehouses in which an order might hold what a line of another one got: where that lies, or where units are left. */
function warehousesFor(
  { sourcing = {}, lines }: Allocation,
  { line, had }: Gained,
  { skus, sources }: Committed,
): ReadonlySet<string> {
  const { warehouses = [] } = skus.get(line.sku) ?? {};
  const gained = withoutSources(line.sources, had?.sources);
  const spare = (id: string): number => warehouses.reduce((sum, each) => (each.id === id ? sum + spareIn(each) : sum), 0);
  const waiting = lines.filter((each) => each.sku === line.sku && lackOf(each) > 0);
  const chosen = chooseSources({
    sourcing,
    sources,
    lines: waiting.map((each) => ({ id: each.id, sku: each.sku, units: lackOf(each), held: each.sources })),
    order: lines,
    availableIn: (_sku, warehouse) => unitsIn(gained, warehouse) + spare(warehouse),
    atMost: () => line.allocated - (had?.allocated ?? 0),
  });
  return new Set(chosen.values().flatMap((found) => found.map(({ warehouse }) => warehouse)));
}

/** The places at which an order waited before a transaction, and does after it, at one rank. */
function waitingKeys(before: Allocation | undefined, after: Allocation, sku: string): QueueKey[] {
  if (before?.state !== 'open') return [];
  if (before.priority !== after.priority || before.shipBy?.getTime() !== after.shipBy?.getTime()) return [];
  return after.lines.flatMap((line) => {
    const had = lineOf(before, line.id);
    if (!had || line.sku !== sku) return [];
    return sincesOf(line)
      .filter((since) => Math.min(unitsSince(line, since).waiting, unitsSince(had, since).waiting) > 0)
      .map((since) => keyOf(after, since));
  });
}

/** Units that an order lost without a step of its own, while nothing was taken out of stock but what was shipped. */
function takenFrom(allocation: Allocation, { before, movements }: Committed): string[] {
  const known = before.get(allocation.orderId);
  if (!known || known.lastAttempt !== allocation.lastAttempt) return [];
  return allocation.lines.flatMap((line) => {
    const had = lineOf(known, line.id)?.allocated ?? 0;
    const isLess = movements.some(({ sku, delta, reason }) => sku === line.sku && delta < 0 && reason !== 'shipment');
    return line.allocated < had && !isLess ? [`${allocation.orderId} lost ${had - line.allocated} of ${line.sku} to others`] : [];
  });
}
