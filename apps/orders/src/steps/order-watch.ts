import type { Stoppable } from '@fulfilment/kernel';
import type { Order } from '../orders/domain/order.ts';
import type { OrderKey, OrderStore } from '../orders/order-ports.ts';

export interface OrderWatchOptions {
  readonly findMany: OrderStore['findMany'];
  /** Milliseconds between two polls of the store: the fallback where a notification is lost. */
  readonly pollEveryMs?: number;
  readonly onError: (error: unknown) => void;
}

interface Waiter {
  readonly decided: (order: Order) => boolean;
  readonly deadlineMs: number;
  readonly resolve: (order: Order) => void;
  lastSeen: Order;
}

const POLL_EVERY_MS = 50;

/**
 * Lets requests wait for changes of an order, in whatever process they are made. All waiting requests share one read of the
 * store, and those that wait for the same order one document.
 */
export class OrderWatch implements Stoppable {
  readonly #options: Required<OrderWatchOptions>;
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** Orders of the next read. */
  readonly #due = new Set<string>();
  #polling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OrderWatchOptions) {
    this.#options = { pollEveryMs: POLL_EVERY_MS, ...options };
  }

  /**
   * Waits until `decided` holds for the order.
   *
   * @param order as it was last read.
   * @param deadlineMs on the clock of `performance.now()`.
   * @returns the order for which it holds; at the deadline the order as last seen.
   */
  async until(order: Order, decided: (order: Order) => boolean, deadlineMs: number): Promise<Order> {
    if (decided(order)) return order;
    const { promise, resolve } = Promise.withResolvers<Order>();
    const waiters = this.#waiting.get(order.id) ?? new Set();
    this.#waiting.set(order.id, waiters.add({ decided, deadlineMs, resolve, lastSeen: order }));
    this.#timer ??= setInterval(() => this.#tick(), this.#options.pollEveryMs);
    return promise;
  }

  /** Releases waiting requests by orders that were just committed or read. */
  observe(orders: readonly Order[]): void {
    for (const order of orders) {
      for (const waiter of this.#waiting.get(order.id) ?? []) {
        if (order.version > waiter.lastSeen.version) waiter.lastSeen = order;
        if (waiter.decided(waiter.lastSeen)) this.#release(waiter);
      }
    }
  }

  /** Reads those of these orders that requests wait for: they changed in another process. */
  notify(orderIds: Iterable<string>): void {
    for (const id of orderIds) if (this.#waiting.has(id)) this.#due.add(id);
    if (this.#due.size > 0) this.#polling ??= this.#poll();
  }

  /** Releases all waiting requests, with the orders as last seen. */
  async stop(): Promise<void> {
    for (const waiter of this.#waiters()) this.#release(waiter);
    await this.#polling;
  }

  #tick(): void {
    const now = performance.now();
    for (const waiter of this.#waiters()) if (waiter.deadlineMs <= now) this.#release(waiter);
    this.notify(this.#waiting.keys());
  }

  async #poll(): Promise<void> {
    // Notifications of this turn of the event loop share the first read.
    await Promise.resolve();
    try {
      while (this.#due.size > 0) {
        const keys = this.#keysOf(this.#due);
        this.#due.clear();
        if (keys.length > 0) this.observe(await this.#options.findMany(keys));
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#polling = undefined;
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
