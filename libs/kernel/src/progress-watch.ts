import { type Stoppable, withTimeout } from './time.ts';

/** A part makes no progress, though nothing of it has failed. */
export class StandsStill extends Error {
  override readonly name = 'StandsStill';
}

/** A part of a process that owns work. */
export interface WatchedPart {
  /** Unique in the process, and the same for what takes the place of the part. */
  readonly name: string;
  /** Names of engines without which it cannot go on, as the watch knows them. */
  readonly engines: readonly string[];
  /** True while work waits for it. It is asked at looks between which nothing was marked, and asks no engine itself. */
  readonly isWaiting: () => boolean;
  /** Asked where it seems to stand still, beside the engines: false where it has nothing to do, or cannot do it. True by default. */
  readonly confirm?: () => Promise<boolean>;
  /** Tears it down with its connections and builds it again, without waiting for what hangs. */
  readonly rebuild: (reason: StandsStill) => void;
  /** False where the process does not end for it: its work may be one customer's, or only make others quicker. True by default. */
  readonly endsProcess?: boolean;
}

/** Says that a part goes on. */
export interface ProgressMark {
  /** A piece of work has ended, well or with an error that is told: what fails has rules of its own. */
  readonly mark: () => void;
  /** The part has no work any more. */
  readonly end: () => void;
}

/** A part that can be left where it hangs. */
export interface Replaceable extends Stoppable {
  isWaiting(): boolean;
  /** Ends it, and its connections, without waiting for what hangs. */
  abandon(): void;
}

/** How a part is made that {@link Progress.keep} makes again where it stands still. */
export interface KeptPart<Part extends Replaceable> extends Omit<WatchedPart, 'isWaiting' | 'rebuild'> {
  /** @param mark to be called as {@link ProgressMark.mark}. */
  readonly make: (mark: () => void) => Part;
}

/** A part that stands for all that were made in its place. */
export interface Kept<Part extends Replaceable> extends Stoppable {
  readonly current: () => Part;
}

/** Takes part in the progress of a process. */
export interface Progress {
  readonly watch: (part: WatchedPart) => ProgressMark;
  readonly keep: <Part extends Replaceable>(part: KeptPart<Part>) => Kept<Part>;
}

/** Watches nothing. */
export const unwatched: Progress = {
  watch: () => ({ mark: () => undefined, end: () => undefined }),
  keep: ({ make }) => {
    const part = make(() => undefined);
    return { current: () => part, stop: () => part.stop() };
  },
};

/** Options of {@link ProgressWatch}. */
export interface ProgressWatchOptions {
  /** True where an engine answers now, on a connection of its own, in a bounded time. */
  readonly engines: Readonly<Record<string, () => Promise<boolean>>>;
  /** Told each replacement, before it. @param count of them in a row, from 1. */
  readonly onReplaced: (reason: StandsStill, part: string, count: number) => void;
  /** Told once that a part stands still again after {@link MAX_REPLACEMENTS}: the process has to end. */
  readonly onGivenUp: (reason: StandsStill) => void;
  /** Milliseconds between two looks; 2 500 by default. */
  readonly everyMs?: number;
}

const LOOK_EVERY_MS = 2_500;
/** Milliseconds after which a question counts as answered with false: they have shorter bounds of their own. */
const QUESTION_MS = 15_000;
/** Looks in a row without progress after which a part stands still: 10 s. */
const STILL_LOOKS = 4;
/** From this look on the engines have to answer; later than the fetch of an idle consumer, which the broker holds for two looks. */
const ASKED_FROM = 3;
/** Looks at which a part that was replaced has to be well, to count as well: 30 s. */
const WELL_LOOKS = 12;
/** Replacements of a part in a row. */
export const MAX_REPLACEMENTS = 3;

interface State {
  /** Undefined while nothing of the name is watched. */
  part: WatchedPart | undefined;
  hasMoved: boolean;
  /** True where it could not go on at the last look at which that was asked. */
  isHindered: boolean;
  still: number;
  well: number;
  replacements: number;
}

/**
 * Finds the parts of a process that own work and make no progress while work waits and the engines answer, and has them replaced; after
 * three times the process is to end, so that its supervisor starts it again.
 *
 * Looks are counted, not time: a process that was suspended, or busy, has had no look in that time. A look costs a comparison for each
 * part; engines are asked only where a part seems to stand still.
 */
