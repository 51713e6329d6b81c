import { type Progress, type ProgressMark, Steps, type Stoppable, type Tenant, tenantKey, unwatched } from '@fulfilment/kernel';
import type { Order } from '../orders/domain/order.ts';
import type { OrderKey, OrderStore } from '../orders/order-ports.ts';
import { JointWait, type Wait, type WaitBreaker } from './wait-breaker.ts';

export interface OrderWatchOptions {
  readonly orders: Pick<OrderStore, 'findMany' | 'findVersions'>;
  readonly breaker: WaitBreaker;
  readonly onError: (error: unknown) => void;
  /** Has ticks begun again, and reads left, that stand still; unwatched by default. */
  readonly progress?: Progress;
}

/** How long a request waits for its orders. */
export interface Patience {
  /** On the clock of `performance.now()`. */
  readonly deadlineMs: number;
  /** Of a request for several orders, which waits for all of them at once. */
  readonly jointWait?: JointWait | undefined;
}

interface Waiter {
  readonly decided: (order: Order) => boolean;
  readonly deadlineMs: number;
  readonly resolve: (order: Order) => void;
  readonly wait: Wait;
  lastSeen: Order;
  pollAtMs: number;
  pollEveryMs: number;
}

/** Milliseconds between polls of an order, the fallback where a notification is lost: doubled while it does not change. */
const TICK_MS = 50;
const POLL_EVERY_MS = { first: 200, most: 1_000 } as const;

/**
 * Lets requests wait for changes of an order, in whatever process they are made. Waiting requests share their reads: polls read
 * versions alone, and an order is read once it has changed.
 */
export class OrderWatch implements Stoppable {
  readonly #options: OrderWatchOptions;
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** Changed orders, of the next read. */
  readonly #changed = new Set<string>();
  #reading: Promise<void> | undefined;
  #polling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #ticks: ProgressMark;
  readonly #reads: Steps;

  constructor(options: OrderWatchOptions) {
    this.#options = options;
    const { progress = unwatched } = options;
    this.#reads = new Steps(progress, { name: 'reads of awaited orders', engines: ['mongodb'] });
    this.#ticks = progress.watch({
      name: 'awaited orders',
      engines: [],
      isWaiting: () => this.#waiting.size > 0,
      rebuild: () => {
        this.#endTicks();
        this.#beginTicks();
      },
    });
  }

  /**
   * Waits until `decided` holds for the order, if the breaker admits the wait.
   *
   * @param order as it was last read.
   * @returns the order for which it holds; at the deadline, and where the request should not wait, the order as last seen.
   */
  async until(order: Order, decided: (order: Order) => boolean, { deadlineMs, jointWait }: Patience): Promise<Order> {
    if (decided(order)) return order;
    const wait = jointWait ? jointWait.one() : this.#options.breaker.admit(tenantKey(order.tenant));
    if (!wait) return order;
    const { promise, resolve } = Promise.withResolvers<Order>();
    const waiters = this.#waiting.get(order.id) ?? new Set();
    const poll = { pollAtMs: performance.now() + POLL_EVERY_MS.first, pollEveryMs: POLL_EVERY_MS.first };
    this.#waiting.set(order.id, waiters.add({ decided, deadlineMs, resolve, wait, lastSeen: order, ...poll }));
    this.#beginTicks();
    return promise;
  }

  /** Admits a request for several orders of a tenant, which counts as one that waits. It is to be ended. */
  admitJointly(tenant: Tenant): JointWait {
    return new JointWait(this.#options.breaker.admit(tenantKey(tenant)));
  }

  /** Releases waiting requests by orders that were just committed or read. */
  observe(orders: readonly Order[]): void {
    for (const order of orders) {
      for (const waiter of this.#waiting.get(order.id) ?? []) {
        if (order.version > waiter.lastSeen.version) {
          waiter.lastSeen = order;
          waiter.pollEveryMs = POLL_EVERY_MS.first;
        }
        if (waiter.decided(waiter.lastSeen)) this.#release(waiter, 'in-time');
      }
    }
  }

  /** Reads those of these orders that requests wait for: they changed in another process. */
  notify(orderIds: Iterable<string>): void {
    for (const id of orderIds) if (this.#waiting.has(id)) this.#changed.add(id);
    if (this.#changed.size > 0) this.#reading ??= this.#readChanged();
  }

  /** Releases all waiting requests, with the orders as last seen. */
  async stop(): Promise<void> {
    for (const waiter of this.#waiters()) this.#release(waiter, 'stopped');
    await Promise.all([this.#polling, this.#reading]);
  }

  #beginTicks(): void {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  #endTicks(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    this.#ticks.mark();
    const nowMs = performance.now();
    for (const waiter of this.#waiters()) if (waiter.deadlineMs <= nowMs) this.#release(waiter, 'in-vain');
    if (this.#polling) return;
    const due = this.#waiters().filter(({ pollAtMs }) => pollAtMs <= nowMs);
    for (const waiter of due) {
      waiter.pollEveryMs = Math.min(POLL_EVERY_MS.most, waiter.pollEveryMs * 2);
      waiter.pollAtMs = nowMs + waiter.pollEveryMs;
    }
    if (due.length > 0) this.#polling = this.#poll(new Set(due.map(({ lastSeen }) => lastSeen.id)));
  }

  /** Compares versions, and has the orders read that have changed. */
  async #poll(orderIds: ReadonlySet<string>): Promise<void> {
    try {
      const versions = await this.#reads.run(() => this.#options.orders.findVersions(this.#keysOf(orderIds)));
      const hasChanged = (id: string, version: number): boolean =>
        this.#waiting
          .get(id)
          ?.values()
          .some(({ lastSeen }) => version > lastSeen.version) === true;
      this.notify(versions.flatMap(({ id, version }) => (hasChanged(id, version) ? [id] : [])));
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#polling = undefined;
    }
  }

  async #readChanged(): Promise<void> {
    // Notifications of this turn of the event loop share the first read.
    await Promise.resolve();
    try {
      while (this.#changed.size > 0) {
        const keys = this.#keysOf(this.#changed);
        this.#changed.clear();
        if (keys.length > 0) this.observe(await this.#reads.run(() => this.#options.orders.findMany(keys)));
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#reading = undefined;
    }
  }

  #release(waiter: Waiter, result: Parameters<Wait['end']>[0]): void {
    const { id } = waiter.lastSeen;
    const waiters = this.#waiting.get(id);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#endTicks();
    waiter.wait.end(result);
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
