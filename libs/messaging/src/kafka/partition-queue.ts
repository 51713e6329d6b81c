import { backoffMs, delay } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { ConsumeOptions, IncomingRecord } from '../port.ts';
import type { OffsetCommits } from './offset-commits.ts';

export interface PartitionQueueOptions {
  readonly topic: string;
  readonly partition: number;
  /** The offset that the first record has, as long as Kafka still keeps it. */
  readonly position: bigint;
  readonly consume: Pick<ConsumeOptions, 'handle' | 'maxBatch'>;
  /** Of the assignment that the queue belongs to. */
  readonly commits: Pick<OffsetCommits, 'add'>;
  readonly logger: Logger;
  /** The consumer stops: the running handler may finish and is committed, no further one begins. */
  readonly stopping: AbortSignal;
  /** Ends with the last handler of an earlier assignment of the partition to this process. */
  readonly after: Promise<void> | undefined;
  /** Called when a chunk was handled, has failed, or goes on. */
  readonly mark?: (() => void) | undefined;
}

/** Records of one fetch, and how their partition is paused. */
export interface Fetched {
  readonly records: readonly IncomingRecord[];
  /** @returns a function that resumes the partition. */
  readonly pause: () => () => void;
}

const MAX_BATCH = 200;
const BACK_OFF = { firstMs: 100, maxMs: 2_000 };
/** From here on the partition is not fetched: at 3 MB/s handled, half of it outlasts a fetch that the broker holds for 250 ms. */
const MAX_QUEUED_BYTES = 1_048_576;

/**
 * The records of one assigned partition, handled chunk by chunk in their order and noted for the next commit, independently of other
 * partitions. A chunk that fails is handled again after a back-off.
 */
export class PartitionQueue {
  /** Resolves once no handler runs and none will, or the one that runs is given up. */
  readonly ended: Promise<void>;
  readonly #abandoned = Promise.withResolvers<void>();
  readonly #options: PartitionQueueOptions;
  readonly #revoked = new AbortController();
  readonly #signal: AbortSignal;
  readonly #records: IncomingRecord[] = [];
  #position: bigint;
  #bytes = 0;
  #resume: (() => void) | undefined;
  #arrived = Promise.withResolvers<void>();

  constructor(options: PartitionQueueOptions) {
    this.#options = options;
    this.#position = options.position;
    this.#signal = AbortSignal.any([options.stopping, this.#revoked.signal]);
    this.#signal.addEventListener('abort', () => this.#arrived.resolve(), { once: true });
    this.ended = Promise.race([this.#run(), this.#abandoned.promise]);
  }

  /** Queues fetched records. @returns how many offsets before them Kafka no longer had. */
  add({ records, pause }: Fetched): bigint {
    const first = BigInt(records[0]?.offset ?? this.#position);
    const lost = first > this.#position ? first - this.#position : 0n;
    this.#position = nextOffset(records) ?? this.#position;
    this.#records.push(...records);
    this.#bytes += bytesOf(records);
    if (this.#bytes >= MAX_QUEUED_BYTES) this.#resume ??= pause();
    this.#arrived.resolve();
    return lost;
  }

  /** The partition is no longer this member's: what is queued is dropped, and nothing is committed any more. */
  revoke(): void {
    this.#revoked.abort();
  }

  isWaiting(): boolean {
    return this.#records.length > 0;
  }

  /** As {@link revoke}; a handler that runs may go on for ever. */
  abandon(): void {
    this.revoke();
    this.#abandoned.resolve();
  }

  async #run(): Promise<void> {
    const { consume, after } = this.#options;
    await after;
    for (let attempt = 1; !this.#signal.aborted;) {
      const chunk = this.#records.slice(0, consume.maxBatch ?? MAX_BATCH);
      if (chunk.length === 0) {
        this.#arrived = Promise.withResolvers();
        await this.#arrived.promise;
      } else if (await this.#handle(chunk, attempt)) {
        await this.#settle(chunk);
        attempt = 1;
      } else attempt += 1;
    }
  }

  /** @returns false after a failure, and after the back-off. */
  async #handle(records: readonly IncomingRecord[], attempt: number): Promise<boolean> {
    const { consume, topic, partition, logger, mark } = this.#options;
    try {
      await consume.handle({ topic, partition, records, signal: this.#signal, ...(mark ? { mark } : {}) });
      return true;
    } catch (err) {
      mark?.();
      if (this.#signal.aborted) return false;
      const waitMs = backoffMs(attempt, BACK_OFF);
      logger.warn({ err, topic, partition, attempt, waitMs }, 'Batch failed, it will be retried');
      await delay(waitMs, this.#signal);
      return false;
    }
  }

  /** Without a commit for long no further chunk begins, so that a successor repeats a bounded number of records. */
  async #settle(chunk: readonly IncomingRecord[]): Promise<void> {
    const { topic, partition, commits } = this.#options;
    const offset = String(nextOffset(chunk));
    if (!this.#revoked.signal.aborted) await commits.add({ topic, partition, offset, records: chunk.length });
    this.#records.splice(0, chunk.length);
    this.#bytes -= bytesOf(chunk);
    this.#options.mark?.();
    if (this.#bytes >= MAX_QUEUED_BYTES / 2 || this.#revoked.signal.aborted) return;
    this.#resume?.();
    this.#resume = undefined;
  }
}

function nextOffset(records: readonly IncomingRecord[]): bigint | undefined {
  const last = records.at(-1);
  return last && BigInt(last.offset) + 1n;
}

function bytesOf(records: readonly IncomingRecord[]): number {
  return records.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
}
