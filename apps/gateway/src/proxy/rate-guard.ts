import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';

/** Bytes a second that a client must send or take on average, in each period in which it is waited for. */
export const LEAST_BYTES_A_SECOND = 2_048;

/** The refusal of a body that comes more slowly. */
export const tooSlow = (): AppError =>
  errors.requestTimeout(`The body came too slowly: it must bring ${LEAST_BYTES_A_SECOND} bytes a second.`, {
    headers: { connection: 'close' },
  });

/** Watches how fast a client sends or takes bytes. Only time in which the gateway waits for the client counts. */
export class RateGuard {
  readonly #periodMs: number;
  readonly #onSlow: () => void;
  #timer: NodeJS.Timeout | undefined;
  #waitingSinceMs = 0;
  #leftMs: number;
  #bytes = 0;
  #isOver = false;

  /** @param onSlow called once the client was slower than {@link LEAST_BYTES_A_SECOND} in a period. */
  constructor(periodMs: number, onSlow: () => void) {
    this.#periodMs = periodMs;
    this.#leftMs = periodMs;
    this.#onSlow = onSlow;
  }

  /** From now on the client is waited for. */
  wait(): void {
    if (this.#timer || this.#isOver) return;
    this.#waitingSinceMs = performance.now();
    this.#timer = setTimeout(() => this.#judge(), this.#leftMs);
  }

  /** From now on it is not. */
  rest(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#waitingSinceMs));
  }

  end(): void {
    this.rest();
    this.#isOver = true;
  }

  count(bytes: number): void {
    this.#bytes += bytes;
  }

  #judge(): void {
    this.#timer = undefined;
    if (this.#bytes < (LEAST_BYTES_A_SECOND * this.#periodMs) / 1_000) {
      this.#onSlow();
      return;
    }
    this.#bytes = 0;
    this.#leftMs = this.#periodMs;
    this.wait();
  }
}
