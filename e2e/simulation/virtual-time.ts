import { syncBuiltinESMExports } from 'node:module';
import timersOfPromises from 'node:timers/promises';
import { newId } from '@fulfilment/kernel';

/** A process, a client, or the engines between them: what runs in its name ends with it. */
export interface Actor {
  readonly name: string;
}

/** A timer of simulated code. */
interface Timer {
  readonly owner: Actor;
  readonly fire: () => void;
  readonly everyMs: number | undefined;
  dueMs: number;
  /** Lets go of what the timer listens to: a signal that is listened to is kept for ever. */
  letGo: (() => void) | undefined;
}

/** The moment at which every schedule begins, Unix milliseconds. */
const BEGIN_MS = Date.UTC(2026, 10, 21, 9);

const realImmediate = setImmediate;

/** Resolves when all that follows from what was just completed has run. */
export const drained = (): Promise<void> => new Promise((resolve) => realImmediate(resolve));

/**
 * Time that passes only where the scheduler says so. While it is installed, `Date`, `performance.now`, timers and `Math.random` of this
 * process are its own, so that nothing in simulated code depends on the machine.
 */
export class VirtualTime {
  #nowMs = BEGIN_MS;
  /** In no order: a schedule has tens. */
  readonly #timers = new Set<Timer>();
  readonly #ownerOf: () => Actor;
  readonly #random: () => number;

  /**
   * @param ownerOf the process that runs now: its timers go with it.
   * @param random numbers from 0 to 1, for `Math.random`.
   */
  constructor(ownerOf: () => Actor, random: () => number) {
    this.#ownerOf = ownerOf;
    this.#random = random;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Milliseconds since the schedule began. */
  get elapsedMs(): number {
    return this.#nowMs - BEGIN_MS;
  }

  /** When the next timer is due; undefined where there is none. */
  get nextMs(): number | undefined {
    return this.#next()?.dueMs;
  }

  /** Goes on to the next timer. @returns its owner, and what it does. */
  advance(): Pick<Timer, 'owner' | 'fire'> | undefined {
    const timer = this.#next();
    if (!timer) return undefined;
    this.#nowMs = Math.max(this.#nowMs, timer.dueMs);
    if (timer.everyMs === undefined) this.#end(timer);
    else timer.dueMs = this.#nowMs + Math.max(1, timer.everyMs);
    return timer;
  }

  /** Ends the timers of a process that is gone. */
  forget(owner: Actor): void {
    for (const timer of this.#timers) if (timer.owner === owner) this.#end(timer);
  }

  /** @returns a function that gives the machine's time back. */
  install(): () => void {
    const start = (everyMs: boolean, fire: unknown, ms: number, values: readonly unknown[]): object =>
      this.#start(() => void (typeof fire === 'function' && fire(...values)), ms, everyMs);
    const stop = (timer: unknown): void => this.#stop(timer);
    const replacements: readonly (readonly [object, string, unknown])[] = [
      [globalThis, 'Date', this.#dateClass()],
      [performance, 'now', () => this.elapsedMs],
      [Math, 'random', this.#random],
      [globalThis, 'setTimeout', (fire: unknown, ms = 0, ...values: unknown[]) => start(false, fire, ms, values)],
      [globalThis, 'setInterval', (fire: unknown, ms = 0, ...values: unknown[]) => start(true, fire, ms, values)],
      [globalThis, 'setImmediate', (fire: unknown, ...values: unknown[]) => start(false, fire, 0, values)],
      [globalThis, 'clearTimeout', stop],
      [globalThis, 'clearInterval', stop],
      [globalThis, 'clearImmediate', stop],
      [timersOfPromises, 'setTimeout', this.#wait],
    ];
    const before = replacements.map(([target, name]) => Object.getOwnPropertyDescriptor(target, name));
    for (const [target, name, value] of replacements)
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
    syncBuiltinESMExports();
    this.#resetIds();
    return () => {
      for (const timer of this.#timers) this.#end(timer);
      for (const [place, [target, name]] of replacements.entries()) {
        const own = before[place];
        if (own) Object.defineProperty(target, name, own);
        else Reflect.deleteProperty(target, name);
      }
      syncBuiltinESMExports();
    };
  }

  /** Ids follow the clock where it is set back by far: else they would go on from those of the schedule before. */
  #resetIds(): void {
    this.#nowMs = 0;
    newId('evt', 0);
    this.#nowMs = BEGIN_MS;
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (!next || timer.dueMs < next.dueMs) next = timer;
    return next;
  }

  #end(timer: Timer): void {
    this.#timers.delete(timer);
    timer.letGo?.();
  }

  #start(fire: () => void, ms: number, repeats: boolean): Timer {
    const timer = {
      letGo: undefined,
      owner: this.#ownerOf(),
      fire,
      everyMs: repeats ? ms : undefined,
      dueMs: this.#nowMs + Math.max(0, ms),
      ref: () => timer,
      unref: () => timer,
      hasRef: () => true,
    };
    this.#timers.add(timer);
    return timer;
  }

  #stop(timer: unknown): void {
    for (const each of this.#timers) if (each === timer) this.#end(each);
  }

  /** As `setTimeout` of `node:timers/promises`. */
  readonly #wait = (ms: number, value: unknown, { signal }: { readonly signal?: AbortSignal } = {}): Promise<unknown> => {
    if (signal?.aborted) return Promise.reject(new DOMException('The wait was aborted', 'AbortError'));
    return new Promise((resolve, reject) => {
      const timer = this.#start(() => resolve(value), ms, false);
      const onAbort = (): void => {
        this.#end(timer);
        reject(new DOMException('The wait was aborted', 'AbortError'));
      };
      signal?.addEventListener('abort', onAbort);
      timer.letGo = () => signal?.removeEventListener('abort', onAbort);
    });
  };

  #dateClass(): DateConstructor {
    // In whole milliseconds, as the machine's: two that differ by less are one moment for what is sent and stored.
    const now = () => Math.floor(this.#nowMs);
    return new Proxy(Date, {
      construct: (target, values: readonly unknown[], made) =>
        Reflect.construct(target, values.length === 0 ? [now()] : values, made),
      get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
    });
  }
}
