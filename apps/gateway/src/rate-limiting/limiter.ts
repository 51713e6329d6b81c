import type { Stoppable } from '@fulfilment/kernel';
import { type Buckets, levelsOf, type Verdict } from './buckets.ts';
import { CircuitBreaker, withinBudget } from './circuit-breaker.ts';
import { intervalNanos, roomNanos } from './gcra.ts';
import { LocalBuckets } from './local-buckets.ts';
import type { DrawFromRedis } from './redis-buckets.ts';

/** Owed draws that Redis is charged for at once, so that requests are served in between. */
const CHARGED_AT_ONCE = 200;
const MILLISECOND_NANOS = 1_000_000;

export interface LimiterOptions {
  readonly drawFromRedis: DrawFromRedis;
  /** Milliseconds that Redis may take for a decision. */
  readonly budgetMs: number;
  /** Gateways that share the limits. */
  readonly gateways: () => number;
  /** The bucket that a probe of Redis draws from, unique to this gateway. */
  readonly probeId: string;
  readonly reconnect: () => void;
  readonly onChange: (isWithoutRedis: boolean, cause?: unknown) => void;
}

/** The decisions of a {@link Limiter}. */
export type RateLimiter = Pick<Limiter, 'take' | 'charge' | 'repeatedRefusal'>;

/** Decides on requests by their token buckets. It always decides: without Redis, on this gateway's share. */
export class Limiter implements Stoppable {
  readonly #options: LimiterOptions;
  readonly #local = new LocalBuckets();
  readonly #breaker: CircuitBreaker;
  /** Continues the last time of Redis, so that the times told to clients do not jump between two clocks. */
  #redisAheadMicros = Date.now() * 1_000 - steadyMicros();

  constructor(options: LimiterOptions) {
    this.#options = options;
    const { reconnect, onChange } = options;
    this.#breaker = new CircuitBreaker({ probe: () => this.#probe(), reconnect, onChange });
  }

  isWithoutRedis(): boolean {
    return this.#breaker.isOpen();
  }

  /** Decides without Redis until it takes a write again. */
  goWithoutRedis(cause: unknown): void {
    this.#breaker.trip(cause);
  }

  /** Takes a token from each bucket if all have one, else from none. */
  async take(buckets: Buckets): Promise<Verdict> {
    return this.repeatedRefusal(buckets) ?? this.#draw(buckets, 1, false);
  }

  /** Takes the cost of a request beyond its one token, into debt if need be. */
  charge(buckets: Buckets, tokens: number): Promise<Verdict> {
    return this.#draw(buckets, tokens, true);
  }

  /** The refusal that {@link take} would certainly give now. It takes nothing and does no I/O. */
  repeatedRefusal(buckets: Buckets): Verdict | undefined {
    const levels = this.isWithoutRedis() ? undefined : this.#local.repeatedRefusal(buckets, steadyNanos());
    return levels && { allowed: false, atMicros: this.#redisAheadMicros + steadyMicros(), levels };
  }

  stop(): Promise<void> {
    return this.#breaker.stop();
  }

  async #draw(buckets: Buckets, tokens: number, owed: boolean): Promise<Verdict> {
    if (!this.isWithoutRedis()) {
      try {
        return await this.#drawFromRedis(buckets, tokens, owed);
      } catch (error) {
        this.goWithoutRedis(error);
      }
    }
    const drawn = this.#local.draw(buckets, { tokens, owed, ...this.#share() });
    return { ...drawn, atMicros: this.#redisAheadMicros + steadyMicros() };
  }

  async #drawFromRedis(buckets: Buckets, tokens: number, owed: boolean): Promise<Verdict> {
    const { drawFromRedis, budgetMs } = this.#options;
    const share = this.#share();
    const draws = buckets.map((bucket) => ({
      id: bucket.id,
      roomNanos: roomNanos(bucket.limit),
      costNanos: tokens * intervalNanos(bucket.limit),
      // Less the time until Redis reads it: more than Redis itself knows would take tokens that refill on the way.
      knownFullInNanos: Math.max(0, this.#local.knownFullIn(bucket, share) - budgetMs * MILLISECOND_NANOS),
    }));
    const { allowed, atMicros, fullInNanos } = await withinBudget(drawFromRedis(draws, owed), budgetMs);
    this.#local.learn(buckets, { fullInNanos, askedAt: share.now, heardAt: steadyNanos() });
    this.#redisAheadMicros = atMicros - steadyMicros();
    return { allowed, atMicros, levels: levelsOf(buckets, fullInNanos) };
  }

  /**
   * Draws from a bucket of its own; once Redis answers, charges it for what this gateway admitted alone: so no client gets a second
   * burst through another gateway. A charge that fails may have arrived, so it is not repeated: the next draw tells what is known.
   */
  async #probe(): Promise<void> {
    const { drawFromRedis, budgetMs, probeId } = this.#options;
    await withinBudget(drawFromRedis([{ id: probeId, roomNanos: 1, costNanos: 1, knownFullInNanos: 0 }], true), budgetMs);
    const owed = this.#local.takeOwed(this.#share());
    for (let at = 0; at < owed.length; at += CHARGED_AT_ONCE)
      await Promise.all(owed.slice(at, at + CHARGED_AT_ONCE).map((draw) => drawFromRedis([draw], true)));
  }

  #share() {
    return { now: steadyNanos(), gateways: this.#options.gateways() };
  }
}

function steadyNanos(): number {
  return Math.floor(performance.now() * 1_000_000);
}

function steadyMicros(): number {
  return Math.floor(performance.now() * 1_000);
}
