import { randomUUID } from 'node:crypto';
import { type Collections, fromNow } from '../database/collections-documents.ts';
import type { QueueKey } from '../model/domain/delivery.ts';
import { type QueueDocument, wakeOf } from '../database/queue-documents.ts';
import { batchedReads, SCHEMA_COLLECTION, type SchemaDocument, type SchemaFence, THE_SCHEMA } from '@fulfilment/mongo';
import type { Pacing } from './receiver-pacing.ts';
import type { Filter } from 'mongodb';

/** A worker's lease of an endpoint's queue. */
export interface Claim extends QueueKey, Pacing {
  /** Fencing number: each claim raises it. */
  readonly epoch: number;
  /** Wake-ups of the queue up to the claim. */
  readonly wakes: number;
  /** True after a takeover from a worker that had not given the queue back. */
  readonly orphaned: boolean;
}

/** How long a queue is idle. */
export interface IdleUntil extends Pacing {
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
  /** Told which code may work on the store, with each look for what is due next. */
  readonly fence?: Pick<SchemaFence, 'observe'> | undefined;
}

/** Queues that are due by the server's clock, so that workers need not agree on theirs. */
const IS_DUE = { due_at: { $type: 'date' as const }, $expr: { $lte: ['$due_at', '$$NOW'] } };
const FROM_PRIMARY = { readConcern: { level: 'local' } } as const;
const WAKES_AT_ONCE = 1_000;

/** The leases of endpoints' queues, as a dispatcher and its workers use them. */
export type Leases = Pick<
  LeaseStore,
  'wake' | 'claim' | 'wakeAndClaim' | 'nextDueInMs' | 'renew' | 'idle' | 'giveBack' | 'delete'
