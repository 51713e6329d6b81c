import { randomUUID } from 'node:crypto';
import { type Collections, fromNow } from '../database/collections-documents.ts';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import { type QueueDocument, wakeOf } from '../deliveries/queue-documents.ts';
import { batchedReads } from './batched-reads.ts';
import type { Filter } from 'mongodb';

/** A worker's lease of an endpoint's queue. */
export interface Claim extends QueueKey {
  /** Fencing number: each claim raises it. */
  readonly epoch: number;
  /** Wake-ups of the queue up to the claim. */
  readonly wakes: number;
  /** True after a takeover from a worker that had not given the queue back. */
  readonly orphaned: boolean;
  /** True if the receiver took the last attempt within a second. */
  readonly clean: boolean;
}

/** How long a queue is idle. */
export interface IdleUntil extends Pick<Claim, 'clean'> {
  /** When it is due again; null where no delivery is left. */
  readonly dueAt: Date | null;
  /** Until when no wake-up makes it due; null where the next one does. */
  readonly heldUntil: Date | null;
}

/** `woken`: the queue was woken since the claim, and stays with the worker. `lost`: another worker has it. */
export type IdleResult =
  | { readonly type: 'idle' }
  | { readonly type: 'woken'; readonly wakes: number }
  | { readonly type: 'lost' };

export interface LeaseStoreOptions {
  /** Names this process, unlike any other, earlier ones included. */
  readonly owner: string;
  /** Milliseconds after which a claim that is not renewed is free again, by the server's clock. */
  readonly leaseMs: number;
}

/** Queues that are due by the server's clock, so that workers need not agree on theirs. */
const IS_DUE = { due_at: { $type: 'date' as const }, $expr: { $lte: ['$due_at', '$$NOW'] } };
const FROM_PRIMARY = { readConcern: { level: 'local' } } as const;
const WAKES_AT_ONCE = 1_000;

/** The leases of endpoints' queues. */
export class LeaseStore {
  readonly #queues: Collections['queues'];
  readonly #options: LeaseStoreOptions;
  readonly #wakeOne: (name: string) => Promise<unknown>;

  constructor({ queues }: Pick<Collections, 'queues'>, options: LeaseStoreOptions) {
    this.#queues = queues;
    this.#options = options;
    this.#wakeOne = batchedWakes(queues);
  }

  /** Makes queues due now. */
  async wake(keys: readonly QueueKey[]): Promise<void> {
    await Promise.all(keys.map(({ endpointId, tenant }) => this.#wakeOne(`${endpointId} ${tenant}`)));
  }

  /**
   * Claims queues that are due, those that have waited longest first. It takes three reads and one write for any number of queues:
   * attempts wait for the same connections.
   *
   * @param clean the most whose receiver took the last attempt within a second. @param others the most of the others.
   */
  async claim({ clean, others }: { readonly clean: number; readonly others: number }): Promise<readonly Claim[]> {
    const { owner, leaseMs } = this.#options;
    const ids = (await Promise.all([this.#due({ clean: true }, clean), this.#due({ clean: { $ne: true } }, others)])).flat();
    if (ids.length === 0) return [];
    const claim = randomUUID();
    // After a takeover from a worker that died, when that sent its last request is unknown.
    const orphaned = { $ne: ['$owner', null] };
    const lease = { owner, claim, epoch: { $add: ['$epoch', 1] }, due_at: fromNow(leaseMs), orphaned };
    await this.#queues.updateMany({ _id: { $in: ids }, ...IS_DUE }, [{ $set: lease }]);
    return (await this.#queues.find({ _id: { $in: ids }, owner, claim }, FROM_PRIMARY).toArray()).map(toClaim);
  }

  async #due(which: Filter<QueueDocument>, limit: number): Promise<readonly string[]> {
    if (limit <= 0) return [];
    const found = this.#queues.find({ ...IS_DUE, ...which }, { projection: { _id: 1 } }).sort({ due_at: 1 });
    return (await found.limit(limit).toArray()).map(({ _id }) => _id);
  }

  /** Renews claims for another lease. @returns those that are still the worker's. */
  async renew(claims: readonly Claim[]): Promise<readonly Claim[]> {
    const { owner, leaseMs } = this.#options;
    const own = { _id: { $in: claims.map(({ endpointId }) => endpointId) }, owner };
    await this.#queues.updateMany(own, [{ $set: { due_at: fromNow(leaseMs) } }]);
    const kept = await this.#queues.find(own, FROM_PRIMARY).toArray();
    const epochs = new Map(kept.map(({ _id, epoch }) => [_id, epoch]));
    return claims.filter(({ endpointId, epoch }) => epochs.get(endpointId) === epoch);
  }

  /** Releases a queue with nothing to do, unless it was woken since the claim. */
  async idle(claim: Claim, { dueAt, heldUntil, clean }: IdleUntil): Promise<IdleResult> {
    const released = { $set: { owner: null, due_at: dueAt, held_until: heldUntil, clean } };
    const { matchedCount } = await this.#queues.updateOne({ ...this.#mine(claim), wakes: claim.wakes }, released);
    return matchedCount === 1 ? { type: 'idle' } : this.#afterMiss(claim);
  }

  /** Releases a queue unfinished; it is due again in `afterMs` milliseconds and not before. */
  async giveBack(claim: Claim, afterMs: number, clean: boolean): Promise<void> {
    const released = { owner: null, due_at: fromNow(afterMs), held_until: fromNow(afterMs), clean };
    await this.#queues.updateOne(this.#mine(claim), [{ $set: released }]);
  }

  /** Deletes a queue, unless it was woken since the claim. */
  async delete(claim: Claim): Promise<IdleResult> {
    const { deletedCount } = await this.#queues.deleteOne({ ...this.#mine(claim), wakes: claim.wakes });
    return deletedCount === 1 ? { type: 'idle' } : this.#afterMiss(claim);
  }

  #mine({ endpointId, epoch }: Claim) {
    return { _id: endpointId, owner: this.#options.owner, epoch };
  }

  async #afterMiss(claim: Claim): Promise<IdleResult> {
    const found = await this.#queues.findOne(this.#mine(claim), FROM_PRIMARY);
    return found ? { type: 'woken', wakes: found.wakes } : { type: 'lost' };
  }
}

/** Events come in groups, and each of them wakes the same busy endpoints: concurrent wake-ups of a queue become one. */
function batchedWakes(queues: Collections['queues']) {
  return batchedReads<true>(WAKES_AT_ONCE, async (names) => {
    const wakes = names.map((name) => {
      const [endpointId = '', tenant = ''] = name.split(' ');
      return { updateOne: { filter: { _id: endpointId }, update: wakeOf(tenant), upsert: true } };
    });
    await queues.bulkWrite(wakes, { ordered: false });
    return new Map();
  });
}

function toClaim({ _id: endpointId, tenant, epoch, wakes, orphaned = false, clean = false }: QueueDocument): Claim {
  return { endpointId, tenant, epoch, wakes, orphaned, clean };
}

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
  readonly isHeld = (): boolean => performance.now() < this.#heldUntilMs;

  /** @param heldUntilMs in the past where another worker has the queue. */
  renewed(heldUntilMs: number): void {
    this.#heldUntilMs = heldUntilMs;
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
  giveBack(afterMs: number, clean: boolean): Promise<void> {
    return this.#leases.giveBack(this.#claim, afterMs, clean);
  }

  #settle(result: IdleResult): boolean {
    if (result.type === 'woken') this.#claim = { ...this.#claim, wakes: result.wakes };
    return result.type !== 'woken';
  }
}
