import { randomUUID } from 'node:crypto';
import { delay, type Progress, Steps, type Stoppable, unwatched, withTimeout } from '@fulfilment/kernel';
import { type Buckets, intervalNanos, levelsOf, roomNanos, type LimitDecision } from './buckets.ts';
import { LocalBuckets } from './local-buckets.ts';
import { OpenAccounts, type UnknownDraw } from './open-accounts.ts';
import type { DrawIdentity, DrawMode, RedisBuckets } from './redis-buckets.ts';

const PROBE_EVERY_MS = 100;
/** After this many failed probes the connection itself may be dead without either side noticing. */
const PROBES_BEFORE_RECONNECT = 20;
const ONE_OWED: DrawMode = { owed: true, times: 1 };

export interface LimiterOptions {
  readonly redis: RedisBuckets;
  /** Milliseconds that Redis may take for a decision. */
  readonly budgetMs: number;
  readonly gateways: () => number;
  /** Drops the connection to Redis and makes a new one. */
  readonly reconnect: () => void;
  /** Has attempts to go back to Redis left that stand still; unwatched by default. */
  readonly progress?: Progress;
  readonly onChange: (isWithoutRedis: boolean, cause?: unknown) => void;
}

/** Tells each of the requests that are decided together, by its place among them, what it got. */
type Decisions = (place: number) => LimitDecision;

/** Requests with the same buckets that came in one turn of the event loop, or while an earlier draw on these is under way. */
interface Group {
  size: number;
  readonly decisions: Promise<Decisions>;
}

interface Wish extends DrawMode {
  /** Of each request. */
  readonly tokens: number;
}

/** The decisions of a {@link Limiter}. */
export type RateLimiter = Pick<Limiter, 'take' | 'charge' | 'repeatedRefusal'>;

/**
 * Decides on requests by their token buckets. It always decides: Redis is behind a circuit breaker, which opens at its first failure,
 * so that one request alone waits in vain, and closes once a probe succeeds; while it is open, this gateway decides on its share.
 * Every request is charged once: of a draw without an answer Redis tells later what it took, and this gateway sets the difference right.
 */
export class Limiter implements Stoppable {
  readonly #options: LimiterOptions;
  readonly #steps: Steps;
  readonly #local = new LocalBuckets();
  readonly #probe = { id: `rate:{probe}:${randomUUID()}`, roomNanos: 1, costNanos: 1, knownFullInNanos: 0 };
  readonly #stopping = new AbortController();
  /** By the first bucket, which belongs to one set. */
  readonly #groups = new Map<string, Group>();
  /** The last draw on each set of buckets that is under way or waits. */
  readonly #lanes = new Map<string, Promise<unknown>>();
  readonly #gateway = randomUUID().slice(0, 8);
  readonly #open: OpenAccounts;
  #draws = 0;
  #isWithoutRedis = false;
  #isRecovering = false;
  #recovering = Promise.resolve();
  /** Continues the last time of Redis, so that the times told to clients do not jump between two clocks. */
  #redisAheadMicros = Date.now() * 1_000 - steadyMicros();

  constructor(options: LimiterOptions) {
    this.#options = options;
    const { progress = unwatched } = options;
    this.#steps = new Steps(progress, { name: 'return to Redis', engines: ['redis'], endsProcess: false });
    this.#open = new OpenAccounts(options.redis, (bucket) => this.#identify(bucket, 'owed'));
  }

  isWithoutRedis(): boolean {
    return this.#isWithoutRedis;
  }

  /**
   * Takes a token from each bucket if all have one, else from none. Redis is asked once for all requests with the same buckets that
   * come in one turn of the event loop, or while it is asked already: a question costs several times what the rest of a decision does.
   */
  async take(buckets: Buckets): Promise<LimitDecision> {
    const refusal = this.repeatedRefusal(buckets);
    if (refusal) return refusal;
    const group = this.#groups.get(buckets[0].id) ?? this.#openGroup(buckets);
    const place = group.size;
    group.size += 1;
    const decisionOf = await group.decisions;
    return decisionOf(place);
  }

  /** Takes the cost of a request beyond its one token, into debt if need be. */
  async charge(buckets: Buckets, tokens: number): Promise<LimitDecision> {
    const decisionOf = await this.#inTurn(buckets[0].id, () => this.#draw(buckets, { tokens, owed: true, times: 1 }));
    return decisionOf(0);
  }

