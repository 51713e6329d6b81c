import { randomUUID } from 'node:crypto';
import { delay, type Stoppable, withTimeout } from '@fulfilment/kernel';
import { type Buckets, intervalNanos, levelsOf, roomNanos, type Verdict } from './buckets.ts';
import { LocalBuckets } from './local-buckets.ts';
import type { DrawFromRedis } from './redis-buckets.ts';

const PROBE_EVERY_MS = 100;
/** After this many failed probes the connection itself may be dead without either side noticing. */
const PROBES_BEFORE_RECONNECT = 20;
/** Owed draws that Redis is charged for at once, so that requests are served in between. */
const CHARGED_AT_ONCE = 200;

export interface LimiterOptions {
  readonly drawFromRedis: DrawFromRedis;
  /** Milliseconds that Redis may take for a decision. */
  readonly budgetMs: number;
  readonly gateways: () => number;
  /** Drops the connection to Redis and makes a new one. */
  readonly reconnect: () => void;
  readonly onChange: (isWithoutRedis: boolean, cause?: unknown) => void;
}

/** The decisions of a {@link Limiter}. */
export type RateLimiter = Pick<Limiter, 'take' | 'charge' | 'repeatedRefusal'>;

/**
 * Decides on requests by their token buckets. It always decides: Redis is behind a circuit breaker, which opens at its first failure,
 * so that one request alone waits in vain, and closes once a probe succeeds; while it is open, this gateway decides on its share.
 */
export class Limiter implements Stoppable {
  readonly #options: LimiterOptions;
  readonly #local = new LocalBuckets();
  readonly #probe = { id: `rate:{probe}:${randomUUID()}`, roomNanos: 1, costNanos: 1, knownFullInNanos: 0 };
  readonly #stopping = new AbortController();
  #isWithoutRedis = false;
  #recovering = Promise.resolve();
  /** Continues the last time of Redis, so that the times told to clients do not jump between two clocks. */
  #redisAheadMicros = Date.now() * 1_000 - steadyMicros();

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  isWithoutRedis(): boolean {
    return this.#isWithoutRedis;
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
    const levels = this.#isWithoutRedis ? undefined : this.#local.repeatedRefusal(buckets, steadyNanos());
    return levels && { allowed: false, atMicros: this.#nowMicros(), levels };
  }

  /** Decides without Redis until it takes a write again: it may answer and be read-only, or full. */
  goWithoutRedis(cause: unknown): void {
    if (this.#isWithoutRedis || this.#stopping.signal.aborted) return;
    this.#isWithoutRedis = true;
    this.#options.onChange(true, cause);
    this.#recovering = this.#recover();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#recovering;
  }

  async #draw(buckets: Buckets, tokens: number, owed: boolean): Promise<Verdict> {
    if (!this.#isWithoutRedis) {
      try {
        return await this.#drawFromRedis(buckets, tokens, owed);
      } catch (error) {
        this.goWithoutRedis(error);
      }
    }
    return { ...this.#local.draw(buckets, { tokens, owed, ...this.#share() }), atMicros: this.#nowMicros() };
  }

  async #drawFromRedis(buckets: Buckets, tokens: number, owed: boolean): Promise<Verdict> {
    const share = this.#share();
    const draws = buckets.map((bucket) => ({
      id: bucket.id,
      roomNanos: roomNanos(bucket.limit),
      costNanos: tokens * intervalNanos(bucket.limit),
      // Less the time until Redis reads it: more than Redis itself knows would take tokens that refill on the way.
      knownFullInNanos: Math.max(0, this.#local.knownFullIn(bucket, share) - this.#options.budgetMs * 1_000_000),
    }));
    const { allowed, atMicros, fullInNanos } = await this.#withinBudget(this.#options.drawFromRedis(draws, owed));
    this.#local.hear(buckets, { fullInNanos, askedAt: share.now, heardAt: steadyNanos() });
    this.#redisAheadMicros = atMicros - steadyMicros();
    return { allowed, atMicros, levels: levelsOf(buckets, fullInNanos) };
  }

  async #recover(): Promise<void> {
    const { signal } = this.#stopping;
    for (let probes = 1; this.#isWithoutRedis && !signal.aborted; probes += 1) {
      await delay(PROBE_EVERY_MS, signal);
      try {
        await this.#chargeOwed();
        this.#isWithoutRedis = false;
      } catch {
        if (probes % PROBES_BEFORE_RECONNECT === 0) this.#options.reconnect();
      }
    }
    if (!signal.aborted) this.#options.onChange(false);
  }

  /**
   * Once Redis takes a probe, charges it for what this gateway admitted alone: so no client gets a second burst through another
   * gateway. A charge that fails may have arrived, so it is not repeated: the next draw tells what is known.
   */
  async #chargeOwed(): Promise<void> {
    const { drawFromRedis } = this.#options;
    await this.#withinBudget(drawFromRedis([this.#probe], true));
    const owed = this.#local.takeOwed(this.#share());
    for (let at = 0; at < owed.length; at += CHARGED_AT_ONCE)
      await Promise.all(owed.slice(at, at + CHARGED_AT_ONCE).map((draw) => drawFromRedis([draw], true)));
  }

  #withinBudget<Result>(work: Promise<Result>): Promise<Result> {
    const { budgetMs } = this.#options;
    return withTimeout(budgetMs, work, () => new Error(`Redis gave no answer within ${budgetMs} ms`));
  }

  #share() {
    return { now: steadyNanos(), gateways: this.#options.gateways() };
  }

  #nowMicros(): number {
    return this.#redisAheadMicros + steadyMicros();
  }
}

function steadyNanos(): number {
  return Math.floor(performance.now() * 1_000_000);
}

function steadyMicros(): number {
  return Math.floor(performance.now() * 1_000);
}
