import type { Progress, ProgressMark, Replaceable, StandsStill, WatchedPart } from './progress-watch.ts';
import { delay } from './time.ts';

/** How {@link Rounds} go on. */
export interface RoundsOptions {
  /**
   * One round.
   *
   * @param mark says that a long round goes on. @param stopping aborts where the rounds are stopped, or left.
   * @returns milliseconds until the next round.
   */
  readonly round: (mark: () => void, stopping: AbortSignal) => Promise<number>;
  /** Called with what a round throws. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds from a round that failed to the next. */
  readonly pauseMs: number;
  /** Milliseconds before the first round; 0 by default. */
  readonly firstMs?: number;
  /** Called where the rounds are left, since they stand still. */
  readonly onAbandoned?: () => void;
}

/**
 * Work that is repeated: one round after the other, each at a time that the one before has told. It waits for its own progress while a
 * round is under way, and where the next one is late: its timer is gone.
 */
export class Rounds implements Replaceable {
  readonly #options: RoundsOptions;
  readonly #mark: () => void;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #isInRound = false;
  /** When the next round is due, by `performance.now`. */
  #dueMs: number;
  #moved = Promise.withResolvers<void>();

  /** Starts them. @param mark is called at the end of each round. */
  constructor(options: RoundsOptions, mark: () => void = () => undefined) {
    this.#options = options;
    this.#mark = mark;
    this.#dueMs = performance.now() + (options.firstMs ?? 0);
    this.#running = this.#run();
  }

  /** Has the next round begin at `atMs` at the latest, by `performance.now`; at once by default. */
  dueBy(atMs = performance.now()): void {
    if (atMs >= this.#dueMs) return;
    this.#dueMs = atMs;
    this.#moved.resolve();
  }

  isWaiting(): boolean {
    return this.#isInRound || performance.now() > this.#dueMs;
  }

  abandon(): void {
    this.#stopping.abort();
    this.#options.onAbandoned?.();
  }

  /** Waits for the round under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { round, onError, pauseMs } = this.#options;
    const { signal } = this.#stopping;
    for (await this.#untilDue(signal); !signal.aborted; await this.#untilDue(signal)) {
      this.#isInRound = true;
      this.#dueMs = Number.POSITIVE_INFINITY;
      let nextMs = pauseMs;
      try {
        nextMs = await round(this.#mark, signal);
      } catch (error) {
        onError(error);
      }
      this.#isInRound = false;
      this.#dueMs = Math.min(this.#dueMs, performance.now() + nextMs);
      this.#mark();
    }
  }

  async #untilDue(signal: AbortSignal): Promise<void> {
    for (let leftMs = this.#dueMs - performance.now(); leftMs > 0; leftMs = this.#dueMs - performance.now()) {
      if (signal.aborted) return;
      const waiting = new AbortController();
      this.#moved = Promise.withResolvers();
      await Promise.race([this.#moved.promise, delay(Math.ceil(leftMs), AbortSignal.any([signal, waiting.signal]))]);
      waiting.abort();
    }
  }
}

interface Step {
  /** From when on it is late, by `performance.now`. */
  readonly lateFromMs: number;
  readonly leave: (reason: StandsStill) => void;
}

/** Steps that are late for so long are left together with the oldest. */
const LEFT_FROM_MS = 5_000;

/**
 * Steps of a part, any number at once, each of which has to end: the part goes on as long as its oldest step does. Where it stands still,
 * the callers of the steps that do not end are told {@link StandsStill}, and those are left; what hangs may still have its effect.
 */
export class Steps {
  readonly #underWay = new Set<Step>();
  readonly #watched: ProgressMark;

  constructor(progress: Progress, part: Omit<WatchedPart, 'isWaiting' | 'rebuild'>) {
    this.#watched = progress.watch({
      ...part,
      isWaiting: () => (this.#oldest?.lateFromMs ?? Number.POSITIVE_INFINITY) <= performance.now(),
      rebuild: (reason) => this.#leave(reason),
    });
  }

  /**
   * @param allowedMs milliseconds that it may take without a mark: its own bound, where it has one.
   * @throws what it throws; {@link StandsStill} where it was left.
   */
  async run<Result>(step: () => Promise<Result>, allowedMs = 0): Promise<Result> {
    const left = Promise.withResolvers<never>();
    const entry: Step = { lateFromMs: performance.now() + allowedMs, leave: left.reject };
    this.#underWay.add(entry);
    try {
      return await Promise.race([step(), left.promise]);
    } finally {
      if (this.#oldest === entry) this.#watched.mark();
      this.#underWay.delete(entry);
    }
  }

  /** @returns the same object, of which each call of a method is a step; all of them return promises. */
  watched<Owner extends object>(owner: Owner): Owner {
    return new Proxy(owner, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) =>
          this.run(async () => {
            const result: unknown = await Reflect.apply(value, target, args);
            return result;
          });
      },
    });
  }

  get #oldest(): Step | undefined {
    return this.#underWay.values().next().value;
  }

  #leave(reason: StandsStill): void {
    const late = performance.now() - LEFT_FROM_MS;
    for (const step of this.#underWay) if (step === this.#oldest || step.lateFromMs <= late) step.leave(reason);
  }
}
