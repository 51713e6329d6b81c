import type { Allocation } from '../../model/allocation.ts';
import { chooseSources } from '../../model/choose-sources.ts';
import { byRank, nearestKey, type QueueEnd, type QueueKey, queueKeysOf, unitsAt, unitsSince } from '../../model/queue.ts';
import { type Sources, unitsIn } from '../../model/sourcing.ts';

/** A stretch of a SKU's queue of orders. */
export interface Wanted {
  readonly sku: string;
  /** True where orders of another rank than by their creation were in the queue; where it is false none are looked for. */
  readonly ranked: boolean;
  /** Orders are read until they make up this many units, … */
  readonly units: number;
  /** … or are this many, … */
  readonly atMost: number;
  /** … or have more lines than this. */
  readonly atMostLines?: number;
  /** Of a queue of orders that wait: the only units that there are for them. Orders that can have none of these are passed over. */
  readonly only?: AvailableUnits | undefined;
  /** Of a queue of orders that hold units: those of each warehouse that are wanted as well, by its id. */
  readonly inWarehouses?: ReadonlyMap<string, number> | undefined;
}

/** Units of a SKU that are available, by warehouse. */
export interface AvailableUnits {
  readonly byWarehouse: ReadonlyMap<string, number>;
  /** In all warehouses together. */
  readonly units: number;
  readonly sources: Sources;
}

/** Orders from one end of the queue. */
export interface FoundOrders {
  readonly allocations: readonly Allocation[];
  /** True where there are no others. */
  readonly complete: boolean;
  /** Every unit up to here is of these orders; undefined where there are none. */
  readonly last?: QueueKey | undefined;
  /** Ids of the warehouses that they were looked for; absent for all. */
  readonly within?: ReadonlySet<string> | undefined;
}

/**
 * Orders as they are read from one end of a queue, each at its nearest place in any queue. Units of theirs behind the last of these places
 * are not counted: others may stand before them.
 */
export class QueueStretch {
  readonly #wanted: Wanted;
  readonly #end: QueueEnd;
  readonly #allocations: Allocation[] = [];
  /** Units behind the place at which their orders were read. */
  #behind: { readonly key: QueueKey; readonly units: number; readonly allocation: Allocation }[] = [];
  #last: QueueKey | undefined;
  #orders = 0;
  #units = 0;
  readonly #inWarehouses: Map<string, number>;
  #lines = 0;

  constructor(wanted: Wanted, end: QueueEnd) {
    this.#wanted = wanted;
    this.#end = end;
    this.#inWarehouses = new Map(wanted.inWarehouses);
  }

  /** Takes the next order. @returns true where no more are wanted. */
  add(allocation: Allocation): boolean {
    const { sku, units: wanted, atMost, atMostLines = Number.POSITIVE_INFINITY } = this.#wanted;
    const end = this.#end;
    const last = nearestKey(allocation, end) ?? allocation;
    this.#last = last;
    const { only } = this.#wanted;
    const places = queueKeysOf(allocation, sku)
      .map((key) => ({ key, units: unitsAt(allocation, sku, key)[end], allocation }))
      .filter(({ key, units }) => units > 0 && (!only || canHaveSome(allocation, { sku, key }, only)));
    if (only && places.length === 0) return false;
    this.#allocations.push(allocation);
    this.#lines += allocation.lines.length;
    this.#behind.push(...places);
    const reached = this.#behind.filter(({ key }) => (end === 'waiting' ? byRank(key, last) <= 0 : byRank(key, last) >= 0));
    this.#behind = this.#behind.filter((place) => !reached.includes(place));
    for (const { units } of reached) this.#units += units;
    this.#orders += reached.length;
    for (const place of reached) if (place.key.since === undefined) this.#countInWarehouses(place.allocation);
    const isEnough = this.#units >= wanted && this.#inWarehouses.values().every((left) => left <= 0);
    return isEnough || this.#orders >= atMost || this.#lines > atMostLines;
  }

  /** Lines that were ordered at several times are left out: some of their units may be behind the place that is reached. */
  #countInWarehouses({ lines }: Allocation): void {
    const counted = this.#inWarehouses.size > 0 ? lines.filter(({ sku, later }) => sku === this.#wanted.sku && !later) : [];
    for (const { sources = [], portions = [] } of counted)
      for (const { warehouse, units } of sources) {
        const firm = portions.reduce((sum, portion) => (portion.firm ? sum + unitsIn(portion.sources, warehouse) : sum), 0);
        const left = this.#inWarehouses.get(warehouse);
        if (left !== undefined) this.#inWarehouses.set(warehouse, left - (units - firm));
      }
  }

  found(complete: boolean): FoundOrders {
    return { allocations: this.#allocations, complete, last: this.#last };
  }
}

/** True of an order that may hold some of the units for what it waits for since that place of it in the queue. */
function canHaveSome(
  { sourcing, lines }: Allocation,
  { sku, key }: { readonly sku: string; readonly key: QueueKey },
  { byWarehouse, units, sources }: AvailableUnits,
): boolean {
  if (!sourcing) return true;
  const waiting = lines.flatMap((line) =>
    line.sku === sku ? [{ id: line.id, sku, units: unitsSince(line, key.since).waiting, held: line.sources }] : [],
  );
  const chosen = chooseSources({
    sourcing,
    sources,
    lines: waiting.filter((line) => line.units > 0),
    order: lines,
    availableIn: (_code, warehouse) => byWarehouse.get(warehouse) ?? 0,
    atMost: () => units,
  });
  return chosen.size > 0;
}
