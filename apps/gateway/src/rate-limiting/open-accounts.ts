import type { TakenUnheard } from './local-buckets.ts';
import type { Draw, DrawIdentity, RedisBuckets } from './redis-buckets.ts';

/** Questions or charges that are sent at once, so that requests are served in between. */
const AT_ONCE = 200;

/** A draw without an answer: Redis may have executed it, or may still do so. */
export interface UnknownDraw extends DrawIdentity {
  readonly draws: readonly Draw[];
}

/**
 * The accounts that a gateway has to settle with Redis once that answers again: draws whose outcome it does not know, and requests that
 * it admitted alone.
 * Each is a question or a charge with an identity, so it can be repeated until it is answered, and counts once.
 */
export class OpenAccounts {
  readonly #redis: RedisBuckets;
  readonly #identify: (bucket: string) => DrawIdentity;
  #unknown: readonly UnknownDraw[] = [];
  #taken = new Map<string, TakenUnheard>();
  #owed: ReadonlyArray<{ readonly draw: Draw; readonly identity: DrawIdentity }> = [];

  /** @param identify gives a charge of a bucket its identity. */
  constructor(redis: RedisBuckets, identify: (bucket: string) => DrawIdentity) {
    this.#redis = redis;
    this.#identify = identify;
  }

  note(unknown: UnknownDraw): void {
    this.#unknown = [...this.#unknown, unknown];
  }

  /** Asks what the unknown draws took. @param now the moment, in nanoseconds of a monotonic clock. */
  async settle(now: () => number): Promise<void> {
    while (this.#unknown.length > 0) {
      const some = this.#unknown.slice(0, AT_ONCE);
      const outcomes = await Promise.all(some.map((draw) => this.#redis.settle(draw)));
      for (const [at, { draws }] of some.entries()) this.#addTaken(draws, outcomes[at] ?? NOTHING, now());
      this.#unknown = this.#unknown.slice(some.length);
    }
  }

  /** The tokens that settled draws took of each bucket, by its id, since this was asked for. */
  takeTaken(): ReadonlyMap<string, TakenUnheard> {
    const taken = this.#taken;
    this.#taken = new Map();
    return taken;
  }

  /** Adds charges of buckets that have none open. @returns whether all is known, and {@link charge} sends everything in this turn. */
  owe(draws: readonly Draw[]): boolean {
    this.#owed = [...this.#owed, ...draws.map((draw) => ({ draw, identity: this.#identify(draw.id) }))];
    return this.#unknown.length === 0 && this.#owed.length <= AT_ONCE;
  }

  /** Sends the open charges. After a failure some stay open, and are sent again the next time. */
  async charge(): Promise<void> {
    while (this.#owed.length > 0) {
      const some = this.#owed.slice(0, AT_ONCE);
      await Promise.all(some.map(({ draw, identity }) => this.#redis.draw([draw], { owed: true, times: 1, ...identity })));
      this.#owed = this.#owed.slice(some.length);
    }
  }

  #addTaken(draws: readonly Draw[], { admitted, ageMicros }: typeof NOTHING, now: number): void {
    if (admitted === 0) return;
    for (const { id, costNanos } of draws) {
      const before = this.#taken.get(id) ?? { costNanos: 0, since: now };
      this.#taken.set(id, {
        costNanos: before.costNanos + admitted * costNanos,
        since: Math.min(before.since, now - ageMicros * 1_000),
      });
    }
  }
}

const NOTHING = { admitted: 0, ageMicros: 0 };
