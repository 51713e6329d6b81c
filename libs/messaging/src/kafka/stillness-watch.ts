import { StandsStill } from '@fulfilment/kernel';

/**
 * Tells of a part that does not do in time what it has to do next. It is of use where a client can be left in a state in which nothing
 * fails and nothing moves: it is then replaced.
 */
export class StillnessWatch {
  readonly #onStill: (reason: StandsStill) => void;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(onStill: (reason: StandsStill) => void) {
    this.#onStill = onStill;
  }

  /**
   * The part has to do something within `ms` milliseconds, in place of what was expected before. An answer that arrived while the
   * process was busy is in time: the event loop runs timers before it reads sockets.
   *
   * @param what as in 'It has not … for 6000 ms'.
   */
  expect(what: string, ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    const timer = setTimeout(() => {
      setImmediate(() => {
        if (this.#timer === timer) this.#onStill(new StandsStill(`It has not ${what} for ${ms} ms`));
      });
    }, ms);
    this.#timer = timer;
  }

  /** Nothing is expected from now on. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
