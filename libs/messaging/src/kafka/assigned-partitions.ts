import { backoffMs, delay, type Progress, type ProgressMark, type StandsStill } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { Consumer, EachBatchPayload, IHeaders, KafkaMessage, TopicOffsets } from 'kafkajs';
import { type ConsumeOptions, type IncomingRecord, within } from '../port.ts';
import type { PrefixedNames } from '../topics.ts';
import type { PartitionPosition } from './admin.ts';
import { KAFKA_TIMES } from './client.ts';
import { type NextOffsets, OffsetCommits } from './offset-commits.ts';
import { PartitionQueue } from './partition-queue.ts';

export interface AssignedPartitionsOptions {
  readonly names: PrefixedNames;
  readonly consume: ConsumeOptions;
  readonly logger: Logger;
  /** The consumption stops: running handlers may finish. */
  readonly stopping: AbortSignal;
  /** Reads where the group stands in its topics, within so many milliseconds. */
  readonly positions: (ms: number) => Promise<readonly PartitionPosition[]>;
  /** Partitions that stand still are told to the consumer that has them. */
  readonly progress?: Progress | undefined;
}

/** A partition, by the name of its topic on the broker. */
interface Place {
  readonly topic: string;
  readonly partition: number;
}

/** Partitions that a consumer is to begin with. */
interface Beginning {
  readonly consumer: Consumer;
  readonly places: readonly Place[];
  readonly onBroken: (error: unknown) => void;
}

/** The first wait for committed offsets; each further one is longer by it. */
const POSITIONS_MS = 3_000;
const POSITIONS_BACK_OFF = { firstMs: 100, maxMs: 1_000 };
const LEADERLESS_BACK_OFF = { firstMs: 500, maxMs: 5_000 };

/**
 * The partitions that a member of a group has in hand, each with its queue. All are dropped together, at each rebalance; those that are
 * assigned then begin at their committed offsets.
 */
export class AssignedPartitions {
  readonly #options: AssignedPartitionsOptions;
  /** The queue of each assigned partition, by its place. */
  readonly #queues = new Map<string, PartitionQueue>();
  readonly #watched = new Map<string, ProgressMark>();
  /** The last handlers of queues that were dropped: a partition that comes back waits for its own. */
  readonly #ending = new Map<string, Promise<void>>();
  /** Of the last assignment. */
  #commits: OffsetCommits | undefined;
  /** How the last consumer commits; of an assignment that ended, the broker refuses it. */
  #commit: ((offsets: NextOffsets) => Promise<void>) | undefined;
  /** Counts assignments and their ends: what was begun before the last one is void. */
  #generation = 0;

  constructor(options: AssignedPartitionsOptions) {
    this.#options = options;
  }

  /** Commits what is handled by now: its request is sent before this returns. Nothing is committed from then on. */
  async commitRest(): Promise<void> {
    await this.#commits?.end();
  }

