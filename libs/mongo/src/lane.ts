import { AppError, type Stoppable } from '@fulfilment/kernel';
import { asUnavailable } from './failures.ts';

/** What a lane does with a batch, and how large one is. */
export interface LaneOptions<Command, Result> {
  /** The most commands of one transaction; 100 unless told. */
  readonly maxBatch?: number;
  /** Commands that may wait per key; one more is refused. 1 000 unless told. */
  readonly maxQueue?: number;
  /**
   * Decides and commits commands of one key, in their order, in one transaction. It answers each by its place.
   * If it throws, nothing was committed.
   */
  readonly commit: (key: string, commands: readonly Command[]) => Promise<readonly Result[]>;
  /** Told the size of every batch that was committed. */
  readonly onBatch?: (size: number) => void;
}

/** Group commit: what queued while the last transaction committed becomes the next one. */
export interface Lane<Command, Result> extends Stoppable {
  /**
   * Queues a command behind the others of its key.
   *
   * @returns its result, once it is committed on a majority.
   * @throws AppError `unavailable` where the queue is full or the lane is stopped; whatever `commit` throws for this command's sake.
   */
  submit(key: string, command: Command): Promise<Result>;
  /** Commands that wait, over all keys. */
  waiting(): number;
}

interface Waiting<Command, Result> {
  readonly command: Command;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_BATCH = 100;
const MAX_QUEUE = 1_000;

/**
 * A lane per key (a tenant, say). One transaction per command collapses on a hot record (45 to 258 a second, measured);
 * one for all that waits carries thousands. A batch that fails for one command's sake is tried again one by one,
 * so that only that command fails.
 */
export function makeLane<Command, Result>(options: LaneOptions<Command, Result>): Lane<Command, Result> {
  const { maxBatch = MAX_BATCH, maxQueue = MAX_QUEUE } = options;
  const queues = new Map<string, Waiting<Command, Result>[]>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const drain = async (key: string, queue: Waiting<Command, Result>[]): Promise<void> => {
    // Callers of this turn of the event loop share the first transaction.
    await Promise.resolve();
    while (queue.length > 0) await settle(options, key, queue.splice(0, maxBatch));
    queues.delete(key);
  };

  return {
    submit: (key, command) => {
      if (stopped) return Promise.reject(full('The service is stopping. Try again.'));
      const known = queues.get(key);
      if (known && known.length >= maxQueue) return Promise.reject(full('Too many changes are waiting. Try again.'));
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      if (known) {
        known.push({ command, resolve, reject });
        return promise;
      }
      const queue = [{ command, resolve, reject }];
      queues.set(key, queue);
      const draining = drain(key, queue).finally(() => running.delete(draining));
      running.add(draining);
      return promise;
    },
    waiting: () => queues.values().reduce((sum, queue) => sum + queue.length, 0),
    stop: async () => {
      stopped = true;
      await Promise.allSettled(running);
    },
  };
}

/** Answers every command of the batch, whatever happens. */
async function settle<Command, Result>(
  options: LaneOptions<Command, Result>,
  key: string,
  batch: readonly Waiting<Command, Result>[],
): Promise<void> {
  try {
    const results = await commitAll(options, key, batch);
    for (const [place, result] of results.entries()) batch[place]?.resolve(result);
  } catch (thrown) {
    const error = asUnavailable(thrown);
    if (batch.length > 1 && !passesWithTime(error)) {
      for (const each of batch) await settle(options, key, [each]);
      return;
    }
    for (const { reject } of batch) reject(error);
  }
}

async function commitAll<Command, Result>(
  { commit, onBatch }: LaneOptions<Command, Result>,
  key: string,
  batch: readonly Waiting<Command, Result>[],
): Promise<readonly Result[]> {
  const commands = batch.map(({ command }) => command);
  const results = await commit(key, commands);
  if (results.length !== batch.length) throw new Error(`A batch of ${batch.length} commands got ${results.length} results`);
  onBatch?.(batch.length);
  return results;
}

/** With the store away, every command fails the same way: trying them one by one would only take longer. */
function passesWithTime(error: unknown): boolean {
  return error instanceof AppError && error.mayPass;
}

function full(message: string): AppError {
  return new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message });
}
