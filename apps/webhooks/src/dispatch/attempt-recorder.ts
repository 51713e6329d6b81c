import { isRetryable, retry, type Steps, type Stoppable } from '@fulfilment/kernel';
import { Lane } from '@fulfilment/mongo';
import type { Database } from '../database/collections-documents.ts';
import type { Attempt } from '../model/domain/attempt.ts';
import type { EndpointHealthStore } from '../endpoints/endpoint-health-store.ts';
import { recordAttempts, withoutStale } from './attempt-store.ts';

/** One writer a process. */
const WRITER = 'attempts';
/** The most attempts that share a transaction. */
const MAX_BATCH = 250;
/** A transaction of few attempts costs nearly as much as one of many. */
const GATHER_MS = 20;
/** Every attempt in flight may wait for the writer. */
const MAX_WAITING = 10_000;
/** A result that is not recorded means a second delivery: it is worth some seconds of retries. */
const RETRIES = { maxAttempts: 6, isRetryable, backOff: { firstMs: 100, maxMs: 2_000 } };

/** Records attempts by group commit, each with its effect on its delivery and its endpoint. */
export class AttemptRecorder implements Stoppable {
  readonly #database: Database;
  readonly #health: EndpointHealthStore;
  readonly #window = new BatchWindow(GATHER_MS, MAX_BATCH);
  readonly #writer: Lane<Attempt, boolean>;

  /** @param health records the health of the endpoints in the transaction that stores the attempts. @param steps watch that transactions end. */
  constructor(database: Database, health: EndpointHealthStore, steps?: Steps) {
    this.#database = database;
    this.#health = health;
    this.#writer = new Lane<Attempt, boolean>({
      maxBatch: MAX_BATCH,
      maxQueue: MAX_WAITING,
      steps,
      commit: (_key, attempts) => this.#commit(attempts),
    });
  }

  /**
   * @param mayWait whether it may wait a moment for others to share its transaction.
   * @returns false, with nothing written, if another worker has recorded the same attempt or the delivery has expired.
   */
  async record(attempt: Attempt, mayWait = false): Promise<boolean> {
    await this.#window.join(mayWait);
    return retry(() => this.#writer.submit(WRITER, attempt), RETRIES);
  }

  /** Waits for what is being recorded. */
  stop(): Promise<void> {
    return this.#writer.stop();
  }

  /** @returns for each attempt whether it was recorded. */
  async #commit(attempts: readonly Attempt[]): Promise<readonly boolean[]> {
    // A worker that lost its lease and got it back may have made the same attempt twice.
    let current = firstOfEach(attempts);
    while (current.length > 0) {
      const recording = this.#health.begin(current);
      const recorded = await recordAttempts(current, this.#database, (transaction) => recording.write(transaction));
      if (recorded) {
        recording.committed(recorded.value);
        break;
      }
      current = await withoutStale(current, this.#database);
    }
    const kept = new Set(current);
    return attempts.map((attempt) => kept.has(attempt));
  }
}

function firstOfEach(attempts: readonly Attempt[]): readonly Attempt[] {
  const first = new Map<string, Attempt>();
  for (const attempt of attempts) {
    const key = `${attempt.delivery.id}/${attempt.n}`;
    if (!first.has(key)) first.set(key, attempt);
  }
  return [...first.values()];
}

/** Lets callers that can wait gather for a moment, so that more of them share the batch that follows. */
export class BatchWindow {
  readonly #forMs: number;
  readonly #maxCallers: number;
  #callers = 0;
  #close: (() => void) | undefined;
  #closed: Promise<void> = Promise.resolve();

  /**
   * @param forMs milliseconds from the first caller that can wait.
   * @param maxCallers callers after which the window closes at once.
   */
  constructor(forMs: number, maxCallers: number) {
    this.#forMs = forMs;
    this.#maxCallers = maxCallers;
  }

  /** Resolves when the window closes, by its time, by the number of callers, or by one that cannot wait; in the order of the calls. */
  join(canWait: boolean): Promise<void> {
    if (canWait && !this.#close) this.#open();
    this.#callers += 1;
    const closed = this.#closed;
    if (!canWait || this.#callers >= this.#maxCallers) this.#close?.();
    if (!this.#close) this.#callers = 0;
    return closed;
  }

  #open(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.#close?.(), this.#forMs);
    this.#closed = promise;
    this.#close = () => {
      clearTimeout(timer);
      this.#callers = 0;
      this.#close = undefined;
      resolve();
    };
  }
}
