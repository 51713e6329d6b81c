import { backoffMs, delay, MAX_REPLACEMENTS, type Progress, type ProgressMark, StandsStill } from '@fulfilment/kernel';
import { type Cluster, type Consumer, PartitionAssigners } from 'kafkajs';
import { type ConsumeOptions, type Consumption, logUnavailable, within } from '../port.ts';
import type { PrefixedNames } from '../topics.ts';
import type { PartitionPosition } from './admin.ts';
import { AssignedPartitions } from './assigned-partitions.ts';
import { isOfAnotherProgram, isRetryableByNewClient, KAFKA_TIMES, KafkaClient, type KafkaClientOptions } from './client.ts';
import { evictMembers } from './evict-members.ts';
import { FailedJoin } from './group-joins.ts';
import { assignByNumber } from './placement.ts';
import { StillnessWatch } from './stillness-watch.ts';

export interface ConsumptionOptions {
  readonly client: KafkaClientOptions;
  readonly names: PrefixedNames;
  /** Of {@link KafkaLogOptions}; empty for none. */
  readonly instance: string;
  readonly consume: ConsumeOptions;
  /** Reads where the group stands in its topics, within so many milliseconds. */
  readonly positions: (ms: number) => Promise<readonly PartitionPosition[]>;
  /** Has a consumer replaced of which the fetches, or a partition, stand still. */
  readonly progress?: Progress | undefined;
  /** Called when the consumer, and three new ones, stopped for reasons that do not pass by themselves. */
  readonly onFatal: (error: unknown) => void;
}

/**
 * A member is without partitions for so long at most, in a rebalance: one session, until the broker misses a member that is gone, and
 * one rebalance.
 */
const MAX_JOIN_MS = KAFKA_TIMES.session + KAFKA_TIMES.rebalance;
/** Each consumer that was not well has more time than the one before it, up to this many times {@link MAX_JOIN_MS}: a slow broker needs it. */
const MAX_PATIENCE = 5;
const BACK_OFF = { firstMs: 100, maxMs: 1_000 };
/** Milliseconds between two tries to join a group that has members of another program. */
const KEPT_OUT_MS = 5_000;
const KEPT_OUT =
  'The consumer group has members of another program: it is joined once they are gone, and nothing is consumed until then';
/** Of one partition in one fetch, so that each has its share of it; a record batch that is larger comes alone. */
const FETCH_BYTES = 131_072;
/** Fetched batches only queue: KafkaJS fetches again when all of a fetch have. */
const CONCURRENT_PARTITIONS = 12;

/** A fetch that finds nothing takes longer than this. */
const LEAST_FETCH_MS = KAFKA_TIMES.fetchWaitPaused / 2;

/** The KafkaJS consumer of the moment. */
interface Current {
  readonly consumer: Consumer;
  /** Says when it is not in its group for too long. */
  readonly watch: StillnessWatch;
  /** Of its fetches. */
  readonly fetching: ProgressMark | undefined;
  /** Ends it; only the first call counts. */
  readonly end: (reason: unknown) => void;
  joinedAtMs: number;
}

/**
 * One member of a consumer group, kept alive by a succession of KafkaJS consumers: one that crashed, or stands still, is replaced by
 * another with connections of its own. KafkaJS's own restart is off: a consumer that is stopped during it goes on for ever. Each removes
 * from the group what the one before it left there, in this process or an ended one of the same instance.
 *
 * A consumer stands still when it has not come into its group in the time that a rebalance takes, when it has not heard from the broker
 * for a session, when it is given records of a partition that it has no queue for, and when it leaves one out of its fetches that waits.
 *
 * Fetched records queue by partition, and KafkaJS fetches and sends heartbeats beside the handlers. At each rebalance all queues
 * are dropped, and the partitions that are assigned then begin at their committed offsets.
 */
export class KafkaConsumption implements Consumption {
  readonly #options: ConsumptionOptions;
  readonly #stopping = new AbortController();
  readonly #joined = Promise.withResolvers<void>();
  readonly #running: Promise<void>;
  readonly #partitions: AssignedPartitions;
  /** Events of those before it are void. */
  #current: Current | undefined;
  /** Of the last consumer that the broker may count as a member. */
  #memberId: string | undefined;
  /** Since when it has no partitions in hand; undefined where it has. */
  #idleSinceMs: number | undefined = Number.NEGATIVE_INFINITY;

