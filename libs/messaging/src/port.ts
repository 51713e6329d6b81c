import type { Stoppable } from '@fulfilment/kernel';

/** A message as the log takes it. Keys decide the partition: one key, one order. */
export interface OutgoingRecord {
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  /** `ce_*`, `request_id`, `traceparent`: what can be read without parsing the value. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A record as it was read from a topic. */
export interface IncomingRecord extends OutgoingRecord {
  readonly partition: number;
  /** Decimal text: an offset may be larger than a safe integer. */
  readonly offset: string;
}

/** Records of one partition, in their order, never empty. */
export interface IncomingBatch {
  readonly topic: string;
  readonly partition: number;
  readonly records: readonly IncomingRecord[];
  /** Tells the broker that this consumer lives; call it between chunks of long work. */
  readonly heartbeat: () => Promise<void>;
  /** Aborted when the consumer stops or loses the partition: give up between chunks. */
  readonly signal: AbortSignal;
}

/** Which topics a group reads, and what it does with a batch. */
export interface ConsumeOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /** The most records that one call of `handle` gets; 200 unless told. */
  readonly maxBatch?: number;
  /**
   * Takes a batch to its end. When it resolves, the batch's offsets are committed; when it throws, the batch comes again,
   * after a back-off, for as long as it takes: what must not block is answered or parked by the handler itself.
   */
  readonly handle: (batch: IncomingBatch) => Promise<void>;
}

/** A running member of a consumer group. */
export interface Consumption extends Stoppable {
  /** Resolves once the group has given this member its partitions (none of them is an answer too). */
  ready(): Promise<void>;
  /** Whether the member is in its group and hears from the broker. */
  healthy(): boolean;
}

/** Messages behind the head, by topic and partition. */
export interface PartitionLag {
  readonly topic: string;
  readonly partition: number;
  readonly lag: number;
}

/** A topic that there is to be. */
export interface TopicSpec {
  readonly name: string;
  readonly partitions: number;
  readonly replicationFactor: number;
  /** How long records are kept, in milliseconds. */
  readonly retentionMs: number;
}

/**
 * The log between services, whatever client stands behind it. Its promises are held by the conformance suite:
 * `append` resolves only when every record is in the log of the broker's in-sync replicas, in the order given per key;
 * a failed `append` may be repeated with the same records (duplicates may appear, losses may not); nothing is skipped by `consume`.
 */
export interface EventLog extends Stoppable {
  /**
   * Appends records, serially: a call waits for the one before.
   *
   * @throws AppError `unavailable` where the broker cannot be reached: try again with the same records;
   * `invalid` with code `record_refused` and the index of the record in `details.index` where the broker will never take it
   * (too large): those before it are in the log, of those after it nothing is said.
   */
  append(records: readonly OutgoingRecord[]): Promise<void>;
  consume(options: ConsumeOptions): Promise<Consumption>;
  /** Makes missing topics; changes nothing that is there. */
  ensureTopics(topics: readonly TopicSpec[]): Promise<void>;
  lag(group: string, topics: readonly string[]): Promise<readonly PartitionLag[]>;
  /** Whether the broker answers now. */
  healthy(): Promise<boolean>;
}
