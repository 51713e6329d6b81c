import type { AttemptResult } from './attempt-delivery.ts';

/** The right to send one request to an endpoint. `release` must follow; each call takes effect once. */
export interface Permit {
  /** The receiver has answered: another request may start while this one is recorded, unless it failed. */
  answered(result: AttemptResult): void;
  /** The attempt is recorded, or came to nothing. */
  release(result?: AttemptResult): void;
}

/** The most deliveries of an endpoint that are answered and not recorded: a process that is killed sends them again. */
export const MAX_UNRECORDED = 256;

/** Phases of the attempts that hold a permit. A failure is in doubt until it is recorded: it may pause or disable the endpoint. */
interface Phases {
  requesting: number;
  unrecorded: number;
  doubtful: number;
}

/**
 * The deliveries in flight at one endpoint, and their bound: it is one request after each claim, widens with success and narrows
 * with failure. Permits are granted in the order in which they were asked for.
 */
export class InFlightWindow {
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #waiting: PromiseWithResolvers<Permit>[] = [];
  readonly #phases: Phases = { requesting: 0, unrecorded: 0, doubtful: 0 };
  #window = FIRST_WINDOW;
  #isWithheld = false;
  #failure: { readonly error: unknown } | undefined;
  #change = Promise.withResolvers<void>();

  /** Waits for a permit. @throws what work in flight threw. */
  async acquire(): Promise<Permit> {
    this.throwFailure();
    if (this.#waiting.length === 0 && this.#hasRoom()) return this.#grant();
    const waiter = Promise.withResolvers<Permit>();
    this.#waiting.push(waiter);
    return waiter.promise;
  }

  /** Starts work in flight. @param id its own among the work in flight. */
  start(id: string, work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#finish(id));
    this.#inFlight.set(id, running);
  }

  /** Ids of what is in flight. */
  ids(): readonly string[] {
    return [...this.#inFlight.keys()];
  }

  /** Resolves when some work has finished. @throws what it threw. */
  async change(): Promise<void> {
    await this.#change.promise;
    this.throwFailure();
  }

  /** @throws what work threw that was in flight: its delivery is still to be sent. */
  throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Waits until everything in flight has finished. Never rejects. */
  async drained(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }

  /** True once after an attempt was withheld: the endpoint has changed and is to be read again. */
  takeWithheld(): boolean {
    const wasWithheld = this.#isWithheld;
    this.#isWithheld = false;
    return wasWithheld;
  }

  #hasRoom(): boolean {
    const { requesting, unrecorded, doubtful } = this.#phases;
    return requesting < Math.floor(this.#window.size) && unrecorded < MAX_UNRECORDED && doubtful === 0;
  }

  #grantWaiting(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) this.#waiting.shift()?.resolve(this.#grant());
  }

  #grant(): Permit {
    let phase: keyof Phases | undefined = 'requesting';
    this.#phases.requesting += 1;
    const enter = (next: keyof Phases | undefined): void => {
      if (!phase) return;
      this.#phases[phase] -= 1;
      if (next) this.#phases[next] += 1;
      phase = next;
    };
    return {
      answered: (result) => {
        enter(result === 'delivered' ? 'unrecorded' : 'doubtful');
        if (result === 'delivered') this.#window = widened(this.#window);
        if (result === 'refused') this.#window = narrowed(this.#window);
        this.#grantWaiting();
      },
      release: (result) => {
        enter(undefined);
        if (result === 'withheld') this.#isWithheld = true;
        this.#grantWaiting();
      },
    };
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #finish(id: string): void {
    this.#inFlight.delete(id);
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}

/** The most requests that one endpoint has in flight once it has shown that it keeps up. */
export const MAX_WINDOW = 16;

/** The bound on an endpoint's requests in flight: a congestion window. */
export interface Window {
  /** A fraction of one more request permits none yet. */
  readonly size: number;
  /** True until the first failure after the window was opened. */
  readonly isOpening: boolean;
}

/** Every endpoint begins with one request at a time, and does so again after each claim. */
export const FIRST_WINDOW: Window = { size: 1, isOpening: true };

/**
 * Grows by one for each success until the first failure, then by one for each window full of successes, as TCP does in slow
 * start and congestion avoidance (RFC 5681 section 3.1).
 */
export function widened({ size, isOpening }: Window): Window {
  const step = isOpening ? 1 : 1 / Math.floor(size);
  return { size: Math.min(MAX_WINDOW, size + step), isOpening };
}

/** Halves after a failure, to one at least. */
export function narrowed({ size }: Window): Window {
  return { size: Math.max(FIRST_WINDOW.size, size / 2), isOpening: false };
}