  /** Resolves once the last handler has ended, where no further one begins. */
  async ended(): Promise<void> {
    await Promise.all(Array.from(this.#queues.values(), ({ ended }) => ended));
  }

  revoke(): void {
    this.#generation += 1;
    // Under the next assignment a commit could set back the offset of another member.
    this.#commits?.drop();
    this.#commits = undefined;
    for (const { end } of this.#watched.values()) end();
    this.#watched.clear();
    for (const [place, queue] of this.#queues) {
      queue.revoke();
      const ending = queue.ended.finally(() => {
        if (this.#ending.get(place) === ending) this.#ending.delete(place);
      });
      this.#ending.set(place, ending);
    }
    this.#queues.clear();
  }

  /**
   * Gives each assigned partition its queue, from its committed offset on. Until then they are paused; the seek also voids
   * fetches that were under way at the rebalance, from positions that are given up.
   *
   * @param onBroken called where a partition without a leader cannot be begun when it has one, and where one stands still.
   * @returns once all partitions with a leader have theirs; the others get it when they have one. False where they were dropped since.
   */
  async begin(
    consumer: Consumer,
    assigned: readonly { topic: string; partitions: number[] }[],
    onBroken: (error: unknown) => void,
  ): Promise<boolean> {
    this.revoke();
    const generation = this.#generation;
    consumer.pause([...assigned]);
    const places = assigned.flatMap(({ topic, partitions }) => partitions.map((partition) => ({ topic, partition })));
    this.#commits = new OffsetCommits({
      commit: (offsets) => within(KAFKA_TIMES.commit, this.#commit?.(offsets) ?? Promise.resolve()),
      logger: this.#options.logger,
    });
    const left = await this.#beginSome({ consumer, places, onBroken }, generation);
    this.#beginRest({ consumer, places: left, onBroken }, generation).catch(onBroken);
    return generation === this.#generation;
  }

  /**
   * Queues fetched records, and moves the position of the next fetch behind them; they are committed once they are handled.
   *
   * @returns false where the partition has no queue: this consumer would fetch it for ever, and handle nothing of it.
   */
  take(payload: EachBatchPayload): boolean {
    const { topic, partition, messages } = payload.batch;
    const queue = this.#queues.get(placeOf(payload.batch));
    if (!queue) return false;
    if (payload.isStale()) return true;
    const place = { topic: this.#options.names.logical(topic), partition };
    const records = messages.map((message) => toIncoming(message, place));
    try {
      payload.resolveOffset(payload.batch.lastOffset());
    } catch {
      // A TypeError, where the topic is not assigned: KafkaJS would stop for good.
      return false;
    }
    this.#commit = (offsets) => payload.commitOffsetsIfNecessary({ topics: this.#byTopic(offsets) });
    const lost = queue.add({ records, pause: () => payload.pause() });
    if (lost > 0n) this.#report(place, lost);
    return true;
  }

  async #beginRest({ consumer, places, onBroken }: Beginning, generation: number): Promise<void> {
    let left = places;
    for (let attempt = 1; left.length > 0 && generation === this.#generation; attempt += 1) {
      await delay(backoffMs(attempt, LEADERLESS_BACK_OFF), this.#options.stopping);
      left = await this.#beginSome({ consumer, places: left, onBroken }, generation);
    }
  }

  /** @returns the partitions without a leader; none after another rebalance. */
  async #beginSome({ consumer, places, onBroken }: Beginning, generation: number): Promise<readonly Place[]> {
    const positions = await this.#positions(generation);
    if (generation !== this.#generation) return [];
    const { names, consume, logger, stopping } = this.#options;
    const commits = this.#commits;
    if (!commits) return [];
    const left: Place[] = [];
    for (const place of places) {
      const found = positions.find(
        ({ topic, partition }) => names.onBroker(topic) === place.topic && partition === place.partition,
      );
      if (!found) {
        left.push(place);
        continue;
      }
      const { topic, partition, committed, low, high } = found;
      const isKept = committed !== undefined && committed >= low && committed <= high;
      const position = isKept ? committed : low;
      if (committed !== undefined && !isKept) this.#reportAtBegin(found, committed);
      const after = this.#ending.get(placeOf(place));
      const mark = (): void => this.#watched.get(placeOf(place))?.mark();
      const queue = new PartitionQueue({ topic, partition, position, consume, commits, logger, stopping, after, mark });
      this.#queues.set(placeOf(place), queue);
      this.#watch(place, queue, onBroken);
      consumer.seek({ topic: place.topic, partition, offset: position.toString() });
      consumer.resume([{ topic: place.topic, partitions: [partition] }]);
    }
    return left;
  }

  /** A handler that never returns is not waited for by the next queue of its partition. */
  #watch(place: Place, queue: PartitionQueue, onBroken: (reason: StandsStill) => void): void {
    const { names, consume, progress } = this.#options;
    const watched = progress?.watch({
      name: `consumer ${consume.group} ${names.logical(place.topic)}/${place.partition}`,
      engines: ['mongodb'],
      isWaiting: () => queue.isWaiting(),
      confirm: () => this.reached(),
      rebuild: (reason) => {
        queue.abandon();
        onBroken(reason);
      },
    });
    if (watched) this.#watched.set(placeOf(place), watched);
  }

  /** True where each partition in hand has a leader, and the broker answers where the group stands in it. */
  async reached(): Promise<boolean> {
    return (await this.#found()) !== undefined;
  }

  /** True where, beside that, records wait for the group that are not queued here. */
  async isBehind(): Promise<boolean> {
    const found = await this.#found();
    const waits = ([place, { committed, low, high }]: readonly [string, PartitionPosition]): boolean =>
      this.#queues.get(place)?.isWaiting() === false && (committed ?? low) < high;
    return found?.some(waits) === true;
  }

  /** True where one of these is in hand, and its queue is not full: it is left out of the fetches for no reason. */
  lacksFetches(paused: readonly { readonly topic: string; readonly partitions: readonly number[] }[]): boolean {
    const places = paused.flatMap(({ topic, partitions }) => partitions.map((partition) => placeOf({ topic, partition })));
    return places.some((place) => this.#queues.get(place)?.isFull() === false);
  }

  /** @returns where the group stands in the partitions in hand; undefined where that is not known of each. */
  async #found(): Promise<readonly (readonly [string, PartitionPosition])[] | undefined> {
    const { names, positions } = this.#options;
    const all = new Map(
      (await positions(POSITIONS_MS)).map((each) => [placeOf({ ...each, topic: names.onBroker(each.topic) }), each]),
    );
    const found = Array.from(this.#queues.keys()).flatMap((place) => {
      const position = all.get(place);
      return position ? [[place, position] as const] : [];
    });
    return found.length === this.#queues.size ? found : undefined;
  }

  /** Asks until there is an answer, or another rebalance. */
  async #positions(generation: number): Promise<readonly PartitionPosition[]> {
    const { positions, stopping, logger } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await positions(Math.min(KAFKA_TIMES.admin, attempt * POSITIONS_MS));
      } catch (error) {
        if (generation !== this.#generation || stopping.aborted) return [];
        logger.warn({ reason: String(error), attempt }, 'Committed offsets could not be read');
        await delay(backoffMs(attempt, POSITIONS_BACK_OFF), stopping);
      }
    }
  }

  #byTopic(offsets: NextOffsets): TopicOffsets[] {
    const byTopic = Map.groupBy(offsets, ({ topic }) => this.#options.names.onBroker(topic));
    return Array.from(byTopic, ([topic, partitions]) => ({ topic, partitions }));
  }

  #report({ topic, partition }: Place, count: bigint): void {
    this.#options.consume.onLost?.({ topic, partition, count: Number(count) });
  }

  /** A topic that was made again does not tell how many records it had. */
  #reportAtBegin({ topic, partition, low, high }: PartitionPosition, committed: bigint): void {
    if (committed <= high) this.#report({ topic, partition }, low - committed);
    else this.#options.consume.onLost?.({ topic, partition, count: 1, isAhead: true });
  }
}

function placeOf({ topic, partition }: Place): string {
  return `${topic}/${partition}`;
}

/** A missing key or value becomes an empty text; bytes are read as UTF-8. */
function toIncoming(message: KafkaMessage, place: { readonly topic: string; readonly partition: number }): IncomingRecord {
  return {
    ...place,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value?.toString() ?? '',
    headers: readHeaders(message.headers ?? {}),
  };
}

/** Of a repeated header the first counts. */
function readHeaders(headers: IHeaders): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) read[name] = first.toString();
  }
  return read;
}
