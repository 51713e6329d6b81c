import { delay, type Stoppable } from '@fulfilment/kernel';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import type { LeaseStore } from './dispatch-ports.ts';
import { EndpointWorker, type WorkerParts } from './endpoint-worker.ts';
import { type Lease, LeaseManager } from './leases.ts';

export interface DispatcherParts {
  readonly leases: LeaseStore;
  readonly leaseMs: number;
  readonly worker: Omit<WorkerParts, 'mustYield'>;
  /** Aborts the requests in flight, once stopping has waited long enough. */
  readonly abort: () => Promise<void>;
  readonly limits?: Partial<DispatcherLimits>;
}

export interface DispatcherLimits {
  /** Milliseconds between two claims of endpoints that are due; a notification comes before. */
  readonly pollMs: number;
  /** Endpoints that this process delivers to at once. */
  readonly endpoints: number;
  /** Milliseconds after which an endpoint is given back where the process has as many as it may. */
  readonly turnMs: number;
  /** Milliseconds that attempts may still take when the process stops. */
  readonly graceMs: number;
}

const LIMITS: DispatcherLimits = { pollMs: 200, endpoints: 1_000, turnMs: 30_000, graceMs: 8_000 };

/**
 * Delivers, with a worker for each endpoint whose lease this process holds. One process has an endpoint at a time, so its window,
 * rate and back-off need no shared state; if the process dies, another takes over when its leases end.
 */
export class Dispatcher implements Stoppable {
  readonly #parts: DispatcherParts;
  readonly #workerParts: WorkerParts;
  readonly #limits: DispatcherLimits;
  readonly #stopping = new AbortController();
  readonly #leases: LeaseManager;
  readonly #running = new Set<Promise<void>>();
  readonly #claiming: Promise<void>;
  #notified = Promise.withResolvers<void>();

  /** Starts it. */
  constructor(parts: DispatcherParts) {
    const { leases, leaseMs, worker, limits } = parts;
    this.#parts = parts;
    this.#workerParts = { ...worker, mustYield: (startedMs) => this.#mustYield(startedMs) };
    this.#limits = { ...LIMITS, ...limits };
    this.#leases = new LeaseManager({ leases, leaseMs, logger: worker.logger });
    this.#claiming = this.#keepClaiming();
  }

  /** Notifies the workers of these queues, and claims at once those that this process does not hold. */
  notify(queues: readonly QueueKey[]): void {
    if (this.#leases.notify(queues.map(({ endpointId }) => endpointId))) this.#notified.resolve();
  }

  /** Stops claiming, waits for what is in flight, aborts what takes too long, and ends the leases. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#claiming;
    const finished = Promise.all(this.#running);
    await Promise.race([finished, delay(this.#limits.graceMs)]);
    await this.#parts.abort();
    await finished;
    await this.#leases.stop();
  }

  async #keepClaiming(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#notified = Promise.withResolvers<void>();
      if (this.#leases.count < this.#limits.endpoints) {
        await this.#claimDue().catch((error: unknown) => this.#workerParts.logger.warn({ err: error }, 'no endpoints claimed'));
      }
      await Promise.race([this.#notified.promise, delay(this.#limits.pollMs, signal)]);
    }
  }

  async #claimDue(): Promise<void> {
    const claimed = await this.#leases.claim(this.#limits.endpoints - this.#leases.count);
    for (const lease of claimed) {
      const running = this.#work(lease).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  async #work(lease: Lease): Promise<void> {
    await new EndpointWorker(this.#workerParts, lease).run();
    this.#leases.remove(lease);
  }

  #mustYield(startedMs: number): boolean {
    if (this.#stopping.signal.aborted) return true;
    return this.#leases.count >= this.#limits.endpoints && performance.now() - startedMs > this.#limits.turnMs;
  }
}