  /** Joins the group at once. */
  constructor(options: ConsumptionOptions) {
    const { names, consume, positions, client, progress } = options;
    this.#options = options;
    this.#partitions = new AssignedPartitions({
      names,
      consume,
      positions,
      progress,
      logger: client.logger,
      stopping: this.#stopping.signal,
    });
    this.#joined.promise.catch(() => undefined);
    this.#running = this.#run().catch(options.onFatal);
  }

  ready(): Promise<void> {
    return this.#joined.promise;
  }

  healthy(): boolean {
    return !this.#stopping.signal.aborted && Date.now() - (this.#idleSinceMs ?? Date.now()) < MAX_JOIN_MS;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#joined.reject(logUnavailable(new Error('The consumer stopped before it had joined its group')));
    await this.#running;
  }

  async #run(): Promise<void> {
    const {
      client: { logger },
      consume: { group, onReplaced },
      onFatal,
    } = this.#options;
    const { signal } = this.#stopping;
    let isKeptOut = false;
    let unexpected = 0;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const { reason, inGroupMs } = await this.#consumeUntilEnd(MAX_JOIN_MS * Math.min(attempt, MAX_PATIENCE));
      if (signal.aborted) return;
      if (inGroupMs > MAX_JOIN_MS) [attempt, unexpected] = [1, 0];
      if (!isReplaceable(reason)) unexpected += 1;
      if (unexpected > MAX_REPLACEMENTS) {
        logger.error({ err: reason, group }, 'Consumer stopped for good');
        onFatal(reason);
        return;
      }
      if (reason instanceof FailedJoin) this.#memberId = reason.memberId ?? this.#memberId;
      this.#idleSinceMs = Number.NEGATIVE_INFINITY;
      const wasKeptOut = isKeptOut;
      isKeptOut = isOfAnotherProgram(reason);
      if (!isKeptOut) logger.warn({ reason: String(reason), group, attempt }, 'Consumer crashed or stalled, it will be replaced');
      else if (!wasKeptOut) logger.error({ group }, KEPT_OUT);
      onReplaced?.();
      await delay(isKeptOut ? KEPT_OUT_MS : backoffMs(attempt, BACK_OFF), signal);
    }
  }

  /** @returns why the consumer ended, an error, or undefined if it was stopped; and how long it was in its group. */
  async #consumeUntilEnd(joinWithinMs: number): Promise<{ readonly reason: unknown; readonly inGroupMs: number }> {
    const client = new KafkaClient(this.#options.client);
    const group = Promise.withResolvers<Cluster>();
    const consumer = this.#makeConsumer(client, group.resolve);
    const ended = Promise.withResolvers<unknown>();
    const watch = new StillnessWatch(ended.resolve);
    const fetching = this.#watchFetches(ended.resolve);
    const pauses = this.#watchPauses(consumer, ended.resolve);
    const current: Current = { consumer, watch, fetching, end: ended.resolve, joinedAtMs: Number.POSITIVE_INFINITY };
    const leave = (): void => ended.resolve(undefined);
    this.#watch(current, joinWithinMs);
    this.#stopping.signal.addEventListener('abort', leave);
    this.#start(current, group.promise).catch(ended.resolve);
    try {
      return { reason: await ended.promise, inGroupMs: Date.now() - current.joinedAtMs };
    } finally {
      watch.end();
      fetching?.end();
      pauses?.end();
      this.#stopping.signal.removeEventListener('abort', leave);
      const isStopped = this.#stopping.signal.aborted;
      // The goodbye of one that is replaced would wait for a broker that does not answer; its successor says it.
      if (!isStopped) client.abandon();
      const left = within(KAFKA_TIMES.leave, this.#leave(consumer)).catch((err: unknown) =>
        this.#options.client.logger.debug({ err }, 'Consumer stopped without disconnecting'),
      );
      if (isStopped) await left;
      client.abandon();
    }
  }

  #watchFetches(end: (reason: StandsStill) => void): ProgressMark | undefined {
    const { consume, progress } = this.#options;
    return progress?.watch({
      name: `consumer ${consume.group} fetches of ${consume.topics.join(', ')}`,
      engines: [],
      isWaiting: () => this.#idleSinceMs === undefined,
      confirm: () => this.#partitions.isBehind(),
      rebuild: end,
    });
  }

  /** The fetches of the other partitions go on where one is left out of them. */
  #watchPauses(consumer: Consumer, end: (reason: StandsStill) => void): ProgressMark | undefined {
    const { consume, progress } = this.#options;
    return progress?.watch({
      name: `consumer ${consume.group} pauses of ${consume.topics.join(', ')}`,
      engines: [],
      isWaiting: () => this.#idleSinceMs === undefined && this.#partitions.lacksFetches(consumer.paused()),
      confirm: () => this.#partitions.isBehind(),
      rebuild: end,
    });
  }

  #makeConsumer(client: KafkaClient, onCluster: (cluster: Cluster) => void): Consumer {
    const { names, consume, instance } = this.#options;
    const byNumber = assignByNumber(instance);
    return client.kafka.consumer({
      groupId: names.onBroker(consume.group),
      // The second for as long as a member of the group knows no other.
      partitionAssigners: [
        (given) => {
          onCluster(given.cluster);
          return byNumber(given);
        },
        PartitionAssigners.roundRobin,
      ],
      sessionTimeout: KAFKA_TIMES.session,
      heartbeatInterval: KAFKA_TIMES.heartbeat,
      rebalanceTimeout: KAFKA_TIMES.rebalance,
      maxWaitTimeInMs: KAFKA_TIMES.fetchWaitPaused,
      maxBytesPerPartition: FETCH_BYTES,
      // Looked at between two fetches.
      metadataMaxAge: KAFKA_TIMES.metadata - KAFKA_TIMES.fetchWait,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: () => Promise.resolve(false) },
    });
  }

  /** Where it was stopped, handlers that run end first, and are committed. */
  async #leave(consumer: Consumer): Promise<void> {
    if (this.#stopping.signal.aborted) {
      await this.#partitions.ended();
      await this.#partitions.commitRest();
    }
    this.#partitions.revoke();
    await consumer.disconnect();
  }

  #watch(current: Current, joinWithinMs: number): void {
    const { client, consume } = this.#options;
    const { consumer, watch, end } = current;
    this.#current = current;
    const whereCurrent =
      <Payload>(listen: (event: { readonly payload: Payload }) => void) =>
      (event: { readonly payload: Payload }): void => {
        if (this.#current === current) listen(event);
      };
    const giveUpPartitions = (): void => {
      // Its request reaches the broker before that of the member to join again, and so before others get the partitions.
      void this.#partitions.commitRest();
      this.#partitions.revoke();
      this.#idleSinceMs ??= Date.now();
      watch.expect('come into its group', joinWithinMs);
    };
    giveUpPartitions();
    consumer.on(consumer.events.CRASH, ({ payload }) => end(payload.error));
    consumer.on(consumer.events.REBALANCING, whereCurrent(giveUpPartitions));
    // One that ends at once without records is no progress: it may spin.
    consumer.on(consumer.events.FETCH, ({ payload }) => {
      if (payload.duration >= LEAST_FETCH_MS) current.fetching?.mark();
    });
    consumer.on(
      consumer.events.HEARTBEAT,
      whereCurrent(() => watch.expect('heard from the broker', KAFKA_TIMES.session)),
    );
    consumer.on(
      consumer.events.GROUP_JOIN,
      whereCurrent(({ payload }) => {
        const assigned = Object.entries(payload.memberAssignment).map(([topic, partitions]) => ({ topic, partitions }));
        client.logger.info(
          { group: consume.group, partitions: assigned.flatMap((each) => each.partitions).length },
          'Consumer joined its group',
        );
        watch.expect('heard from the broker', KAFKA_TIMES.session);
        current.joinedAtMs = Math.min(current.joinedAtMs, Date.now());
        this.#memberId = payload.memberId;
        this.#begin(current, assigned).catch(end);
      }),
    );
  }

  async #begin(current: Current, assigned: readonly { topic: string; partitions: number[] }[]): Promise<void> {
    if (!(await this.#partitions.begin(current.consumer, assigned, current.end))) return;
    this.#idleSinceMs = undefined;
    this.#joined.resolve();
  }

  async #start({ consumer, end, fetching }: Current, cluster: Promise<Cluster>): Promise<void> {
    const { client, names, consume, instance } = this.#options;
    await consumer.connect();
    const gone = { groupId: names.onBroker(consume.group), instance, memberIds: this.#memberId ? [this.#memberId] : [] };
    await evictMembers(await cluster, gone, client.logger);
    // Where nothing was committed KafkaJS would otherwise begin at the end, and skip in silence.
    await consumer.subscribe({ topics: consume.topics.map(names.onBroker), fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: CONCURRENT_PARTITIONS,
      eachBatch: async (payload) => {
        const { topic, partition } = payload.batch;
        if (payload.batch.messages.length > 0 && !payload.isStale()) fetching?.mark();
        if (!this.#partitions.take(payload))
          end(new StandsStill(`It was given records of ${topic}/${partition}, and has no queue for them`));
      },
    });
  }
}

/** True where a new consumer may succeed after this one, however often. */
function isReplaceable(reason: unknown): boolean {
  return reason instanceof StandsStill || isOfAnotherProgram(reason) || isRetryableByNewClient(reason);
}