>;

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
   * @param clean the most whose receiver is clean. @param others the most of the others.
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

  /**
   * Wakes a queue, and claims it with the same command where it is due then: not where another worker has it, or it is held.
   *
   * @returns undefined where it was only woken.
   */
  async wakeAndClaim({ endpointId, tenant }: QueueKey): Promise<Claim | undefined> {
    const { owner, leaseMs } = this.#options;
    const claim = randomUUID();
    const isDue = { $and: [{ $ne: ['$due_at', null] }, { $lte: ['$due_at', '$$NOW'] }] };
    const lease = { owner, claim, epoch: { $add: ['$epoch', 1] }, due_at: fromNow(leaseMs), orphaned: { $ne: ['$owner', null] } };
    const ifDue = Object.entries(lease).map(([name, value]) => [name, { $cond: [isDue, value, `$${name}`] }]);
    const found = await this.#queues.findOneAndUpdate(
      { _id: endpointId },
      [...wakeOf(tenant), { $set: Object.fromEntries(ifDue) }],
      { upsert: true, returnDocument: 'after' },
    );
    return found?.claim === claim ? toClaim(found) : undefined;
  }

  /** @returns milliseconds until the next queue is due, by the server's clock; 0 or less where one is, undefined where none will be. */
  async nextDueInMs(): Promise<number | undefined> {
    const found = await this.#queues
      .aggregate<{ readonly dueInMs: number } | SchemaDocument>([
        { $match: { due_at: { $type: 'date' } } },
        { $sort: { due_at: 1 } },
        { $limit: 1 },
        { $project: { _id: 0, dueInMs: { $toDouble: { $subtract: ['$due_at', '$$NOW'] } } } },
        { $unionWith: { coll: SCHEMA_COLLECTION, pipeline: [{ $match: THE_SCHEMA }] } },
      ])
      .toArray();
    let dueInMs: number | undefined;
    for (const each of found) {
      if ('dueInMs' in each) ({ dueInMs } = each);
      else this.#options.fence?.observe(each);
    }
    return dueInMs;
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
  async idle(claim: Claim, { dueAt, heldUntil, ...pace }: IdleUntil): Promise<IdleResult> {
    const released = { $set: { owner: null, due_at: dueAt, held_until: heldUntil, ...fieldsOf(pace) } };
    const { matchedCount } = await this.#queues.updateOne({ ...this.#mine(claim), wakes: claim.wakes }, released);
    return matchedCount === 1 ? { type: 'idle' } : this.#afterMiss(claim);
  }

  /** Releases a queue unfinished; it is due again in `afterMs` milliseconds and not before. */
  async giveBack(claim: Claim, afterMs: number, pace: Pacing): Promise<void> {
    const released = { owner: null, due_at: fromNow(afterMs), held_until: fromNow(afterMs), ...fieldsOf(pace) };
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

function toClaim({ _id: endpointId, tenant, epoch, wakes, orphaned = false, ...document }: QueueDocument): Claim {
  const { clean = false, slow_once: slowOnce = false } = document;
  return { endpointId, tenant, epoch, wakes, orphaned, clean, slowOnce };
}

const fieldsOf = ({ clean, slowOnce }: Pacing) => ({ clean, slow_once: slowOnce });

/** A worker's exclusive right to one endpoint's queue. */
export class Lease {
  readonly #leases: Leases;
  #claim: Claim;
  #heldUntilMs: number;
  #work = Promise.withResolvers<void>();
  #isNotified = false;
  #isReleasing = false;
  #dueAgainMs: number | undefined;

  /** @param heldUntilMs when the lease ends unless it is renewed, by `performance.now`. */
  constructor(leases: Leases, claim: Claim, heldUntilMs: number) {
    this.#leases = leases;
    this.#claim = claim;
    this.#heldUntilMs = heldUntilMs;
  }

  get claim(): Claim {
    return this.#claim;
  }

  /** After the release, when the queue is due again, by `performance.now`; undefined where no time was set. */
  get dueAgainMs(): number | undefined {
    return this.#dueAgainMs;
  }

  /** True while no other worker can have the queue. */
  readonly isHeld = (): boolean => performance.now() < this.#heldUntilMs;

  /** @param heldUntilMs in the past where another worker has the queue. */
  renewed(heldUntilMs: number): void {
    this.#heldUntilMs = heldUntilMs;
  }

  /**
   * Tells the worker that there is work in the queue.
   *
   * @returns true where the queue need not be woken in the store: its worker reads it again before it releases it, and if the process
   * ends first, so does the next worker once the lease has ended.
   */
  notify(): boolean {
    this.#work.resolve();
    if (this.#isReleasing || !this.isHeld()) return false;
    this.#isNotified = true;
    return true;
  }

  /** Forgets the notifications so far: the worker is about to read the queue. */
  clear(): void {
    this.#isNotified = false;
    this.#work = Promise.withResolvers<void>();
  }

  /** Resolves once there was a notification since the last `clear`. */
  waitForWork(): Promise<void> {
    return this.#work.promise;
  }

  /** Releases the queue with nothing to do. @returns false if a wake-up came first: read it again. */
  async idle(until: IdleUntil): Promise<boolean> {
    const isReleased = await this.#releaseUnlessNotified(() => this.#leases.idle(this.#claim, until));
    if (isReleased && until.dueAt) this.#dueAgainMs = performance.now() + until.dueAt.getTime() - Date.now();
    return isReleased;
  }

  /** Deletes the queue. @returns false if a wake-up came first: read it again. */
  deleteQueue(): Promise<boolean> {
    return this.#releaseUnlessNotified(() => this.#leases.delete(this.#claim));
  }

  /** Releases the queue unfinished; it is due again in `afterMs` milliseconds. */
  async giveBack(afterMs: number, pace: Pacing): Promise<void> {
    this.#isReleasing = true;
    // What was left since it stood still sends nothing any more.
    this.#heldUntilMs = Number.NEGATIVE_INFINITY;
    await this.#leases.giveBack(this.#claim, afterMs, pace);
    this.#dueAgainMs = performance.now() + afterMs;
  }

  async #releaseUnlessNotified(release: () => Promise<IdleResult>): Promise<boolean> {
    if (this.#isNotified) return false;
    // From here on a wake-up goes to the store, where the release meets it.
    this.#isReleasing = true;
    const result = await release();
    if (result.type !== 'woken') return true;
    this.#isReleasing = false;
    this.#claim = { ...this.#claim, wakes: result.wakes };
    return false;
  }
}
