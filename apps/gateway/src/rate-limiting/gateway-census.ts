import { randomUUID } from 'node:crypto';
import { type Kept, type Progress, Rounds, type Stoppable, unwatched } from '@fulfilment/kernel';
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
  readonly #reports: Kept<Rounds>;
  #counted: number;
  #fewerSinceMs: number | undefined;

  /** @param expected counts until the first report. @param progress has reports begun again where they stand still. */
  constructor({ redis }: RedisConnection, expected: number, progress: Progress = unwatched) {
    this.#redis = redis;
    this.#counted = expected;
    // While Redis is away the last count stands.
    const onError = (): void => void (this.#fewerSinceMs = undefined);
    this.#reports = progress.keep({
      name: 'census of gateways',
      engines: ['redis'],
      // A limit of each gateway's own is all that depends on it.
      endsProcess: false,
      make: (mark) => new Rounds({ round: () => this.#report(), onError, pauseMs: EVERY_MS }, mark),
    });
  }

  /** As last counted; at least 1. */
  count(): number {
    return this.#counted;
  }

  async stop(): Promise<void> {
    await this.#reports.stop();
    await this.#redis.zrem(KEY, this.#self).catch(() => undefined);
  }

  /** @returns milliseconds until the next report. */
  async #report(): Promise<number> {
    const nowMs = Number((await this.#redis.time())[0]) * 1_000;
    await this.#redis.zadd(KEY, nowMs, this.#self);
    await this.#redis.zremrangebyscore(KEY, '-inf', nowMs - GONE_AFTER_MS);
    const found = Math.max(1, await this.#redis.zcard(KEY));
    // The first gateway to return after an outage finds no other yet: a lower count holds once the others had their time.
    if (found < this.#counted) {
      this.#fewerSinceMs ??= performance.now();
      if (performance.now() - this.#fewerSinceMs < GONE_AFTER_MS) return EVERY_MS;
    }
    this.#counted = found;
    this.#fewerSinceMs = undefined;
    return EVERY_MS;
  }
}
