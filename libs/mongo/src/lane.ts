import { errors } from '@fulfilment/contracts';
import { type AppError, isRetryable, type Sequence, type Steps, type Stoppable } from '@fulfilment/kernel';
import { asUnavailable } from './transact.ts';

/** Options of a {@link Lane}. */
export interface LaneOptions<Command, Result> {
  /** Commands in one transaction at most; 100 by default. */
  readonly maxBatch?: number;
  /** Commands that may wait per key, beside those of sequences; one more is refused. 1 000 by default. */
  readonly maxQueue?: number;
  /**
   * Decides and commits commands of one key, in their order, in one transaction. It returns a result for each, or for the first of
   * them only, at least one: these are answered, and the rest is committed next. If it throws, nothing was committed.
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

/** The commands that a transaction left. */
interface Left<Command, Result> {
  readonly commands: readonly Waiting<Command, Result>[];
  readonly isBroken: boolean;
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
    let size = maxBatch;
    // Callers of this turn of the event loop share the first transaction.
    await Promise.resolve();
    while (queue.waiting.length > 0) {
      const taken = takeFrom(queue, size);
      const beganAt = performance.now();
      const left = await this.#settle(key, taken);
      size = left.isBroken ? Math.ceil(left.commands.length / 2) : maxBatch;
      putBack(queue, left.commands);
      if (left.commands.length === 0) await this.#gather(queue, taken.length, performance.now() - beganAt);
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

  /**
   * Commits commands, or the first of them, and answers those. With the store unavailable, all of them fail at once.
   *
   * @returns the commands that have to be committed again; `isBroken` where one of them cannot be, and it is not known which.
   */
  async #settle(key: string, batch: readonly Waiting<Command, Result>[]): Promise<Left<Command, Result>> {
    const wanted = batch.filter(isStillWanted);
    if (wanted.length === 0) return { commands: [], isBroken: false };
    try {
      const results = await this.#commit(key, wanted);
      for (const [place, result] of results.entries()) wanted[place]?.resolve(result);
      return { commands: wanted.slice(results.length), isBroken: false };
    } catch (error) {
      const reason = asUnavailable(error);
      const failing = isRetryable(reason) || wanted.length === 1 ? wanted : [];
      for (const waiting of failing) fail(waiting, reason);
      return { commands: wanted.slice(failing.length), isBroken: failing.length === 0 };
    }
  }

  async #commit(key: string, batch: readonly Waiting<Command, Result>[]): Promise<readonly Result[]> {
    const { commit, onBatch, steps } = this.#options;
    const commands = batch.map(({ command }) => command);
    const results = await (steps ? steps.run(() => commit(key, commands), COMMIT_MS) : commit(key, commands));
    if (results.length === 0 || results.length > batch.length)
      throw new Error(`A transaction of ${batch.length} commands has ${results.length} results`);
    onBatch?.(results.length);
    return results;
  }
}

function takeFrom<Command, Result>(queue: Queue<Command, Result>, most: number): readonly Waiting<Command, Result>[] {
  const taken = queue.waiting.splice(0, most);
  queue.single -= singlesOf(taken);
  return taken;
}

function putBack<Command, Result>(queue: Queue<Command, Result>, commands: readonly Waiting<Command, Result>[]): void {
  queue.waiting.unshift(...commands);
  queue.single += singlesOf(commands);
}

function singlesOf(commands: readonly Waiting<unknown, never>[]): number {
  return commands.filter(({ sequence }) => !sequence).length;
}

/** Fails a command whose sequence has failed before it. */
function isStillWanted(waiting: Waiting<unknown, never>): boolean {
  const failure = waiting.sequence?.failure;
  if (failure !== undefined) waiting.reject(failure);
  return failure === undefined;
}

function fail(waiting: Waiting<unknown, never>, reason: unknown): void {
  waiting.sequence?.fail(reason);
  waiting.reject(reason);
}

function unavailable(message: string): AppError {
  return errors.upstreamUnavailable(message);
}
