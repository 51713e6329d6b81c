import { EngineAway } from '@fulfilment/config';
import { delay } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';

/** Milliseconds between two tries, and between two lines about one engine. */
const TRY_EVERY_MS = 500;
const TELL_EVERY_MS = 5_000;

/** How long a start waits for its engines. */
export interface EngineWait {
  /** Seconds from now on; 0 tries once. */
  readonly seconds: number;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Waits of one start, which have one end: that of the first engine that is away for too long, or refuses, ends the others. */
export class EngineWaits {
  readonly #wait: EngineWait;
  readonly #untilMs: number;
  readonly #ended = new AbortController();

  constructor(wait: EngineWait) {
    this.#wait = wait;
    this.#untilMs = performance.now() + wait.seconds * 1_000;
  }

  /**
   * Connects to an engine that may come later than the process, and says every 5 s which one it waits for.
   *
   * @param connect tries once, and closes what it opened where it fails.
   * @throws EngineAway in one line where the time is over; any other failure at once.
   */
  async await<Connection>(connect: () => Promise<Connection>): Promise<Connection> {
    let toldAtMs = Number.NEGATIVE_INFINITY;
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        const leftMs = this.#untilMs - performance.now();
        if (!(error instanceof EngineAway) || leftMs <= 0 || this.#ended.signal.aborted) {
          this.#ended.abort();
          throw error instanceof EngineAway && this.#wait.seconds > 0 ? error.after(this.#wait.seconds) : error;
        }
        if (performance.now() - toldAtMs >= TELL_EVERY_MS) {
          toldAtMs = performance.now();
          this.#wait.logger.warn(`Waiting ${Math.ceil(leftMs / 1_000)} s more for an engine. ${error.message}`);
        }
        await delay(Math.min(TRY_EVERY_MS, leftMs), this.#ended.signal);
      }
    }
  }
}
