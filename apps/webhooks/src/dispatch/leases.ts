import { delay, type Stoppable } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { Claim, IdleResult, IdleUntil, LeaseStore } from './dispatch-ports.ts';

/** A worker's exclusive right to one endpoint's queue. */
export class Lease {
  readonly #leases: LeaseStore;
  #claim: Claim;
  #heldUntilMs: number;
  #work = Promise.withResolvers<void>();

  /** @param heldUntilMs when the lease ends unless it is renewed, by `performance.now`. */
  constructor(leases: LeaseStore, claim: Claim, heldUntilMs: number) {
    this.#leases = leases;
    this.#claim = claim;
    this.#heldUntilMs = heldUntilMs;
  }

  get claim(): Claim {
    return this.#claim;
  }

  /** True while no other worker can have the queue. */
  isHeld(): boolean {
    return performance.now() < this.#heldUntilMs;
  }

  renewed(heldUntilMs: number): void {
    this.#heldUntilMs = heldUntilMs;
  }

  lost(): void {
    this.#heldUntilMs = Number.NEGATIVE_INFINITY;
  }

  /** Tells the worker that there is work in the queue. */
  notify(): void {
    this.#work.resolve();
  }

  /** Forgets the notifications so far: the worker is about to read the queue. */
  clear(): void {
    this.#work = Promise.withResolvers<void>();
  }

  /** Resolves once there was a notification since the last `clear`. */
  waitForWork(): Promise<void> {
    return this.#work.promise;
  }

  /** Releases the queue with nothing to do. @returns false if a wake-up came first: read it again. */
  async idle(until: IdleUntil): Promise<boolean> {
    return this.#settle(await this.#leases.idle(this.#claim, until));
  }

  /** Deletes the queue. @returns false if a wake-up came first: read it again. */
  async deleteQueue(): Promise<boolean> {
    return this.#settle(await this.#leases.delete(this.#claim));
  }

  /** Releases the queue unfinished; it is due again in `afterMs` milliseconds. */
  giveBack(afterMs: number): Promise<void> {
    return this.#leases.giveBack(this.#claim, afterMs);
  }

  #settle(result: IdleResult): boolean {
    if (result.type === 'woken') this.#claim = { ...this.#claim, wakes: result.wakes };
    return result.type !== 'woken';
  }
}

export interface LeaseManagerParts {
  readonly leases: LeaseStore;
  readonly leaseMs: number;
  readonly logger: Logger;
}

/** Renewals within the time of a lease, so that one failure does not end it. */
const RENEWALS_PER_LEASE = 4;

/** Claims the leases of this process, and renews all of them together until it is stopped. */
export class LeaseManager implements Stoppable {
  readonly #parts: LeaseManagerParts;
  readonly #held = new Map<string, Lease>();
  readonly #stopping = new AbortController();
  readonly #renewing: Promise<void>;

  constructor(parts: LeaseManagerParts) {
    this.#parts = parts;
    this.#renewing = this.#keepRenewing();
  }

  get count(): number {
    return this.#held.size;
  }

  /** Claims up to `limit` queues that are due. */
  async claim(limit: number): Promise<readonly Lease[]> {
    const { leases, leaseMs } = this.#parts;
    const heldUntilMs = performance.now() + leaseMs;
    const claimed = (await leases.claim(limit)).map((claim) => new Lease(leases, claim, heldUntilMs));
    for (const lease of claimed) this.#held.set(lease.claim.endpointId, lease);
    return claimed;
  }

  /** Stops renewing a lease whose queue was released. */
  remove(lease: Lease): void {
    const { endpointId } = lease.claim;
    // This process may have claimed the queue again already.
    if (this.#held.get(endpointId) === lease) this.#held.delete(endpointId);
  }

  /** Notifies the workers of these endpoints. @returns true if this process does not hold all of them. */
  notify(endpointIds: readonly string[]): boolean {
    const own = endpointIds.map((id) => this.#held.get(id)).filter((lease) => lease !== undefined);
    for (const lease of own) lease.notify();
    return own.length < endpointIds.length;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#renewing;
  }

  async #keepRenewing(): Promise<void> {
    const { leaseMs, logger } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await delay(leaseMs / RENEWALS_PER_LEASE, signal);
      await this.#renewAll().catch((error: unknown) => logger.warn({ err: error }, 'leases not renewed'));
    }
  }

  async #renewAll(): Promise<void> {
    const held = [...this.#held.values()];
    if (held.length === 0) return;
    // Counted from before the call: the server counts from a later moment.
    const heldUntilMs = performance.now() + this.#parts.leaseMs;
    const kept = new Set((await this.#parts.leases.renew(held.map(({ claim }) => claim))).map(keyOf));
    for (const lease of held) {
      if (kept.has(keyOf(lease.claim))) lease.renewed(heldUntilMs);
      else lease.lost();
    }
  }
}

function keyOf({ endpointId, epoch }: Claim): string {
  return `${endpointId}/${epoch}`;
}
