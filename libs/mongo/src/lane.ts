import { errors } from '@fulfilment/contracts';
import { type AppError, isolate, isRetryable, type Sequence, type Steps, type Stoppable } from '@fulfilment/kernel';
import { asUnavailable } from './transact.ts';

/** Options of a {@link Lane}. */
export interface LaneOptions<Command, Result> {
  /** Commands in one transaction at most; 100 by default. */
  readonly maxBatch?: number;
  /** Commands that may wait per key, beside those of sequences; one more is refused. 1 000 by default. */
  readonly maxQueue?: number;
  /**
   * Decides and commits commands of one key, in their order, in one transaction. It returns a result for each, or for the first of
   * them only, at least one: the rest is committed next. If it throws, nothing was committed.
   */
  readonly commit: (key: string, commands: readonly Command[]) => Promise<readonly Result[]>;
  /** Called with the size of every committed batch. */
  readonly onBatch?: (size: number) => void;
  /** Watches that each commit ends; one that does not fails as one whose outcome is not known. Unwatched by default. */
  readonly steps?: Steps | undefined;
}

interface Waiting<Command, Result> {
  readonly command: Command;
  readonly sequence: Sequence | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Queue<Command, Result> {
  readonly waiting: Waiting<Command, Result>[];
  /** The number of those that belong to no sequence. */
  single: number;
  /** Called when a command has been added. */
  onAdded: (() => void) | undefined;
}

const MAX_BATCH = 100;
const MAX_QUEUE = 1_000;
/** Milliseconds that a commit may take by its own bounds. */
const COMMIT_MS = 5_000;
/** A transaction waits for those who were answered by the one before for this share of the time that that took, … */
const GATHERED_FOR = 0.5;
/** … and for so many milliseconds at most. */
const MAX_GATHER_MS = 25;

/**
 * Group commit, with a queue per key (a tenant, say): the commands that queue while a transaction commits share the next. One
 * transaction per command collapses on a hot record (45 to 258 a second, measured); group commit carries thousands. A batch that
 * fails because of one command is bisected, so that only that command fails.
 *
 * Clients that were answered together come back one after the other: the first would get a transaction for itself, and all others
 * wait for that. So behind a batch of several the next one waits until as many are there, or half the time has passed that it took.
 */
export class Lane<Command, Result> implements Stoppable {
  readonly #options: LaneOptions<Command, Result>;
  readonly #queues = new Map<string, Queue<Command, Result>>();
  readonly #draining = new Set<Promise<void>>();
  #stopped = false;

  constructor(options: LaneOptions<Command, Result>) {
    this.#options = options;
  }

  /**
   * Queues a command behind the others of its key.
   *
   * @param sequence of the commands that it belongs to; they are not counted against `maxQueue`.
   * @returns its result, once it is committed on a majority.
   * @throws AppError `upstream_unavailable` where the queue is full or the lane is stopped; whatever `commit` throws for this command.
   */
  submit(key: string, command: Command, sequence?: Sequence): Promise<Result> {
    if (this.#stopped) return Promise.reject(unavailable('The service is stopping. Try again.'));
    const { maxQueue = MAX_QUEUE } = this.#options;
    const queue = this.#queues.get(key) ?? this.#start(key);
    if (!sequence && queue.single >= maxQueue) return Promise.reject(unavailable('Too many changes are waiting. Try again.'));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    queue.waiting.push({ command, sequence, resolve, reject });
    if (!sequence) queue.single += 1;
    queue.onAdded?.();
    return promise;
  }

  /** The number of waiting commands over all keys. */
  waiting(): number {
    return this.#queues.values().reduce((sum, queue) => sum + queue.waiting.length, 0);
  }

  /** Refuses further commands and waits for the queued ones. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled(this.#draining);
  }

  #start(key: string): Queue<Command, Result> {
    const queue: Queue<Command, Result> = { waiting: [], single: 0, onAdded: undefined };
    this.#queues.set(key, queue);
    const draining = this.#drain(key, queue).finally(() => this.#draining.delete(draining));
    this.#draining.add(draining);
    return queue;
  }

  async #drain(key: string, queue: Queue<Command, Result>): Promise<void> {
    const { maxBatch = MAX_BATCH } = this.#options;
    // Callers of this turn of the event loop share the first transaction.
    await Promise.resolve();
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, maxBatch);
      queue.single -= batch.filter(({ sequence }) => !sequence).length;
      const beganAt = performance.now();
      await this.#settle(key, batch.filter(isStillWanted));
      await this.#gather(queue, batch.length, performance.now() - beganAt);
    }
    this.#queues.delete(key);
  }

  /** Waits until as many commands are there as the last batch had, which took some time, or a share of that time has passed. */
  async #gather(queue: Queue<Command, Result>, wanted: number, tookMs: number): Promise<void> {
    if (wanted === 1 || queue.waiting.length >= wanted || this.#stopped) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.min(tookMs * GATHERED_FOR, MAX_GATHER_MS));
    queue.onAdded = () => {
      if (queue.waiting.length >= wanted) resolve();
    };
    await promise;
    queue.onAdded = undefined;
    clearTimeout(timer);
  }

  /** Answers every command of the batch, whatever happens. With the store unavailable, all of them fail at once. */
  async #settle(key: string, batch: readonly Waiting<Command, Result>[]): Promise<void> {
    const { commit, onBatch, steps } = this.#options;
    const commitSome = async (some: readonly Waiting<Command, Result>[]): Promise<readonly Result[]> => {
      const commands = some.map(({ command }) => command);
      try {
        const results = await (steps ? steps.run(() => commit(key, commands), COMMIT_MS) : commit(key, commands));
        onBatch?.(results.length);
        return results;
      } catch (error) {
        throw asUnavailable(error);
      }
    };
    const outcomes = await isolate(batch, commitSome, { failsAll: isRetryable });
    for (const [place, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') batch[place]?.resolve(outcome.value);
      else fail(batch[place], outcome.reason);
    }
  }
}

/** Fails a command whose sequence has failed before it. */
function isStillWanted(waiting: Waiting<unknown, never>): boolean {
  const failure = waiting.sequence?.failure;
  if (failure !== undefined) waiting.reject(failure);
  return failure === undefined;
}

function fail(waiting: Waiting<unknown, never> | undefined, reason: unknown): void {
  waiting?.sequence?.fail(reason);
  waiting?.reject(reason);
}

function unavailable(message: string): AppError {
  return errors.upstreamUnavailable(message);
}
