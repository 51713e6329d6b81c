import { delay, type Progress, type ProgressMark, type Stoppable } from '@fulfilment/kernel';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { Logger } from '@fulfilment/observability';
import { type Collection, type Db, type Filter, MongoServerError } from 'mongodb';
import type { HintChannel } from '../port.ts';

/** Options of {@link ShardLeases}. */
export interface ShardLeasesOptions {
  /** Name of the outbox: processes with the same name share its shards. */
  readonly name: string;
  readonly shards: number;
  /** Names this process, unique over all processes ever started. */
  readonly owner: string;
  /** Names its place, which at most one process has at a time: what an earlier one held there is taken over at once. */
  readonly instance?: string | undefined;
  /** The version of the process's code: a migration that shuts it out marks it as replaced. */
  readonly schema?: number | undefined;
  /** Called where another process of the same instance, or of a newer schema, has taken over while this one lives: it has to end. */
  readonly onReplaced: (error: Error) => void;
  readonly hints: HintChannel;
  readonly logger: Logger;
  /** Has the renewal begun again where it stands still; unwatched by default. */
  readonly progress?: Progress | undefined;
}

/** The stored lease of a shard; its `lane` is the shard: the name is stored and stays, as does that of the collection. */
export interface LeaseDocument {
  readonly _id: string;
  readonly name: string;
  readonly lane: number;
  readonly owner: string | null;
  /** Rises with every change of owner. */
  readonly epoch: number;
  readonly until: Date;
}

/** A process. It deletes its document when it stops; that of a killed one expires. */
interface MemberDocument {
  readonly _id: string;
  readonly name: string;
  readonly until: Date;
  /** Null where its process has none; earlier releases wrote no such field. */
  readonly instance?: string | null;
  /** The version of its code; earlier releases wrote none. */
  readonly schema?: number;
  /** True once a later process of its instance has taken over, or a migration has shut it out. */
  readonly replaced?: boolean;
}

/** How long a lease lasts by the clock of its holder too. */
export const LEASE_MS = 4_000;
const RENEW_MS = 1_500;
/** How long a renewal that found no other member is relied on. A new member writes nothing for as long where there are others. */
const SOLE_MS = 2_500;
/** A member that is no longer heard of may only be suspended: it counts for as long as the server lets its transactions live. */
const SUSPENDED_MS = 60_000;
export const LEASES = 'relay_lanes';
/** The collection of the processes that share an outbox. */
export const RELAY_MEMBERS = 'relay_members';

/** Killed processes are removed after an hour. */
export const shardLeaseIndexes: readonly IndexDeclaration[] = [
  { collection: RELAY_MEMBERS, name: 'relay_members_gone', key: { until: 1 }, options: { expireAfterSeconds: 3600 } },
  { collection: LEASES, name: 'relay_lanes_by_name', key: { name: 1, until: 1 } },
];

/** The channel on which the processes of an outbox hear of leases that ended. */
export const leaseChannel = (name: string): string => `lanes.${name}`;

/**
 * Shares the shards of an outbox evenly among the processes that are alive, by leases of 4 s in MongoDB, renewed every 1.5 s and
 * measured by the server's clock. A killed process is missed after 4 s, or once another of its instance starts; one that stops releases
 * its shards at once. Two processes may think for a moment that they hold a shard (one was suspended): the holder's work has to
 * tolerate that.
 */
export class ShardLeases implements Stoppable {
  readonly #options: ShardLeasesOptions;
  readonly #store: LeaseStore;
  readonly #channel: string;
  readonly #stopping = new AbortController();
  /** Ends a renewal that stands still; the next has its own. */
  #renewing = new AbortController();
  #running: Promise<void>;
  readonly #watched: ProgressMark | undefined;
  #held: readonly number[] = [];
  #heldUntilMs = 0;
  #soleUntilMs = 0;
  #soleSince = 0;
  readonly #joined = Promise.withResolvers<void>();
  readonly #listeners: (() => void)[] = [];
  #wake = new AbortController();

