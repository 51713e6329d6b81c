import { delay, type Stoppable } from '@fulfilment/kernel';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import { EndpointWorker, type WorkerParts } from './endpoint-worker.ts';
import { type Claim, Lease, type LeaseStore } from './lease-store.ts';

export interface DispatcherParts {
  readonly leases: LeaseStore;
  readonly leaseMs: number;
  readonly worker: Omit<WorkerParts, 'mustYield'>;
  /** Aborts the requests in flight, once stopping has waited long enough. */
  readonly abort: () => Promise<void>;
}

/** Milliseconds between two claims of endpoints that are due; a notification comes before. */
const POLL_MS = 200;
/** Endpoints that this process delivers to at once: those whose last attempt was taken at once, and new, slow or failing ones. */
const MAX_ENDPOINTS = { clean: 1_000, others: 2_000 };
/** Endpoints of each kind in one claim: it has to take far less time than a lease. */
const MAX_CLAIMED = 250;
/** Milliseconds after which an endpoint is given back where the process has as many of its kind as it may. */
const TURN_MS = 30_000;
/** Milliseconds that attempts may still take when the process stops. */
const GRACE_MS = 8_000;
/** Renewals within the time of a lease, so that one failure does not end it. */
const RENEWALS_PER_LEASE = 4;

/**
 * Delivers, with a worker for each endpoint whose lease this process holds. One process has an endpoint at a time, so its window,
 * rate and back-off need no shared state; if the process dies, another takes over when its leases end.
 */
export class Dispatcher implements Stoppable {
  readonly #parts: DispatcherParts;
  readonly #workerParts: WorkerParts;
  /** By the endpoint. */
  readonly #held = new Map<string, EndpointWorker>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #claiming: Promise<void>;
  /** Renewals go on until the last worker has ended. */
  readonly #ended = new AbortController();
  readonly #renewing: Promise<void>;
  #notified = Promise.withResolvers<void>();

  /** Starts it. */
  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#workerParts = { ...parts.worker, mustYield: (startedMs, isClean) => this.#mustYield(startedMs, isClean) };
    this.#renewing = this.#keepRenewing();
    this.#claiming = this.#keepClaiming();
  }

  /** Notifies the workers of these queues, and claims at once those that this process does not hold. */
  notify(queues: readonly QueueKey[]): void {
    const own = queues.map(({ endpointId }) => this.#held.get(endpointId)?.lease).filter((lease) => lease !== undefined);
    for (const lease of own) lease.notify();
    if (own.length < queues.length) this.#notified.resolve();
  }

  /** Stops claiming, waits for what is in flight, aborts what takes too long, and ends the leases. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#claiming;
    const finished = Promise.all(this.#running);
    await Promise.race([finished, delay(GRACE_MS)]);
    await this.#parts.abort();
    await finished;
    this.#ended.abort();
    await this.#renewing;
  }

  async #keepClaiming(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#notified = Promise.withResolvers<void>();
      let claimed = 0;
      try {
        claimed = await this.#claimDue();
      } catch (error) {
        this.#workerParts.logger.warn({ err: error }, 'no endpoints claimed');
      }
      if (claimed < MAX_CLAIMED) await Promise.race([this.#notified.promise, delay(POLL_MS, signal)]);
    }
  }

  async #claimDue(): Promise<number> {
    const { leases, leaseMs } = this.#parts;
    const heldUntilMs = performance.now() + leaseMs;
    const claims = await leases.claim({ clean: this.#room(true), others: this.#room(false) });
    for (const claim of claims) {
      const worker = new EndpointWorker(this.#workerParts, new Lease(leases, claim, heldUntilMs));
      this.#held.set(claim.endpointId, worker);
      const running = this.#work(worker).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
    return claims.length;
  }

  async #work(worker: EndpointWorker): Promise<void> {
    await worker.run();
    const { endpointId } = worker.lease.claim;
    // This process may have claimed the queue again already.
    if (this.#held.get(endpointId) === worker) this.#held.delete(endpointId);
  }

  /** @returns how many more endpoints of a kind this process may claim now. */
  #room(isClean: boolean): number {
    const held = this.#held.values().reduce((count, worker) => count + (worker.isClean === isClean ? 1 : 0), 0);
    return Math.min(MAX_CLAIMED, (isClean ? MAX_ENDPOINTS.clean : MAX_ENDPOINTS.others) - held);
  }

  #mustYield(startedMs: number, isClean: boolean): boolean {
    if (this.#stopping.signal.aborted) return true;
    // The workers are only counted where there are as many as one kind may have: this is asked before each delivery.
    const mayBeFull = this.#held.size >= MAX_ENDPOINTS.clean && performance.now() - startedMs > TURN_MS;
    return mayBeFull && this.#room(isClean) <= 0;
  }

  async #keepRenewing(): Promise<void> {
    const { leaseMs, worker } = this.#parts;
    const { signal } = this.#ended;
    while (!signal.aborted) {
      await delay(leaseMs / RENEWALS_PER_LEASE, signal);
      await this.#renewAll().catch((error: unknown) => worker.logger.warn({ err: error }, 'leases not renewed'));
    }
  }

  async #renewAll(): Promise<void> {
    const { leases, leaseMs } = this.#parts;
    const held = Array.from(this.#held.values(), ({ lease }) => lease);
    if (held.length === 0) return;
    // Counted from before the call: the server counts from a later moment.
    const heldUntilMs = performance.now() + leaseMs;
    const kept = new Set((await leases.renew(held.map(({ claim }) => claim))).map(keyOf));
    for (const lease of held) lease.renewed(kept.has(keyOf(lease.claim)) ? heldUntilMs : Number.NEGATIVE_INFINITY);
  }
}

function keyOf({ endpointId, epoch }: Claim): string {
  return `${endpointId}/${epoch}`;
}
