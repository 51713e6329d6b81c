import { type Allocation, type AllocationLine, lackOf, looseOf, type OrderKey } from './allocation.ts';

/** A place among the orders that wait for a SKU: units that were ordered together. */
export interface QueueKey extends OrderKey {
  /** The time at which they were added to the order; absent for those that it was created with. */
  readonly since?: Date;
}

/** The priority of an order that names none. */
const DEFAULT_PRIORITY = 5;

/** Sorts the units first that are filled first: by priority, by the time to ship, by the time they were ordered, by order. */
export function byRank(a: QueueKey, b: QueueKey): number {
  const byTimes = timeOf(a.shipBy) - timeOf(b.shipBy) || sinceOf(a).getTime() - sinceOf(b).getTime();
  return priorityOf(b) - priorityOf(a) || byTimes || (a.orderId < b.orderId ? -1 : Number(a.orderId > b.orderId));
}

const priorityOf = ({ priority = DEFAULT_PRIORITY }: QueueKey): number => priority;
/** The last moment of a `Date`: behind every other one. */
const NO_TIME = 8_640_000_000_000_000;
const timeOf = (at: Date | undefined): number => at?.getTime() ?? NO_TIME;
const sinceOf = ({ since, orderCreatedAt }: QueueKey): Date => since ?? orderCreatedAt;

/** Sorts as {@link byRank} does, as text. */
export function rankText(key: QueueKey): string {
  const shipBy = key.shipBy?.toISOString() ?? '~';
  return [9 - priorityOf(key), shipBy, sinceOf(key).toISOString(), key.orderId].join(' ');
}

/** True of an order whose units are not all queued by the time of its creation alone. */
export function isRanked({ priority, shipBy, lines }: Allocation): boolean {
  return priority !== undefined || shipBy !== undefined || lines.some(({ later }) => later !== undefined);
}

/** Units of a line that were ordered together. */
interface Ordered {
  readonly since?: Date;
  /** Those of them that wait. */
  readonly waiting: number;
  /** Those that are held and may be taken back. */
  readonly loose: number;
}

/** The units of a line by the time at which they were ordered: what was ordered first is shipped and held first, and waits last. */
function orderedOf(line: AllocationLine): readonly Ordered[] {
  const [lack, loose] = [lackOf(line), looseOf(line)];
  const { quantity, shipped, allocated, later } = line;
  if (!later) return [{ waiting: lack, loose }];
  const held = shipped + allocated;
  let end = quantity - later.reduce((sum, { units }) => sum + units, 0);
  const within = (start: number, stop: number, since?: Date): Ordered => ({
    ...(since && { since }),
    waiting: overlap([start, stop], [held, held + lack]),
    loose: overlap([start, stop], [held - loose, held]),
  });
  const ordered = [within(0, end)];
  for (const { since, units } of later) {
    ordered.push(within(end, end + units, since));
    end += units;
  }
  return ordered;
}

type Range = readonly [start: number, end: number];
const overlap = ([start, end]: Range, [from, to]: Range): number => Math.max(0, Math.min(end, to) - Math.max(start, from));

/** The places of an order in the queue of a SKU. */
export function queueKeysOf(allocation: Allocation, sku: string): readonly QueueKey[] {
  const times = new Map<number, QueueKey>();
  for (const line of allocation.lines)
    if (line.sku === sku) for (const { since } of line.later ?? []) times.set(since.getTime(), { ...keyOf(allocation), since });
  return times.size === 0 ? [allocation] : [keyOf(allocation), ...times.values()];
}

function keyOf({ orderId, orderCreatedAt, priority, shipBy }: Allocation): OrderKey {
  return { orderId, orderCreatedAt, ...(priority !== undefined && { priority }), ...(shipBy && { shipBy }) };
}

/** Units of a line that wait since a time, and those that it holds of it and that may be taken back. */
export function unitsSince(line: AllocationLine, since: Date | undefined): Omit<Ordered, 'since'> {
  let [waiting, loose] = [0, 0];
  for (const ordered of orderedOf(line))
    if (ordered.since?.getTime() === since?.getTime()) {
      waiting += ordered.waiting;
      loose += ordered.loose;
    }
  return { waiting, loose };
}

/** The same of all lines of an open order for a SKU. */
export function unitsAt({ state, lines }: Allocation, sku: string, { since }: QueueKey): Omit<Ordered, 'since'> {
  let [waiting, loose] = [0, 0];
  for (const line of state === 'open' ? lines : [])
    if (line.sku === sku) {
      const units = unitsSince(line, since);
      waiting += units.waiting;
      loose += units.loose;
    }
  return { waiting, loose };
}

/** The end of a queue from which it is read: the first that is filled, or the first that loses units. */
export type QueueEnd = 'waiting' | 'loose';

/** The place of an order nearest to an end of the queues: that of all its SKUs; undefined where it is in none. */
export function nearestKey(allocation: Allocation, end: QueueEnd): QueueKey | undefined {
  if (allocation.state !== 'open') return undefined;
  const keys = allocation.lines
    .flatMap(orderedOf)
    .flatMap(({ since, ...units }) => (units[end] > 0 ? [{ ...keyOf(allocation), ...(since && { since }) }] : []))
    .toSorted(byRank);
  return end === 'waiting' ? keys[0] : keys.at(-1);
}

/** The line with units more that were ordered at a time. */
export function withLater(line: AllocationLine, since: Date, units: number): AllocationLine {
  const later = [...(line.later ?? []), { since, units }];
  const [last, before] = [later.at(-1), later.at(-2)];
  // Those of the last two edits wait together where a line was edited again and again.
  const isFull = last && before && (later.length > MAX_LATER || before.since.getTime() >= since.getTime());
  const kept = isFull
    ? [...later.slice(0, -2), { since: before.since > since ? before.since : since, units: last.units + before.units }]
    : later;
  return { ...line, quantity: line.quantity + units, later: kept };
}

/** Times of edits that a line keeps apart, at most. */
const MAX_LATER = 20;

/** The line with so many units less: those that were ordered last go first. */
export function withFewer({ later: before = [], ...line }: AllocationLine, units: number): AllocationLine {
  let left = units;
  const later = before
    .toReversed()
    .flatMap((ordered) => {
      const cut = Math.min(left, ordered.units);
      left -= cut;
      return cut === ordered.units ? [] : [{ ...ordered, units: ordered.units - cut }];
    })
    .toReversed();
  const fewer = { ...line, quantity: line.quantity - units };
  return later.length > 0 ? { ...fewer, later } : fewer;
}