export class ProgressWatch implements Progress, Stoppable {
  readonly #options: ProgressWatchOptions;
  readonly #states = new Map<string, State>();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;
  #hasGivenUp = false;

  constructor(options: ProgressWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#look(), options.everyMs ?? LOOK_EVERY_MS).unref();
  }

  watch = (part: WatchedPart): ProgressMark => {
    const state = this.#states.get(part.name) ?? { part, hasMoved: true, isHindered: false, still: 0, well: 0, replacements: 0 };
    this.#states.set(part.name, state);
    Object.assign(state, { part, hasMoved: true, still: 0 });
    return {
      mark: () => {
        if (state.part === part) state.hasMoved = true;
      },
      end: () => {
        if (state.part !== part) return;
        state.part = undefined;
        if (state.replacements === 0) this.#states.delete(part.name);
      },
    };
  };

  keep = <Part extends Replaceable>({ make, ...part }: KeptPart<Part>): Kept<Part> => {
    // Late marks of one that was left are not those of its successor.
    let latest = {};
    const begin = (): Part => {
      const own = (latest = {});
      return make(() => {
        if (latest === own) watched.mark();
      });
    };
    const watched = this.watch({
      ...part,
      isWaiting: () => current?.isWaiting() === true,
      rebuild: () => {
        const before = current;
        current = begin();
        before?.abandon();
      },
    });
    let current: Part | undefined;
    const first = (current = begin());
    return {
      current: () => current ?? first,
      stop: async () => {
        watched.end();
        await current?.stop();
      },
    };
  };

  /** Names of the parts that stand still, and of those that were replaced and do not count as well yet. */
  unwell(): readonly string[] {
    return Array.from(this.#states).flatMap(([name, { still, replacements }]) =>
      still >= STILL_LOOKS || replacements > 0 ? [name] : [],
    );
  }

  /** False once a part was given up. */
  get isHopeful(): boolean {
    return !this.#hasGivenUp;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#states.clear();
  }

  /** A look is over once its questions are answered: none begins before. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    const suspects = Array.from(this.#states).flatMap(([name, state]) => (this.#seemsStill(name, state) ? [state] : []));
    if (suspects.length === 0) return;
    this.#isLooking = true;
    const answers = new Map<string, Promise<boolean>>();
    try {
      await Promise.all(suspects.map((state) => this.#examine(state, answers)));
    } finally {
      this.#isLooking = false;
    }
  }

  #seemsStill(name: string, state: State): boolean {
    const isWell = state.hasMoved || state.part?.isWaiting() !== true;
    state.hasMoved = false;
    if (!isWell) {
      state.still += 1;
      return state.isHindered || state.still >= ASKED_FROM;
    }
    Object.assign(state, { still: 0, isHindered: false });
    state.well += 1;
    if (state.well >= WELL_LOOKS) state.replacements = 0;
    if (state.replacements === 0 && !state.part) this.#states.delete(name);
    return false;
  }

  /** @param answers of the engines that were asked at this look. */
  async #examine(state: State, answers: Map<string, Promise<boolean>>): Promise<void> {
    const { part } = state;
    if (!part) return;
    const ask = (engine: string): Promise<boolean> => {
      const known = answers.get(engine) ?? truth(this.#options.engines[engine]);
      answers.set(engine, known);
      return known;
    };
    const confirmed = await Promise.all([...part.engines.map(ask), truth(part.confirm)]);
    if (state.part !== part || state.hasMoved) return;
    state.isHindered = !confirmed.every(Boolean);
    if (state.isHindered) state.still = 0;
    else if (state.still >= STILL_LOOKS) this.#replace(part, state);
  }

  #replace(part: WatchedPart, state: State): void {
    if (this.#hasGivenUp) return;
    const reason = new StandsStill(`${part.name} makes no progress, though work waits and the engines answer`);
    if (state.replacements >= MAX_REPLACEMENTS && part.endsProcess !== false) {
      this.#hasGivenUp = true;
      this.#options.onGivenUp(new StandsStill(`${reason.message}, after it was replaced ${state.replacements} times`));
      return;
    }
    Object.assign(state, { still: 0, well: 0, replacements: state.replacements + 1 });
    this.#options.onReplaced(reason, part.name, state.replacements);
    part.rebuild(reason);
  }
}

async function truth(question: (() => Promise<boolean>) | undefined): Promise<boolean> {
  try {
    if (!question) return true;
    return await withTimeout(QUESTION_MS, question(), () => new Error('No answer'));
  } catch {
    return false;
  }
}
