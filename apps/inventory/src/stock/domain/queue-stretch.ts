import type { Allocation } from '../../model/allocation.ts';
import { byRank, nearestKey, type QueueEnd, type QueueKey, queueKeysOf, unitsAt } from '../../model/queue.ts';

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
}

/** Orders from one end of the queue. */
export interface FoundOrders {
  readonly allocations: readonly Allocation[];
  /** True where there are no others. */
  readonly complete: boolean;
  /** Every unit up to here is of these orders; undefined where there are none. */
  readonly last?: QueueKey | undefined;
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
  #behind: { readonly key: QueueKey; readonly units: number }[] = [];
  #last: QueueKey | undefined;
  #orders = 0;
  #units = 0;
  #lines = 0;

  constructor(wanted: Wanted, end: QueueEnd) {
    this.#wanted = wanted;
    this.#end = end;
  }

  /** Takes the next order. @returns true where no more are wanted. */
  add(allocation: Allocation): boolean {
    const { sku, units: wanted, atMost, atMostLines = Number.POSITIVE_INFINITY } = this.#wanted;
    const end = this.#end;
    const last = nearestKey(allocation, end) ?? allocation;
    this.#allocations.push(allocation);
    this.#last = last;
    this.#lines += allocation.lines.length;
    const places = queueKeysOf(allocation, sku).map((key) => ({ key, units: unitsAt(allocation, sku, key)[end] }));
    this.#behind.push(...places.filter(({ units }) => units > 0));
    const reached = this.#behind.filter(({ key }) => (end === 'waiting' ? byRank(key, last) <= 0 : byRank(key, last) >= 0));
    this.#behind = this.#behind.filter((place) => !reached.includes(place));
    for (const { units } of reached) this.#units += units;
    this.#orders += reached.length;
    return this.#units >= wanted || this.#orders >= atMost || this.#lines > atMostLines;
  }

  found(complete: boolean): FoundOrders {
    return { allocations: this.#allocations, complete, last: this.#last };
  }
}
