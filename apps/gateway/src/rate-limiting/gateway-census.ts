import { randomUUID } from 'node:crypto';
import { delay, type Stoppable } from '@fulfilment/kernel';
import type { RedisConnection } from '@fulfilment/redis';

const KEY = 'gateways';
const EVERY_MS = 2_000;
/** A gateway that did not report for this long is gone. */
const GONE_AFTER_MS = 7_000;

/**
 * The number of gateways, so that each knows its share of a limit while Redis is away. A new one is counted within 2 s; one that
 * stops counts for 7 s more, one that was killed for up to 14 s.
 */
export class GatewayCensus implements Stoppable {
  readonly #redis: RedisConnection['redis'];
  readonly #self = randomUUID();
  readonly #stopping = new AbortController();
  readonly #reporting: Promise<void>;
  #counted: number;
  #fewerSinceMs: number | undefined;

  /** @param expected counts until the first report. */
  constructor({ redis }: RedisConnection, expected: number) {
    this.#redis = redis;
    this.#counted = expected;
    this.#reporting = this.#keepReporting();
  }

  /** As last counted; at least 1. */
  count(): number {
    return this.#counted;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#reporting;
    await this.#redis.zrem(KEY, this.#self).catch(() => undefined);
  }

  async #keepReporting(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      // While Redis is away the last count stands.
      await this.#report().catch(() => (this.#fewerSinceMs = undefined));
      await delay(EVERY_MS, this.#stopping.signal);
    }
  }

  async #report(): Promise<void> {
    const nowMs = Number((await this.#redis.time())[0]) * 1_000;
    await this.#redis.zadd(KEY, nowMs, this.#self);
    await this.#redis.zremrangebyscore(KEY, '-inf', nowMs - GONE_AFTER_MS);
    const found = Math.max(1, await this.#redis.zcard(KEY));
    // The first gateway to return after an outage finds no other yet: a lower count holds once the others had their time.
    if (found < this.#counted) {
      this.#fewerSinceMs ??= performance.now();
      if (performance.now() - this.#fewerSinceMs < GONE_AFTER_MS) return;
    }
    this.#counted = found;
    this.#fewerSinceMs = undefined;
  }
}
