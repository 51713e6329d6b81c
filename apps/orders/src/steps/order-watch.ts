import type { Stoppable } from '@fulfilment/kernel';
import type { Order } from '../orders/domain/order.ts';
import type { OrderKey, OrderStore } from '../orders/order-ports.ts';

export interface OrderWatchOptions {
  readonly findMany: OrderStore['findMany'];
  /** Milliseconds between two looks at the store: a hint may be lost, and nothing may hang on it. */
  readonly lookEveryMs?: number;
  readonly onError: (error: unknown) => void;
}

interface Waiter {
  readonly decided: (order: Order) => boolean;
  readonly deadlineMs: number;
  readonly resolve: (order: Order) => void;
  lastSeen: Order;
}

const LOOK_EVERY_MS = 50;

/**
 * Lets requests wait for what becomes of an order, wherever that is decided. All that wait share one look at the store,
 * and those that wait for the same order one read.
 */
export class OrderWatch implements Stoppable {
  readonly #options: Required<OrderWatchOptions>;
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** Orders to look at next. */
  readonly #due = new Set<string>();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OrderWatchOptions) {
    this.#options = { lookEveryMs: LOOK_EVERY_MS, ...options };
  }

  /**
   * Waits until `decided` holds for the order.
   *
   * @param order as it was last read.
   * @param deadlineMs on the clock of `performance.now()`.
   * @returns the order of which it holds; at the deadline the order as it was last seen.
   */
  async until(order: Order, decided: (order: Order) => boolean, deadlineMs: number): Promise<Order> {
    if (decided(order)) return order;
    const { promise, resolve } = Promise.withResolvers<Order>();
    const waiters = this.#waiting.get(order.id) ?? new Set();
    this.#waiting.set(order.id, waiters.add({ decided, deadlineMs, resolve, lastSeen: order }));
    this.#timer ??= setInterval(() => this.#tick(), this.#options.lookEveryMs);
    return promise;
  }

  /** Takes in orders as they were just committed or read. */
  saw(orders: readonly Order[]): void {
    for (const order of orders) {
      for (const waiter of this.#waiting.get(order.id) ?? []) {
        if (order.version > waiter.lastSeen.version) waiter.lastSeen = order;
        if (waiter.decided(waiter.lastSeen)) this.#release(waiter);
      }
    }
  }

  /** Looks now at those of these orders that someone waits for: they moved in another process. */
  heardOf(orderIds: Iterable<string>): void {
    for (const id of orderIds) if (this.#waiting.has(id)) this.#due.add(id);
    if (this.#due.size > 0) this.#looking ??= this.#look();
  }

  /** Lets go all that wait, with what they saw last. */
  async stop(): Promise<void> {
    for (const waiter of this.#waiters()) this.#release(waiter);
    await this.#looking;
  }

  #tick(): void {
    const now = performance.now();
    for (const waiter of this.#waiters()) if (waiter.deadlineMs <= now) this.#release(waiter);
    this.heardOf(this.#waiting.keys());
  }

  async #look(): Promise<void> {
    // Who hears of something in this turn of the event loop shares the first look.
    await Promise.resolve();
    try {
      while (this.#due.size > 0) {
        const keys = this.#keysOf(this.#due);
        this.#due.clear();
        if (keys.length > 0) this.saw(await this.#options.findMany(keys));
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#looking = undefined;
    }
  }

  #release(waiter: Waiter): void {
    const { id } = waiter.lastSeen;
    const waiters = this.#waiting.get(id);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiting.delete(id);
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    waiter.resolve(waiter.lastSeen);
  }

  #waiters(): Waiter[] {
    return this.#waiting
      .values()
      .flatMap((waiters) => waiters)
      .toArray();
  }

  #keysOf(ids: Iterable<string>): OrderKey[] {
    return Iterator.from(ids)
      .flatMap((id) => this.#waiting.get(id)?.values().take(1) ?? [])
      .map(({ lastSeen: { tenant, id } }) => ({ tenant, id }))
      .toArray();
  }
}