  /** The refusal that {@link take} would certainly give now. It takes nothing and does no I/O. */
  repeatedRefusal(buckets: Buckets): LimitDecision | undefined {
    const levels = this.#isWithoutRedis ? undefined : this.#local.repeatedRefusal(buckets, steadyNanos());
    return levels && { allowed: false, atMicros: this.#nowMicros(), levels };
  }

  /** Decides without Redis until it takes a write again: it may answer and be read-only, or full. */
  goWithoutRedis(cause: unknown): void {
    if (this.#isWithoutRedis || this.#stopping.signal.aborted) return;
    this.#isWithoutRedis = true;
    if (this.#isRecovering) return;
    this.#options.onChange(true, cause);
    this.#recovering = this.#recover();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#recovering;
  }

  #openGroup(buckets: Buckets): Group {
    const { promise: decisions, resolve } = Promise.withResolvers<Decisions>();
    const group = { size: 0, decisions };
    const { id } = buckets[0];
    this.#groups.set(id, group);
    const draw = (): Promise<Decisions> => {
      this.#groups.delete(id);
      const drawn = this.#draw(buckets, { tokens: 1, owed: false, times: group.size });
      resolve(drawn);
      return drawn;
    };
    setImmediate(() => void this.#inTurn(id, draw));
    return group;
  }

  /** One draw on a set of buckets after the other: Redis remembers the last of this gateway alone. */
  #inTurn(lane: string, draw: () => Promise<Decisions>): Promise<Decisions> {
    const before = this.#lanes.get(lane);
    const drawn = before ? before.then(draw) : draw();
    this.#lanes.set(lane, drawn);
    void drawn.finally(() => {
      if (this.#lanes.get(lane) === drawn) this.#lanes.delete(lane);
    });
    return drawn;
  }

  async #draw(buckets: Buckets, wish: Wish): Promise<Decisions> {
    if (!this.#isWithoutRedis) {
      try {
        return await this.#drawFromRedis(buckets, wish);
      } catch (error) {
        this.goWithoutRedis(error);
      }
    }
    return () => ({ ...this.#local.draw(buckets, { ...wish, ...this.#share() }), atMicros: this.#nowMicros() });
  }

  async #drawFromRedis(buckets: Buckets, { tokens, ...mode }: Wish): Promise<Decisions> {
    const share = this.#share();
    const draws = buckets.map((bucket) => ({
      id: bucket.id,
      roomNanos: roomNanos(bucket.limit),
      costNanos: tokens * intervalNanos(bucket.limit),
      // Less the time until Redis reads it: more than Redis itself knows would take tokens that refill on the way.
      knownFullInNanos: Math.max(0, this.#local.knownFullIn(bucket, share) - this.#options.budgetMs * 1_000_000),
    }));
    const identity = this.#identify(buckets[0].id, 'drawn');
    const { admitted, atMicros, fullInNanos } = await this.#answerOf(
      this.#withinBudget(this.#options.redis.draw(draws, { ...mode, ...identity })),
      { draws, ...identity },
    );
    this.#local.hear(buckets, { fullInNanos, askedAt: share.now, heardAt: steadyNanos() });
    this.#redisAheadMicros = atMicros - steadyMicros();
    return (place) => {
      // What those after it took was still there.
      const later = Math.max(0, admitted - 1 - place);
      const levels = fullInNanos.map((fullIn, at) => fullIn - later * (draws[at]?.costNanos ?? 0));
      return { allowed: place < admitted, atMicros, levels: levelsOf(buckets, levels) };
    };
  }

  /** @throws what the answer throws: the outcome is asked for later. */
  async #answerOf<Answer>(answer: Promise<Answer>, unknown: UnknownDraw): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      this.#open.note(unknown);
      throw error;
    }
  }

  async #recover(): Promise<void> {
    const { signal } = this.#stopping;
    this.#isRecovering = true;
    for (let probes = 1; this.#isWithoutRedis && !signal.aborted; probes += 1) {
      await delay(PROBE_EVERY_MS, signal);
      try {
        await this.#steps.run(() => this.#goBack());
      } catch {
        this.#isWithoutRedis = true;
        if (probes % PROBES_BEFORE_RECONNECT === 0) this.#options.reconnect();
      }
    }
    this.#isRecovering = false;
    if (!signal.aborted) this.#options.onChange(false);
  }

  /**
   * Once Redis takes a probe, charges it for what this gateway admitted alone, and gives back what it took for requests that were
   * refused here: so no client gets a second burst through another gateway, and none pays twice. The last charges go out in the turn
   * in which Redis decides again, before any draw that follows.
   */
  async #goBack(): Promise<void> {
    await this.#withinBudget(
      this.#options.redis.draw([this.#probe], { ...ONE_OWED, ...this.#identify(this.#probe.id, 'drawn') }),
    );
    do {
      await this.#open.charge();
      await this.#open.settle(steadyNanos);
    } while (!this.#open.owe(this.#local.takeOwed(this.#share(), this.#open.takeTaken())));
    this.#isWithoutRedis = false;
    await this.#open.charge();
  }

  #identify(bucket: string, purpose: 'drawn' | 'owed'): DrawIdentity {
    this.#draws += 1;
    return { mark: `${bucket}:${purpose}:${this.#gateway}`, number: this.#draws };
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
