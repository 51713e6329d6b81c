import { isRetryable, retry, type Stoppable } from '@fulfilment/kernel';
import { Lane } from '@fulfilment/mongo';
import type { Attempt } from '../deliveries/delivery-ports.ts';
import type { EndpointHealthStore } from '../endpoints/endpoint-health-store.ts';
import type { AttemptStore } from './attempt-store.ts';
import { BatchWindow } from './batch-window.ts';

export interface AttemptRecorderParts {
  readonly attempts: AttemptStore;
  /** Records the health of the endpoints in the transaction that stores the attempts. */
  readonly health: EndpointHealthStore;
}

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
  readonly #parts: AttemptRecorderParts;
  readonly #window = new BatchWindow({ forMs: GATHER_MS, maxCallers: MAX_BATCH });
  readonly #writer: Lane<Attempt, boolean>;

  constructor(parts: AttemptRecorderParts) {
    this.#parts = parts;
    this.#writer = new Lane<Attempt, boolean>({
      maxBatch: MAX_BATCH,
      maxQueue: MAX_WAITING,
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
    const { attempts: store, health } = this.#parts;
    // A worker that lost its lease and got it back may have made the same attempt twice.
    let current = firstOfEach(attempts);
    while (current.length > 0) {
      const recording = health.begin(current);
      const recorded = await store.record(current, (context) => recording.write(context));
      if (recorded) {
        recording.committed(recorded.value);
        break;
      }
      current = await store.withoutStale(current);
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
