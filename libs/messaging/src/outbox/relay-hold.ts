import type { Db, Filter } from 'mongodb';
import { KAFKA_TIMES } from '../kafka/client.ts';
import { LEADERS_FOR_MS } from '../kafka/producer.ts';
import type { HintChannel } from '../port.ts';
import { HAS_EXPIRED, IS_LIVE, LEASE_MS, type LeaseDocument, leaseChannel, LEASES } from './shard-leases.ts';

const SLACK_MS = 2_000;
/**
 * After this long under a hold nothing is on its way: a process relies on a lease for its own 4 s, and what it had begun to append by
 * then is acknowledged or given up.
 */
export const REST_MS = LEASE_MS + KAFKA_TIMES.append + SLACK_MS;
/** After this long producers have read the partitions of a topic again, and consumers have shared them out. */
export const SETTLE_MS = Math.max(LEADERS_FOR_MS, KAFKA_TIMES.metadata) + SLACK_MS;

/** Options of {@link RelayHold}. */
export interface RelayHoldOptions {
  /** Name of the outbox, as its `ShardLeases` have it. */
  readonly name: string;
  readonly shards: number;
  readonly hints: HintChannel;
}

const OPERATOR = 'operator:';

/**
 * Keeps all relays of an outbox at rest, in whatever process, by taking their leases. Commits go on, and their rows wait. It ends by
 * itself where it is not renewed.
 */
export class RelayHold {
  readonly #leases;
  readonly #options: RelayHoldOptions;

  constructor(db: Db, options: RelayHoldOptions) {
    this.#leases = db.collection<LeaseDocument>(LEASES, { writeConcern: { w: 'majority' } });
    this.#options = options;
  }

  /**
   * Takes every lease for `seconds`, or keeps them for as long from now.
   *
   * @returns `taken` where relays may have published since the last call; `others` where another holder has them: nothing is held then.
   */
  async renew(holder: string, seconds: number): Promise<'taken' | 'renewed' | 'others'> {
    const { name, shards } = this.#options;
    const owner = OPERATOR + holder;
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'second', amount: seconds } };
    const renewed = await this.#leases.updateMany({ name, owner, ...IS_LIVE }, [{ $set: { until } }]);
    if (renewed.matchedCount === shards) return 'renewed';
    const free = [{ owner: null }, { owner }, { owner: { $not: new RegExp(`^${OPERATOR}`) } }, HAS_EXPIRED];
    const update = [{ $set: { owner, until, epoch: { $add: ['$epoch', 1] } } }];
    const { matchedCount } = await this.#leases.updateMany({ name, $or: free }, update);
    if (matchedCount === shards) return 'taken';
    await this.release(holder);
    return 'others';
  }

  /** True where the holder has every lease, for `ms` milliseconds more at least. */
  async isHeld(holder: string, ms: number): Promise<boolean> {
    const { name, shards } = this.#options;
    const lasting = { $expr: { $gt: ['$until', { $add: ['$$NOW', ms] }] } };
    return (await this.#leases.countDocuments({ name, owner: OPERATOR + holder, ...lasting })) === shards;
  }

  /** Lets the relays go on at once. */
  async release(holder: string): Promise<void> {
    const { name, hints } = this.#options;
    const filter: Filter<LeaseDocument> = { name, owner: OPERATOR + holder };
    await this.#leases.updateMany(filter, [{ $set: { owner: null, until: '$$NOW' } }]);
    hints.publish(leaseChannel(name), 'released');
  }
}
