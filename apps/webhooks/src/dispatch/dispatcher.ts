import { delay, type Kept, type Progress, Rounds, type RoundsOptions, type Steps, type Stoppable } from '@fulfilment/kernel';
import type { QueueKey } from '../model/domain/delivery.ts';
import type { HintChannel } from '@fulfilment/messaging';
import { EndpointWorker, type WorkerParts } from './endpoint-worker.ts';
import { type Claim, Lease, type Leases } from './lease-store.ts';

export interface DispatcherParts {
  readonly leases: Leases;
  /** Tells other processes of queues that this one does not claim. */
  readonly hints: HintChannel;
  readonly leaseMs: number;
  readonly worker: Omit<WorkerParts, 'mustYield'>;
  /** Has claims and renewals begun again that stand still. */
  readonly progress: Progress;
  /** Watches that what workers do ends; an endpoint of which something is left is given back. */
  readonly steps: Steps;
  /** Aborts the requests in flight, once stopping has waited long enough. */
  readonly abort: () => Promise<void>;
}

/**
 * The longest time in milliseconds between two looks for queues that are due: those that another process made due and did not come to
 * claim. A notification, a hint, and the moment at which a queue is due come before.
 */
const MAX_UNSEEN_MS = 2_000;
/** Milliseconds after which a look is repeated that failed, or found what this process has no room for. */
const REPEAT_MS = 200;
/** Queues of one wake-up that are claimed each by the command that wakes it. */
const MAX_CLAIMED_APART = 3;
const HINT_CHANNEL = 'webhooks.due';
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
  /** As workers use them. */
  readonly #leases: Leases;
  /** By the endpoint. */
  readonly #held = new Map<string, EndpointWorker>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** A round looks for queues that are due, and claims them. */
  readonly #claims: Kept<Rounds>;
  /** Renewals go on until the last worker has ended. */
  readonly #renewals: Kept<Rounds>;
  /** Wakes that are claims at the same time, by endpoint. */
  readonly #claimingApart = new Set<string>();
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  /** Starts it. */
  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    const { leaseMs, steps, worker } = parts;
    this.#leases = steps.watched(parts.leases);
    this.#workerParts = {
      ...worker,
      ...steps.watched({ findTarget: worker.findTarget, loadEvents: worker.loadEvents }),
      deliveries: steps.watched(worker.deliveries),
      batches: steps.watched(worker.batches),
      mustYield: (startedMs, isClean) => this.#mustYield(startedMs, isClean),
    };
    this.#renewals = this.#keep('endpoint leases', {
      round: () => this.#renewAll(),
      onError: (error) => worker.logger.warn({ err: error }, 'leases could not be renewed'),
      pauseMs: leaseMs / RENEWALS_PER_LEASE,
      firstMs: leaseMs / RENEWALS_PER_LEASE,
    });
    this.#claims = this.#keep('endpoint claims', {
      round: () => this.#claimDue(),
      onError: (error) => worker.logger.warn({ err: error }, 'endpoints could not be claimed'),
      pauseMs: REPEAT_MS,
    });
    // A process without room may hint at each queue that it releases.
    parts.hints.subscribe(HINT_CHANNEL, () => this.#lookBy(Math.max(performance.now(), this.#lookedAtMs + REPEAT_MS)));
  }

  /**
   * Makes queues due. Workers of this process are told, without the store; a few queues that have no worker here are claimed at once.
   * When it resolves, the deliveries that were stored before are read by a worker, whatever becomes of this process.
   */
  async wake(queues: readonly QueueKey[]): Promise<void> {
    const others = queues.filter(({ endpointId }) => this.#held.get(endpointId)?.lease.notify() !== true);
    if (others.length === 0) return;
    if (others.length <= MAX_CLAIMED_APART && this.#hasRoomFor(others.length)) {
      await Promise.all(others.map((queue) => this.#wakeAndClaim(queue)));
      return;
    }
    await this.#parts.leases.wake(others);
    this.#lookBy(performance.now());
    if (!this.#hasRoomFor(1)) this.#parts.hints.publish(HINT_CHANNEL, '');
  }

  /** Tells that these endpoints' queues were made due in the store. */
  notify(endpointIds: readonly string[]): void {
    const others = endpointIds.filter((endpointId) => this.#held.get(endpointId)?.lease.notify() !== true);
    if (others.length === 0) return;
    this.#lookBy(performance.now());
    if (!this.#hasRoomFor(1)) this.#parts.hints.publish(HINT_CHANNEL, '');
  }

  /** Stops claiming, waits for what is in flight, aborts what takes too long, and ends the leases. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#claims.stop();
    const finished = Promise.all(this.#running);
    await Promise.race([finished, delay(GRACE_MS)]);
    await this.#parts.abort();
    await finished;
    await this.#renewals.stop();
  }

  #keep(name: string, rounds: RoundsOptions): Kept<Rounds> {
    return this.#parts.progress.keep({ name, engines: ['mongodb'], make: (mark) => new Rounds(rounds, mark) });
  }

  /** Moves the next look for queues forward to `atMs`, by `performance.now`. */
  #lookBy(atMs: number): void {
    this.#claims.current().dueBy(atMs);
  }

  /** @returns milliseconds until the next look. */
  async #claimDue(): Promise<number> {
    this.#lookedAtMs = performance.now();
    const { leases, leaseMs } = this.#parts;
    const dueInMs = await leases.nextDueInMs();
    if (dueInMs === undefined || dueInMs > 0) return Math.min(dueInMs ?? MAX_UNSEEN_MS, MAX_UNSEEN_MS);
    const heldUntilMs = performance.now() + leaseMs;
    const claims = await leases.claim({ clean: this.#room(true), others: this.#room(false) });
    for (const claim of claims) this.#begin(claim, heldUntilMs);
    return claims.length > 0 ? 0 : REPEAT_MS;
  }

  async #wakeAndClaim(queue: QueueKey): Promise<void> {
    const { leases, leaseMs } = this.#parts;
    const { endpointId } = queue;
    if (this.#claimingApart.has(endpointId)) {
      await leases.wake([queue]);
      return;
    }
    this.#claimingApart.add(endpointId);
    try {
      const heldUntilMs = performance.now() + leaseMs;
      const claim = await leases.wakeAndClaim(queue);
      if (claim) this.#begin(claim, heldUntilMs);
    } finally {
      this.#claimingApart.delete(endpointId);
    }
  }

  #begin(claim: Claim, heldUntilMs: number): void {
    const worker = new EndpointWorker(this.#workerParts, new Lease(this.#leases, claim, heldUntilMs));
    this.#held.set(claim.endpointId, worker);
    const running = this.#work(worker).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #work(worker: EndpointWorker): Promise<void> {
    await worker.run();
    const { claim, dueAgainMs } = worker.lease;
    // This process may have claimed the queue again already.
    if (this.#held.get(claim.endpointId) === worker) this.#held.delete(claim.endpointId);
    if (dueAgainMs === undefined) return;
    this.#lookBy(dueAgainMs);
    if (this.#stopping.signal.aborted || !this.#hasRoomFor(1)) this.#parts.hints.publish(HINT_CHANNEL, '');
  }

  /** True where so many endpoints may be claimed, of whatever kind they are. */
  #hasRoomFor(endpoints: number): boolean {
    if (this.#stopping.signal.aborted) return false;
    if (this.#held.size + endpoints <= MAX_ENDPOINTS.clean) return true;
    return this.#room(true) >= endpoints && this.#room(false) >= endpoints;
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

  /** @returns milliseconds until the next renewal. */
  async #renewAll(): Promise<number> {
    const { leases, leaseMs } = this.#parts;
    const nextMs = leaseMs / RENEWALS_PER_LEASE;
    const held = Array.from(this.#held.values(), ({ lease }) => lease);
    if (held.length === 0) return nextMs;
    // Counted from before the call: the server counts from a later moment.
    const heldUntilMs = performance.now() + leaseMs;
    const kept = new Set((await leases.renew(held.map(({ claim }) => claim))).map(keyOf));
    for (const lease of held) lease.renewed(kept.has(keyOf(lease.claim)) ? heldUntilMs : Number.NEGATIVE_INFINITY);
    return nextMs;
  }
}

function keyOf({ endpointId, epoch }: Claim): string {
  return `${endpointId}/${epoch}`;
}