  /** Joins the other processes at once. */
  constructor(db: Db, options: ShardLeasesOptions) {
    this.#options = options;
    this.#store = new LeaseStore(db, options);
    this.#channel = leaseChannel(options.name);
    options.hints.subscribe(this.#channel, () => this.#wake.abort());
    this.#watched = options.progress?.watch({
      name: `leases ${options.name}`,
      engines: ['mongodb'],
      // A renewal is always due within 1.5 s.
      isWaiting: () => true,
      rebuild: () => {
        this.#renewing.abort();
        this.#renewing = new AbortController();
        this.#running = this.#run(this.#renewing.signal);
      },
    });
    this.#running = this.#run(this.#renewing.signal);
  }

  /** Numbers from 0; only shards whose lease has not run out by this process's own clock. */
  held(): readonly number[] {
    return performance.now() < this.#heldUntilMs ? this.#held : [];
  }

  /** Calls `listener` whenever this process gets a shard, or becomes the only member. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * A number while no other process can have written to the outbox, the same since when: this one is the only member, holds every
   * shard, and any other would wait before its first write ({@link joined}).
   */
  soleSince(): number | undefined {
    return performance.now() < this.#soleUntilMs ? this.#soleSince : undefined;
  }

  /** Resolves when this process may write: all other members know of it. */
  joined(): Promise<void> {
    return this.#joined.promise;
  }

  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#watched?.end();
    this.#joined.resolve();
    await this.#running;
    this.#held = [];
    const { name, hints, logger } = this.#options;
    await this.#store
      .leave()
      .catch((error: unknown) => logger.warn({ err: error, lanes: name }, 'Leases were not released; they will expire'));
    hints.publish(this.#channel, 'released');
  }

  async #run(renewing: AbortSignal): Promise<void> {
    const { name, logger } = this.#options;
    const signal = AbortSignal.any([this.#stopping.signal, renewing]);
    while (!signal.aborted) {
      try {
        await this.#keepRenewing(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#watched?.mark();
        if (error instanceof Replaced) {
          this.#watched?.end();
          this.#heldUntilMs = 0;
          this.#soleUntilMs = 0;
          this.#options.onReplaced(error);
          return;
        }
        logger.warn({ err: error, lanes: name }, 'Leases were not renewed');
        await delay(RENEW_MS, signal);
      }
    }
  }

  async #keepRenewing(signal: AbortSignal): Promise<void> {
    await this.#store.create();
    await this.#store.takeOver();
    const { amongOthers } = await this.#renew();
    setTimeout(this.#joined.resolve, amongOthers ? SOLE_MS : 0);
    this.#options.hints.publish(this.#channel, 'joined');
    while (!signal.aborted) {
      this.#wake = new AbortController();
      await this.#renew();
      if (!signal.aborted) this.#watched?.mark();
      await delay(RENEW_MS, AbortSignal.any([signal, this.#wake.signal]));
    }
  }

  async #renew(): Promise<{ readonly amongOthers: boolean }> {
    const startedAtMs = performance.now();
    const { held, released, alive, others } = await this.#store.renew(this.held());
    const gained = held.some((shard) => !this.#held.includes(shard));
    this.#held = held;
    this.#heldUntilMs = startedAtMs + LEASE_MS;
    const isSole = others === 0 && held.length === this.#options.shards;
    const becameSole = isSole && performance.now() >= this.#soleUntilMs;
    if (becameSole) this.#soleSince += 1;
    this.#soleUntilMs = isSole ? startedAtMs + SOLE_MS : 0;
    if (gained || becameSole) for (const listener of this.#listeners) listener();
    if (released > 0) this.#options.hints.publish(this.#channel, 'released');
    return { amongOthers: alive > 1 };
  }
}

/** Another process of the same instance has taken over. */
class Replaced extends Error {
  override readonly name = 'Replaced';

  constructor(instance: string) {
    super(`Another process was started with the instance name ${instance}; each process needs a name of its own (INSTANCE_NAME)`);
  }
}

const DUPLICATE_KEY = 11_000;
const LATER = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: LEASE_MS } };
export const IS_LIVE = { $expr: { $gt: ['$until', '$$NOW'] } };
export const HAS_EXPIRED = { $expr: { $lte: ['$until', '$$NOW'] } };

/** True for members that are alive, or suspended with a transaction that may still commit. */
const MAY_LIVE = { $expr: { $gt: ['$until', { $subtract: ['$$NOW', SUSPENDED_MS] }] } };

/** The leases and members of one outbox, as this process reads and writes them. */
class LeaseStore {
  readonly #members: Collection<MemberDocument>;
  readonly #leases: Collection<LeaseDocument>;
  readonly #name: string;
  readonly #shards: number;
  readonly #owner: string;
  readonly #instance: string | undefined;
  readonly #schema: number | undefined;

  constructor(db: Db, { name, shards, owner, instance, schema }: ShardLeasesOptions) {
    this.#members = db.collection(RELAY_MEMBERS);
    this.#leases = db.collection(LEASES);
    this.#name = name;
    this.#shards = shards;
    this.#owner = owner;
    this.#instance = instance;
    this.#schema = schema;
  }

  async create(): Promise<void> {
    const numbers = Array.from({ length: this.#shards }, (_, shard) => shard);
    await this.#leases.bulkWrite(
      numbers.map((lane) => ({
        updateOne: {
          filter: { _id: `${this.#name}:${lane}` },
          update: { $setOnInsert: { name: this.#name, lane, owner: null, epoch: 0, until: new Date(0) } },
          upsert: true,
        },
      })),
    );
  }

  /**
   * Ends the membership and the leases of earlier processes of this instance. They count as suspended for a while all the same: a
   * commit that such a process sent last may still be under way.
   */
  async takeOver(): Promise<void> {
    if (this.#instance === undefined) return;
    const earlier = { name: this.#name, instance: this.#instance, _id: { $ne: this.#memberId } };
    const found = await this.#members.find(earlier, { projection: { _id: 1 } }).toArray();
    if (found.length === 0) return;
    const ids = found.map(({ _id }) => _id);
    await this.#members.updateMany({ _id: { $in: ids } }, [{ $set: { until: { $min: ['$until', '$$NOW'] }, replaced: true } }]);
    await this.#release({ name: this.#name, owner: { $in: ids.map((id) => id.slice(this.#name.length + 1)) } });
  }

  /** @throws Replaced */
  async #stay(): Promise<void> {
    const own = { _id: this.#memberId, replaced: { $ne: true } };
    const version = this.#schema === undefined ? {} : { schema: this.#schema };
    const member = { name: this.#name, instance: this.#instance ?? null, until: LATER, ...version };
    try {
      await this.#members.updateOne(own, [{ $set: member }], { upsert: true });
    } catch (error) {
      const isReplaced = error instanceof MongoServerError && error.code === DUPLICATE_KEY;
      throw isReplaced ? new Replaced(this.#instance ?? '') : error;
    }
  }

  /**
   * Stays a member, renews its leases, releases what exceeds an even share, and takes expired ones up to it.
   *
   * @returns also the number of members alive, this one among them, and of others that are alive or may be suspended.
   */
  async renew(known: readonly number[]): Promise<{
    readonly held: readonly number[];
    readonly released: number;
    readonly alive: number;
    readonly others: number;
  }> {
    const own = { name: this.#name, owner: this.#owner };
    const { alive, others } = await this.#stayAndCount();
    const { matchedCount } = await this.#leases.updateMany({ ...own, ...IS_LIVE }, [{ $set: { until: LATER } }]);
    const share = Math.ceil(this.#shards / Math.max(1, alive));
    const isKnown = matchedCount === known.length && known.length === share;
    if (isKnown) return { held: known, released: 0, alive, others };
    const mine = (await this.#leases.find({ ...own, ...IS_LIVE }).toArray()).map(({ lane }) => lane);
    const excess = mine.slice(share);
    if (excess.length > 0) await this.#release({ ...own, lane: { $in: excess } });
    const taken = await this.#take(share - mine.length);
    return { held: [...mine.slice(0, share), ...taken], released: excess.length, alive, others };
  }

  /** In one command where there is no other member: it matches all that count, and changes its own alone. */
  async #stayAndCount(): Promise<{ readonly alive: number; readonly others: number }> {
    const isOwn = { $and: [{ $eq: ['$_id', this.#memberId] }, { $ne: ['$replaced', true] }] };
    const renewed = { $set: { until: { $cond: [isOwn, LATER, '$until'] } } };
    const { matchedCount, modifiedCount } = await this.#members.updateMany({ name: this.#name, ...MAY_LIVE }, [renewed]);
    if (modifiedCount === 0) await this.#stay();
    return modifiedCount === 1 && matchedCount === 1 ? { alive: 1, others: 0 } : this.#count();
  }

  async #count(): Promise<{ readonly alive: number; readonly others: number }> {
    const [counted] = await this.#members
      .aggregate<{ alive: number; all: number }>([
        { $match: { name: this.#name, ...MAY_LIVE } },
        { $group: { _id: null, all: { $sum: 1 }, alive: { $sum: { $cond: [{ $gt: ['$until', '$$NOW'] }, 1, 0] } } } },
      ])
      .toArray();
    return { alive: counted?.alive ?? 0, others: (counted?.all ?? 1) - 1 };
  }

  async leave(): Promise<void> {
    await this.#release({ name: this.#name, owner: this.#owner });
    await this.#members.deleteOne({ _id: this.#memberId });
  }

  get #memberId(): string {
    return `${this.#name}:${this.#owner}`;
  }

  async #release(filter: Filter<LeaseDocument>): Promise<void> {
    await this.#leases.updateMany(filter, [{ $set: { owner: null, until: '$$NOW' } }]);
  }

  async #take(most: number): Promise<number[]> {
    const update = [{ $set: { owner: this.#owner, epoch: { $add: ['$epoch', 1] }, until: LATER } }];
    const taken: number[] = [];
    while (taken.length < most) {
      const lease = await this.#leases.findOneAndUpdate({ name: this.#name, ...HAS_EXPIRED }, update, {
        returnDocument: 'after',
      });
      if (!lease) break;
      taken.push(lease.lane);
    }
    return taken;
  }
}
