import { delay, type Stoppable } from '@fulfilment/kernel';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { Logger } from '@fulfilment/observability';
import type { Collection, Db, Filter } from 'mongodb';
import type { HintChannel } from '../port.ts';

/** Options of {@link ShardLeases}. */
export interface ShardLeasesOptions {
  /** Name of the outbox: processes with the same name share its shards. */
  readonly name: string;
  readonly shards: number;
  /** Names this process, unique over all processes ever started. */
  readonly owner: string;
  readonly hints: HintChannel;
  readonly logger: Logger;
}

/** The stored lease of a shard; its `lane` is the shard: the name is stored and stays, as does that of the collection. */
interface LeaseDocument {
  readonly _id: string;
  readonly name: string;
  readonly lane: number;
  readonly owner: string | null;
  /** Rises with every change of owner. */
  readonly epoch: number;
  readonly until: Date;
}

interface MemberDocument {
  readonly _id: string;
  readonly name: string;
  readonly until: Date;
}

const LEASE_MS = 4_000;
const RENEW_MS = 1_000;
const LEASES = 'relay_lanes';
const MEMBERS = 'relay_members';

/** To be created at the service's start: killed processes are removed after an hour. */
export const shardLeaseIndexes: readonly IndexDeclaration[] = [
  { collection: MEMBERS, name: 'relay_members_gone', key: { until: 1 }, options: { expireAfterSeconds: 3600 } },
  { collection: LEASES, name: 'relay_lanes_by_name', key: { name: 1, until: 1 } },
];

/**
 * Shares the shards of an outbox evenly among the processes that are alive, by leases of 4 s in MongoDB, renewed every second and
 * measured by the server's clock. A killed process is missed after 4 s; one that stops releases its shards at once. Two processes may
 * think for a moment that they hold a shard (one was suspended): the holder's work has to tolerate that.
 */
export class ShardLeases implements Stoppable {
  readonly #options: ShardLeasesOptions;
  readonly #store: LeaseStore;
  readonly #channel: string;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #held: readonly number[] = [];
  #heldUntilMs = 0;
  #wake = new AbortController();

  /** Joins the other processes at once. */
  constructor(db: Db, options: ShardLeasesOptions) {
    this.#options = options;
    this.#store = new LeaseStore(db, options);
    this.#channel = `lanes.${options.name}`;
    options.hints.subscribe(this.#channel, () => this.#wake.abort());
    this.#running = this.#run();
  }

  /** Numbers from 0; only shards whose lease has not run out by this process's own clock. */
  held(): readonly number[] {
    return performance.now() < this.#heldUntilMs ? this.#held : [];
  }

  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    await this.#running;
    this.#held = [];
    const { name, hints, logger } = this.#options;
    await this.#store
      .leave()
      .catch((error: unknown) => logger.warn({ err: error, lanes: name }, 'Leases were not released; they will run out'));
    hints.publish(this.#channel, 'released');
  }

  async #run(): Promise<void> {
    const { name, logger } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#keepRenewing();
      } catch (error) {
        logger.warn({ err: error, lanes: name }, 'Leases were not renewed');
        await delay(RENEW_MS, signal);
      }
    }
  }

  async #keepRenewing(): Promise<void> {
    const { signal } = this.#stopping;
    await this.#store.create();
    this.#options.hints.publish(this.#channel, 'joined');
    while (!signal.aborted) {
      this.#wake = new AbortController();
      await this.#renew();
      await delay(RENEW_MS, AbortSignal.any([signal, this.#wake.signal]));
    }
  }

  async #renew(): Promise<void> {
    const startedAtMs = performance.now();
    const { held, released } = await this.#store.renew();
    this.#held = held;
    this.#heldUntilMs = startedAtMs + LEASE_MS;
    if (released > 0) this.#options.hints.publish(this.#channel, 'released');
  }
}

const LATER = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: LEASE_MS } };
const IS_LIVE = { $expr: { $gt: ['$until', '$$NOW'] } };
const HAS_EXPIRED = { $expr: { $lte: ['$until', '$$NOW'] } };

/** The leases and members of one outbox, as this process reads and writes them. */
class LeaseStore {
  readonly #members: Collection<MemberDocument>;
  readonly #leases: Collection<LeaseDocument>;
  readonly #name: string;
  readonly #shards: number;
  readonly #owner: string;

  constructor(db: Db, { name, shards, owner }: ShardLeasesOptions) {
    this.#members = db.collection(MEMBERS);
    this.#leases = db.collection(LEASES);
    this.#name = name;
    this.#shards = shards;
    this.#owner = owner;
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

  /** Stays a member, renews its leases, releases what exceeds an even share, and takes expired ones up to it. */
  async renew(): Promise<{ readonly held: readonly number[]; readonly released: number }> {
    const own = { name: this.#name, owner: this.#owner };
    await this.#members.updateOne({ _id: this.#memberId }, [{ $set: { name: this.#name, until: LATER } }], { upsert: true });
    await this.#leases.updateMany({ ...own, ...IS_LIVE }, [{ $set: { until: LATER } }]);
    const alive = await this.#members.countDocuments({ name: this.#name, ...IS_LIVE });
    const share = Math.ceil(this.#shards / Math.max(1, alive));
    const mine = (await this.#leases.find({ ...own, ...IS_LIVE }).toArray()).map(({ lane }) => lane);
    const excess = mine.slice(share);
    if (excess.length > 0) await this.#release({ ...own, lane: { $in: excess } });
    const taken = await this.#take(share - mine.length);
    return { held: [...mine.slice(0, share), ...taken], released: excess.length };
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
