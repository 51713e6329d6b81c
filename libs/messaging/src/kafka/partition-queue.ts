import { backoffMs, delay } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { ConsumeOptions, IncomingRecord } from '../port.ts';
import type { OffsetCommits } from './offset-commits.ts';
import { TenantTurns } from './tenant-turns.ts';

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
/**
 * From here on the partition is not fetched: at 3 MB/s handled, half of it outlasts a fetch that the broker holds for 250 ms. It bounds
 * what is handled again after a kill too: handled records count until all before them are handled.
 */
const MAX_QUEUED_BYTES = 1_048_576;

/** A record between the offset to commit and the position of the fetch. */
interface InWindow {
  readonly bytes: number;
  isHandled: boolean;
}

/**
 * The records of one assigned partition, handled chunk by chunk and noted for the next commit, independently of other partitions. The
 * records of a tenant are handled in their order, and tenants take turns. A chunk that fails is handled again after a back-off.
 */
export class PartitionQueue {
  /** Resolves once no handler runs and none will, or the one that runs is given up. */
  readonly ended: Promise<void>;
  readonly #abandoned = Promise.withResolvers<void>();
  readonly #options: PartitionQueueOptions;
  readonly #revoked = new AbortController();
  readonly #signal: AbortSignal;
  readonly #waiting = new TenantTurns();
  /** By offset, in their order; the first one is not handled. */
  readonly #window = new Map<string, InWindow>();
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
    this.#waiting.add(records);
    for (const record of records) {
      const bytes = bytesOf(record);
      this.#window.set(record.offset, { bytes, isHandled: false });
      this.#bytes += bytes;
    }
    if (this.#bytes >= MAX_QUEUED_BYTES) this.#resume ??= pause();
    this.#arrived.resolve();
    return lost;
  }

  /** The partition is no longer this member's: what is queued is dropped, and nothing is committed any more. */
  revoke(): void {
    this.#revoked.abort();
  }

  isWaiting(): boolean {
    return this.#window.size > 0;
  }

  /** True while it has its partition paused, since enough of it is queued. */
  isFull(): boolean {
    return this.#resume !== undefined;
  }

  /** As {@link revoke}; a handler that runs may go on for ever. */
  abandon(): void {
    this.revoke();
    this.#abandoned.resolve();
  }

  async #run(): Promise<void> {
    const { consume, after } = this.#options;
    await after;
    while (!this.#signal.aborted) {
      const chunk = this.#waiting.take(consume.maxBatch ?? MAX_BATCH);
      if (chunk.length === 0) {
        this.#arrived = Promise.withResolvers();
        await this.#arrived.promise;
        continue;
      }
      for (let attempt = 1; !(await this.#handle(chunk, attempt)); attempt += 1) if (this.#signal.aborted) return;
      await this.#settle(chunk);
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
    for (const record of chunk) {
      const fetched = this.#window.get(record.offset);
      if (fetched) fetched.isHandled = true;
    }
    const [unhandled] = this.#window.entries().find(([, { isHandled }]) => !isHandled) ?? [];
    const offset = unhandled ?? String(this.#position);
    if (!this.#revoked.signal.aborted) await commits.add({ topic, partition, offset, records: chunk.length });
    this.#forgetHandled();
    this.#options.mark?.();
    if (this.#bytes >= MAX_QUEUED_BYTES / 2 || this.#revoked.signal.aborted) return;
    this.#resume?.();
    this.#resume = undefined;
  }

  #forgetHandled(): void {
    for (const [offset, { bytes, isHandled }] of this.#window) {
      if (!isHandled) return;
      this.#window.delete(offset);
      this.#bytes -= bytes;
    }
  }
}

function nextOffset(records: readonly IncomingRecord[]): bigint | undefined {
  const last = records.at(-1);
  return last && BigInt(last.offset) + 1n;
}

function bytesOf({ key, value }: IncomingRecord): number {
  return key.length + value.length;
}
