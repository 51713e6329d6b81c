import type { PlannedDelivery } from './pending-delivery-store.ts';

/** The deliveries of one record at an ordered endpoint. */
export interface RecordQueue {
  readonly recordKey: string;
  /** The delivery to send next; undefined where it has to be read. */
  head: PlannedDelivery | undefined;
  /** True if there may be others behind it, up to the frontier. */
  hasMore: boolean;
}

/**
 * The queues of an ordered endpoint's records. Deliveries are read once each, in the order of the feed, up to a frontier; those
 * behind the head of a queue are only known to exist.
 */
export class RecordQueues {
  readonly #now: () => number;
  readonly #queues = new Map<string, RecordQueue>();
  readonly #ready: RecordQueue[] = [];
  /** Queues whose head waits for its next attempt, with the moment of that. */
  readonly #waiting = new Map<RecordQueue, number>();
  readonly #sinceMs: number;
  #earliestMs = Number.POSITIVE_INFINITY;
  #frontier = 0;
  #isOpen = true;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#sinceMs = now();
  }

  /** The position of the feed up to which deliveries were read. */
  get frontier(): number {
    return this.#frontier;
  }

  get size(): number {
    return this.#queues.size;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  isOlderThan(ms: number): boolean {
    return this.#now() - this.#sinceMs > ms;
  }

  /** Ends work on the queues: they are about to be read again. */
  close(): void {
    this.#isOpen = false;
  }

  /** Adds the next deliveries, in the order of the feed. */
  add(deliveries: readonly PlannedDelivery[]): void {
    for (const delivery of deliveries) this.#addOne(delivery);
  }

  /** Takes the queue whose turn it is; it is out until it is given back. */
  take(): RecordQueue | undefined {
    return this.ready() > 0 ? this.#ready.shift() : undefined;
  }

  /** Gives a queue back, behind the others. */
  giveBack(queue: RecordQueue): void {
    this.#ready.push(queue);
  }

  /** Gives a queue back whose head waits for its next attempt. */
  giveBackAfter(queue: RecordQueue, ms: number): void {
    const untilMs = this.#now() + ms;
    this.#waiting.set(queue, untilMs);
    this.#earliestMs = Math.min(this.#earliestMs, untilMs);
  }

  /** Removes a queue that is empty. @returns false if a delivery was added to it since. */
  remove(queue: RecordQueue): boolean {
    return !queue.hasMore && this.#queues.delete(queue.recordKey);
  }

  /** The number of queues to take. */
  ready(): number {
    if (this.#earliestMs <= this.#now()) this.#endWaits();
    return this.#ready.length;
  }

  /** Milliseconds until there is a queue to take; undefined where all that are left are out. */
  nextMs(): number | undefined {
    if (this.#ready.length > 0) return 0;
    return this.#waiting.size === 0 ? undefined : Math.max(0, this.#earliestMs - this.#now());
  }

  #addOne(delivery: PlannedDelivery): void {
    const { recordKey, position, dueInMs } = delivery;
    this.#frontier = Math.max(this.#frontier, position);
    const known = this.#queues.get(recordKey);
    if (known) {
      known.hasMore = true;
      return;
    }
    // A head that waits is read again when it is due: what was read of it is old by then.
    const queue = { recordKey, head: dueInMs > 0 ? undefined : delivery, hasMore: false };
    this.#queues.set(recordKey, queue);
    if (dueInMs > 0) this.giveBackAfter(queue, dueInMs);
    else this.#ready.push(queue);
  }

  #endWaits(): void {
    const nowMs = this.#now();
    for (const [queue, untilMs] of this.#waiting) {
      if (untilMs > nowMs) continue;
      this.#waiting.delete(queue);
      this.#ready.push(queue);
    }
    this.#earliestMs = this.#waiting.values().reduce((least, untilMs) => Math.min(least, untilMs), Number.POSITIVE_INFINITY);
  }
}
