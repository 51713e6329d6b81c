import { HELD_FOREVER } from '../../../apps/webhooks/src/database/queue-documents.ts';
import type { Claim, IdleResult, IdleUntil } from '../../../apps/webhooks/src/dispatch/lease-store.ts';
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

/** Milliseconds of a lease: calls may stay pending for longer. */
export const LEASE_MS = 3_000;

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

  claim(owner: Actor, { clean, others }: { readonly clean: number; readonly others: number }): readonly Claim[] {
    const due = [...this.#queues.values()].filter(isDue);
    const chosen = [
      ...due.filter(({ pace }) => pace.clean).slice(0, clean),
      ...due.filter(({ pace }) => !pace.clean).slice(0, others),
    ];
    return chosen.map((queue) => take(queue, owner));
  }

  wakeAndClaim(owner: Actor, key: QueueKey): Claim | undefined {
    this.wake(key);
    const queue = this.#queues.get(key.endpointId);
    return queue && isDue(queue) ? take(queue, owner) : undefined;
  }

  nextDueInMs(): number | undefined {
    const times = [...this.#queues.values()].flatMap(({ dueMs }) => dueMs ?? []);
    return times.length === 0 ? undefined : Math.min(...times) - Date.now();
  }

  renew(owner: Actor, claims: readonly Claim[]): readonly Claim[] {
    return claims.filter((claim) => {
      const queue = this.#mine(owner, claim);
      if (queue) queue.dueMs = Date.now() + LEASE_MS;
      return queue !== undefined;
    });
  }

  idle(owner: Actor, claim: Claim, { dueAt, heldUntil, ...pace }: IdleUntil): IdleResult {
    const queue = this.#mine(owner, claim);
    if (!queue) return { type: 'lost' };
    if (queue.wakes !== claim.wakes && this.#bugs.idleForgetsWakes !== true) return { type: 'woken', wakes: queue.wakes };
    Object.assign(queue, { owner: null, dueMs: dueAt?.getTime() ?? null, heldUntilMs: heldUntil?.getTime() ?? null, pace });
    return { type: 'idle' };
  }

  giveBack(owner: Actor, claim: Claim, { afterMs, pace }: { readonly afterMs: number; readonly pace: Pacing }): void {
    const queue = this.#mine(owner, claim);
    const atMs = Date.now() + afterMs;
    if (queue) Object.assign(queue, { owner: null, dueMs: atMs, heldUntilMs: atMs, pace });
  }

  delete(owner: Actor, claim: Claim): IdleResult {
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

function take(queue: Queue, owner: Actor): Claim {
  const orphaned = queue.owner !== null;
  Object.assign(queue, { owner, claimedBy: owner, epoch: queue.epoch + 1, dueMs: Date.now() + LEASE_MS });
  const { endpointId, tenant, epoch, wakes, pace } = queue;
  return { endpointId, tenant, epoch, wakes, orphaned, ...pace };
}
