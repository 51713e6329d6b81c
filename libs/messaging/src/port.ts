import { errors } from '@fulfilment/contracts';
import { AppError, type Stoppable, withTimeout } from '@fulfilment/kernel';

/** A record for the log. Records of one key are on one partition, in one order. */
export interface OutgoingRecord {
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  /** `ce_*`, `request_id`, `traceparent`: readable without parsing the value. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The tenant of a key, which begins with it, up to a bar. */
export function tenantOf(key: string): string {
  return key.split('|', 1)[0] ?? key;
}

/** A record read from a topic. */
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
  /** Aborts when the consumer stops or loses the partition: give up between chunks. */
  readonly signal: AbortSignal;
  /** To be called while a long batch goes on: a handler that says nothing for ten seconds, while engines answer, is given up. */
  readonly mark?: () => void;
}

/** Records that were gone from the log before the group had handled them. */
export interface LostRecords {
  readonly topic: string;
  readonly partition: number;
  /** Records at least: a topic that was made again does not tell how many it had. */
  readonly count: number;
  /** True where the group stands behind the end of the partition, which it now reads from its begin. */
  readonly isAhead?: boolean;
}

/** The topics a group reads, and its handler of a batch. */
export interface ConsumeOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /** Records in one call of `handle` at most; 200 by default. */
  readonly maxBatch?: number;
  /**
   * Handles a batch completely. When it resolves, the batch's offsets are committed; when it throws, the batch is delivered
   * again after a back-off, for as long as it takes: the handler itself dead-letters what must not block.
   */
  readonly handle: (batch: IncomingBatch) => Promise<void>;
  /** Called where records were deleted, by their age or by hand, before this group had handled them; it goes on with the oldest left. */
  readonly onLost?: (lost: LostRecords) => void;
  /** Called where the client behind this member crashed or stood still, before it is replaced by another. */
  readonly onReplaced?: () => void;
}

/** A running member of a consumer group. */
export interface Consumption extends Stoppable {
  /** Resolves once the group has assigned this member its partitions, possibly none. */
  ready(): Promise<void>;
  /** True while the member has its partitions in hand, and in a rebalance for as long as one may take. */
  healthy(): boolean;
}

/** Records behind the head of one partition. */
export interface PartitionLag {
  readonly topic: string;
  readonly partition: number;
  readonly lag: number;
}

/** A topic to create where it is missing. */
export interface TopicSpec {
  readonly name: string;
  readonly partitions: number;
  readonly replicationFactor: number;
  /** Retention of records in milliseconds. */
  readonly retentionMs: number;
}

/** How existing topics differ from what is asked, a line for each difference. */
export interface TopicDifferences {
  /** Settings in which a topic keeps records less safely. */
  readonly weaker: readonly string[];
  /** Topics with fewer partitions. More than asked are no difference. */
  readonly smaller: readonly string[];
}

/** Where a group stands in a topic. */
export interface TopicPosition {
  readonly topic: string;
  readonly partitions: number;
  /** Partitions of these without a leader: what the group has not handled of them is not known. */
  readonly leaderless: number;
  /** Records that the group has not handled yet, in the others. */
  readonly lag: number;
  /** Records that were ever written. */
  readonly end: bigint;
}

/** The topics of a log, for the operator. */
export interface TopicAdmin {
  positions(group: string, topics: readonly string[]): Promise<readonly TopicPosition[]>;
  /**
   * Adds partitions to a topic: it resolves when they have leaders. Keys move to other partitions, so nothing may be on its way. It is
   * refused while a partition has no leader.
   *
   * @param options.dryRun only asks whether Kafka would.
   * @returns why Kafka refuses; undefined where the topic has as many partitions now.
   */
  grow(topic: string, partitions: number, options?: { readonly dryRun?: boolean }): Promise<string | undefined>;
}

/** The result of appending a record. */
export type AppendOutcome =
  | { readonly status: 'appended' }
  /** The broker will never accept it (too large). */
  | { readonly status: 'refused'; readonly reason: string }
  /** It is not acknowledged, though it may be in the log; the later records of its key in the call have failed with it. */
  | { readonly status: 'failed'; readonly error: unknown };

/** A queue of records for the log with a producer of its own: what waits in one delays no other. */
export interface LogAppender extends Stoppable {
  /**
   * Appends records serially: a call waits for the one before. A partition without a leader, or without enough replicas, fails
   * its own records only. Repeating those that failed keeps the order of their keys.
   *
   * @returns the outcome of each record, in their order.
   */
  append(records: readonly OutgoingRecord[]): Promise<readonly AppendOutcome[]>;
}

/**
 * The log between services, independent of the client behind it. The conformance suite holds its guarantees:
 * `append` resolves only when every record is in the log of the broker's in-sync replicas, in the order given per key;
 * a failed `append` may be repeated with the same records (duplicates may appear, losses may not); `consume` skips nothing.
 */
export interface EventLog extends Stoppable {
  /**
   * Appends records serially: a call waits for the one before.
   *
   * @throws AppError `upstream_unavailable` where the broker cannot be reached: retry with the same records;
   * `record_refused` with the record's index in `details.index` where the broker will never accept it (too large): those
   * before it are in the log, those after it may be.
   */
  append(records: readonly OutgoingRecord[]): Promise<void>;
  /** Stops with the log. */
  openAppender(): LogAppender;
  consume(options: ConsumeOptions): Promise<Consumption>;
  /**
   * Creates missing topics; existing ones stay as they are. None is created where there are fewer brokers than replicas: that is
   * a line of `weaker`.
   */
  ensureTopics(topics: readonly TopicSpec[]): Promise<TopicDifferences>;
  lag(group: string, topics: readonly string[]): Promise<readonly PartitionLag[]>;
  /** True where the broker answers now. */
  healthy(): Promise<boolean>;
}

/**
 * Wakes other processes on a best-effort basis: a hint may be lost or late, so a receiver polls as well. `Hints` of
 * `@fulfilment/redis` implements it.
 */
export interface HintChannel {
  readonly publish: (channel: string, text: string) => void;
  readonly subscribe: (channel: string, onHint: (text: string) => void) => void;
  /** False where hints are lost, as far as this process can tell. */
  readonly isHeard: () => boolean;
}

/** The log cannot be reached, or does not answer in time: the same call may succeed later. */
export function logUnavailable(cause: unknown): AppError {
  return errors.upstreamUnavailable('The message log is unavailable. Try again.', { cause });
}

/** The log will never accept the record at `index`; those before it are in the log. */
export function recordRefused(index: number, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : 'refused';
  const message = 'The message log refuses this record.';
  return new AppError({ kind: 'invalid', code: 'record_refused', message, details: { index, reason }, cause });
}

/** @throws AppError as `EventLog.append` does, for the first record that is not appended. */
export function throwUnlessAppended(outcomes: readonly AppendOutcome[]): void {
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'refused') throw recordRefused(index, new Error(outcome.reason));
    if (outcome.status === 'failed') throw logUnavailable(outcome.error);
  }
}

/** @throws AppError `upstream_unavailable` where `work` has not ended within `ms` milliseconds; `work` itself goes on. */
export function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return withTimeout(ms, work, () => logUnavailable(new Error(`No answer within ${ms} ms`)));
}
