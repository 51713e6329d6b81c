import { HELD_FOREVER } from '../../../apps/webhooks/src/database/queue-documents.ts';
import type { Claim, IdleResult, IdleUntil, Leases } from '../../../apps/webhooks/src/dispatch/lease-store.ts';
import type { Pacing } from '../../../apps/webhooks/src/dispatch/receiver-pacing.ts';
import type { QueueKey } from '../../../apps/webhooks/src/model/domain/delivery.ts';
import type { Actor } from '../virtual-time.ts';

interface Queue extends QueueKey {
  dueMs: number | null;
  heldUntilMs: number | null;
  wakes: number;
  owner: Actor | null;
  epoch: number;
  /** The process that claimed it last. */
  claimedBy: Actor | undefined;
  pace: Pacing;
}

/** Departures from how leases work, for planted bugs. */
export interface QueueBugs {
  /** Releases and renewals of leases do not look at their number. */
  readonly leasesHaveNoEpoch?: boolean;
  /** An idle queue forgets wake-ups that came since its claim. */
  readonly idleForgetsWakes?: boolean;
}

/** The process that works on queues, and the milliseconds of its leases. */
export interface LeaseOwner {
  readonly owner: Actor;
  readonly leaseMs: number;
}

/** The leases of queues, by the rules of `LeaseStore`. Each method is one commit. */
export class MemoryQueues {
  readonly #queues = new Map<string, Queue>();
  readonly #bugs: QueueBugs;

  constructor(bugs: QueueBugs) {
    this.#bugs = bugs;
  }

  /** The process that claimed the queue of an endpoint last. */
  claimedBy(endpointId: string): Actor | undefined {
    return this.#queues.get(endpointId)?.claimedBy;
  }

  /** Makes it due, unless it is held or has a worker. */
  wake(key: QueueKey): void {
    const queue = this.#woken(key);
    const held = queue.heldUntilMs ?? 0;
    if (queue.owner === null && held < HELD_FOREVER.getTime()) queue.dueMs = earlier(queue.dueMs, Math.max(held, Date.now()));
  }

  /** As {@link wake}, and ends its hold. */
  release(key: QueueKey): void {
    const queue = this.#woken(key);
    queue.heldUntilMs = null;
    if (queue.owner === null) queue.dueMs = earlier(queue.dueMs, Date.now());
  }

  #woken({ endpointId, tenant }: QueueKey): Queue {
    const pace = { clean: false, slowOnce: false };
    const made = {
      endpointId,
      tenant,
      dueMs: null,
      heldUntilMs: null,
      wakes: 0,
      owner: null,
      epoch: 0,
      claimedBy: undefined,
      pace,
    };
    const queue: Queue = this.#queues.get(endpointId) ?? made;
    this.#queues.set(endpointId, queue);
    queue.wakes += 1;
    return queue;
  }

  claim(by: LeaseOwner, { clean, others }: { readonly clean: number; readonly others: number }): readonly Claim[] {
    const due = [...this.#queues.values()].filter(isDue).toSorted((a, b) => (a.dueMs ?? 0) - (b.dueMs ?? 0));
    const chosen = [
      ...due.filter(({ pace }) => pace.clean).slice(0, clean),
      ...due.filter(({ pace }) => !pace.clean).slice(0, others),
    ];
    return chosen.map((queue) => take(queue, by));
  }

  wakeAndClaim(by: LeaseOwner, key: QueueKey): Claim | undefined {
    this.wake(key);
    const queue = this.#queues.get(key.endpointId);
    return queue && isDue(queue) ? take(queue, by) : undefined;
  }

  nextDueInMs(): number | undefined {
    const times = [...this.#queues.values()].flatMap(({ dueMs }) => dueMs ?? []);
    return times.length === 0 ? undefined : Math.min(...times) - Date.now();
  }

  renew({ owner, leaseMs }: LeaseOwner, claims: readonly Claim[]): readonly Claim[] {
    return claims.filter((claim) => {
      const queue = this.#mine(owner, claim);
      if (queue) queue.dueMs = Date.now() + leaseMs;
      return queue !== undefined;
    });
  }

  idle({ owner }: LeaseOwner, claim: Claim, { dueAt, heldUntil, ...pace }: IdleUntil): IdleResult {
    const queue = this.#mine(owner, claim);
    if (!queue) return { type: 'lost' };
    if (queue.wakes !== claim.wakes && this.#bugs.idleForgetsWakes !== true) return { type: 'woken', wakes: queue.wakes };
    Object.assign(queue, { owner: null, dueMs: dueAt?.getTime() ?? null, heldUntilMs: heldUntil?.getTime() ?? null, pace });
    return { type: 'idle' };
  }

  giveBack({ owner }: LeaseOwner, claim: Claim, { afterMs, pace }: { readonly afterMs: number; readonly pace: Pacing }): void {
    const queue = this.#mine(owner, claim);
    const atMs = Date.now() + afterMs;
    if (queue) Object.assign(queue, { owner: null, dueMs: atMs, heldUntilMs: atMs, pace });
  }

  delete({ owner }: LeaseOwner, claim: Claim): IdleResult {
    const queue = this.#mine(owner, claim);
    if (!queue) return { type: 'lost' };
    if (queue.wakes !== claim.wakes) return { type: 'woken', wakes: queue.wakes };
    this.#queues.delete(claim.endpointId);
    return { type: 'idle' };
  }

  #mine(owner: Actor, { endpointId, epoch }: Claim): Queue | undefined {
    const queue = this.#queues.get(endpointId);
    if (this.#bugs.leasesHaveNoEpoch === true) return queue;
    return queue?.owner === owner && queue.epoch === epoch ? queue : undefined;
  }
}

const earlier = (a: number | null, b: number): number => Math.min(a ?? b, b);

const isDue = ({ dueMs }: Queue): boolean => dueMs !== null && dueMs <= Date.now();

function take(queue: Queue, { owner, leaseMs }: LeaseOwner): Claim {
  const orphaned = queue.owner !== null;
  Object.assign(queue, { owner, claimedBy: owner, epoch: queue.epoch + 1, dueMs: Date.now() + leaseMs });
  const { endpointId, tenant, epoch, wakes, pace } = queue;
  return { endpointId, tenant, epoch, wakes, orphaned, ...pace };
}

/** A commit on the queues. */
type Commit = <Result>(name: string, effect: (queues: MemoryQueues) => Result) => Promise<Result>;

/** The leases as one process has them. */
export function leasesOf(by: LeaseOwner, commit: Commit): Leases {
  return {
    wake: (keys) => commit('wake', (queues) => keys.forEach((key) => queues.wake(key))),
    claim: (room) => commit('claim', (queues) => queues.claim(by, room)),
    wakeAndClaim: (key) => commit('wake and claim', (queues) => queues.wakeAndClaim(by, key)),
    nextDueInMs: () => commit('next due', (queues) => queues.nextDueInMs()),
    renew: (claims) => commit('renew', (queues) => queues.renew(by, claims)),
    idle: (claim, until) => commit('idle', (queues) => queues.idle(by, claim, until)),
    giveBack: (claim, afterMs, pace) => commit('give back', (queues) => queues.giveBack(by, claim, { afterMs, pace })),
    delete: (claim) => commit('delete queue', (queues) => queues.delete(by, claim)),
  };
}
