import type { Scan } from './commands.ts';
import type { Outcome } from './expected.ts';
import {
  type Entry,
  fill,
  held,
  type ModelSku,
  type Moment,
  onHand,
  type Place,
  put,
  take,
  takeBack,
  type Warehouse,
} from './warehouse.ts';

/** Posts a scan of an earlier moment in the model. */
export function scan(warehouse: Warehouse, { sku: code, movement, place, units, commandsAgo }: Scan): Outcome {
  const sku = warehouse.skus.get(code);
  if (!sku || sku.archived) return sku ? 'sku_archived' : 'unknown_sku';
  // Before the next command, and after all that is of the last one: a count that it made is the earlier of the two.
  const moment = Math.max(0, warehouse.now - commandsAgo) + 0.5;
  if (movement === 'count' && isStale(sku, place, moment)) return 'stale_count';
  const post = movement === 'count' ? count : receive;
  const after: ModelSku = { ...sku, stock: new Map(sku.stock) };
  const entries = post(after, place, { units, moment });
  const isShort = after.stock.values().some((left) => left < 0);
  if (isShort || (onHand(after) < onHand(sku) && onHand(after) < held(warehouse, code, ['packed']))) return 'insufficient_stock';
  sku.stock.clear();
  for (const [at, left] of after.stock) sku.stock.set(at, left);
  sku.journal.push(...entries);
  if (movement === 'count') sku.counts.set(place, moment);
  takeBack(warehouse, code, sku);
  fill(warehouse, code);
  return 'done';
}

interface Posting {
  readonly units: number;
  readonly moment: Moment;
}

function isStale({ created, counts }: ModelSku, place: Place | null, moment: Moment): boolean {
  const related = place === null ? counts : new Map([...counts].filter(([at]) => at === place || at === null));
  return moment < created || related.values().some((counted) => counted > moment);
}

/** Makes the sum of what was moved by the moment what was counted. */
function count(sku: ModelSku, place: Place | null, { units, moment }: Posting): readonly Entry[] {
  const seen = sku.journal.filter((entry) => entry.moment <= moment && (place === null || entry.place === place));
  const missing = seen.reduce((sum, entry) => sum + entry.units, 0) - units;
  if (place !== null || missing < 0) return moves(sku, [[place ?? sku.home, -missing]], moment);
  // More than there is: the home location goes below none, and the count is refused.
  if (missing > onHand(sku)) return moves(sku, [[sku.home, -missing - onHand(sku)]], moment);
  return moves(sku, [...take({ home: sku.home, stock: new Map(sku.stock) }, missing)].map(negated), moment);
}

/** Enters units, and lets each count that is later say again what it said. */
function receive(sku: ModelSku, place: Place | null, { units, moment }: Posting): readonly Entry[] {
  const at = place ?? sku.home;
  const entries = [...moves(sku, [[at, units]], moment)];
  const later = [...sku.counts].filter(([where, counted]) => counted > moment && (where === at || where === null));
  // Of two counts of one moment that of the place goes first.
  const inOrder = later.toSorted(([a, earlier], [b, other]) => earlier - other || Number(a === null) - Number(b === null));
  for (const [where, counted] of inOrder) {
    const more = entries.filter((entry) => where === null || entry.place === where).reduce((sum, entry) => sum + entry.units, 0);
    const takings = where === null ? surplusOf(sku, more, counted) : [[where, -more] as const];
    entries.push(...moves(sku, takings, counted));
  }
  return entries;
}

/** Units that a count of the total takes from home first, unless home has been counted since, and from others that have not been. */
function surplusOf({ home, stock, counts }: ModelSku, units: number, moment: Moment): (readonly [Place, number])[] {
  const isCounted = (place: Place): boolean => (counts.get(place) ?? 0) > moment;
  const takings = [...take({ home, stock: new Map(stock) }, units)];
  return isCounted(home) ? [] : takings.filter(([place]) => !isCounted(place)).map(negated);
}

const negated = ([place, units]: readonly [Place, number]): readonly [Place, number] => [place, -units];

function moves(sku: ModelSku, changes: readonly (readonly [Place, number])[], moment: Moment): readonly Entry[] {
  const entries = changes.flatMap(([place, units]) => (units === 0 ? [] : [{ place, units, moment }]));
  for (const { place, units } of entries) put(sku, place, units);
  return entries;
}
