import { delay } from '@fulfilment/kernel';
import { LRUCache } from 'lru-cache';

/** Milliseconds between refusals of a client without a rate of its own: ten times as many as it may send requests. */
const EVERY_MS = 10;
/** A key that may send more than ten requests a second has ten refusals for each of them. */
const REFUSALS_A_REQUEST = 10;
/** Refusals that are not held after a rest. */
const AT_ONCE = 20;
const LONGEST_MS = 1_000;
/** Refusals held together: each has a connection, of some KiB. */
const MOST_HELD = 1_000;
const MOST_CLIENTS = 10_000;

/**
 * Holds the refusals of a client that goes on without a pause where it may not: a connection has one request at a time, so a flood
 * leaves time to others. What it sends on a connection beyond those that may wait takes turns too.
 */
export class RefusalPacing {
  readonly #nowMs: () => number;
  readonly #lastMs = new LRUCache<string, number>({ max: MOST_CLIENTS });
  #held = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /**
   * Resolves when the client may have its next refusal. @param rate requests a second that it may send.
   *
   * @returns false where too many are held already: its connection is to be closed.
   */
  async turn(client: string, rate = 0): Promise<boolean> {
    const ms = this.nextInMs(client, rate);
    if (ms === 0) return true;
    if (this.#held >= MOST_HELD) return false;
    this.#held += 1;
    await delay(ms);
    this.#held -= 1;
    return true;
  }

  /** Takes the next turn of a client. @returns the milliseconds until then. */
  nextInMs(client: string, rate = 0): number {
    const nowMs = this.#nowMs();
    const everyMs = Math.min(EVERY_MS, 1_000 / (rate * REFUSALS_A_REQUEST));
    const rested = Math.max(this.#lastMs.get(client) ?? 0, nowMs - AT_ONCE * everyMs);
    const next = Math.min(rested + everyMs, nowMs + LONGEST_MS);
    this.#lastMs.set(client, next);
    return Math.max(0, next - nowMs);
  }
}
