/** The most that a tenant may store, as the gateway tells it with each request. */
export interface StorageLimits {
  /** Archived ones included. */
  readonly skus: number;
  /** Orders that have not ended. */
  readonly openOrders: number;
  /** Undefined behind a gateway of before there was a bound for them. */
  readonly webhookEndpoints?: number | undefined;
  /** Active ones; undefined likewise. */
  readonly warehouses?: number | undefined;
  /** Of all documents of one service; undefined likewise. */
  readonly bytes?: number | undefined;
}

/** How records are counted. */
export interface StoredCountsOptions {
  /** Counts the records of a tenant. */
  readonly count: (tenant: string) => Promise<number>;
  /** A monotonic clock in milliseconds; `performance.now` by default. */
  readonly nowMs?: () => number;
  /** Milliseconds after which a count is due again; 10 000 by default. */
  readonly freshMs?: number;
  /** The same of the first count, `freshMs` by default; after each later one it is twice as long, up to `freshMs`. */
  readonly firstFreshMs?: number;
  /** How many times as long as a count takes none is begun after it; 20 by default. */
  readonly restPerCount?: number;
}

interface Counted {
  /** As of the last count, with what this process has added since; undefined before the first. */
  used: number | undefined;
  /** Milliseconds after which the next count is due again. */
  freshMs: number;
  /** Present while a count is under way. */
  counting: Promise<number> | undefined;
  /** True where records were added while that count was under way, which it may or may not have. */
  isPassed: boolean;
  /** From when on a new count may begin, and from when on one is due. */
  mayFromMs: number;
  dueFromMs: number;
}

/** Counting takes a twentieth of one core at most, at any rate of writes. */
const REST_PER_COUNT = 20;
const MIN_REST_MS = 1_000;
const FRESH_MS = 10_000;
/** Part of a bound from which on counts are due sooner: others may be near it too. */
const NEAR = 0.9;
const MAX_TENANTS = 10_000;

/**
 * Numbers of stored records by tenant, for bounds that no write pays for: records are counted once in 10 s at most, and what this process
 * adds is added in memory; what it adds during a count makes the next one due after a second. From nine tenths of a bound on they are
 * counted once a second at most. Either time is 20 times the duration of counting where that is longer. Several processes may together pass a bound by what they add between two counts.
 */
export class StoredCounts {
  readonly #count: StoredCountsOptions['count'];
  readonly #nowMs: () => number;
  readonly #freshMs: number;
  readonly #firstFreshMs: number;
  readonly #restPerCount: number;
  readonly #counted = new Map<string, Counted>();

  constructor({
    count,
    nowMs = () => performance.now(),
    freshMs = FRESH_MS,
    firstFreshMs = freshMs,
    restPerCount = REST_PER_COUNT,
  }: StoredCountsOptions) {
    this.#count = count;
    this.#nowMs = nowMs;
    this.#freshMs = freshMs;
    this.#firstFreshMs = firstFreshMs;
    this.#restPerCount = restPerCount;
  }

  /**
   * @param tenant as text. @param bound from which on a new count is waited for, where one may begin.
   * @returns the number of its records. @throws what a count throws that is waited for.
   */
  async used(tenant: string, bound = Number.POSITIVE_INFINITY): Promise<number> {
    const known = this.#entryOf(tenant);
    const { used } = known;
    const now = this.#nowMs();
    const mustWait = used === undefined || (used >= bound && now >= known.mayFromMs);
    if (mustWait) return known.counting ?? this.#countNow(tenant, known);
    this.#countWhereDue(tenant, known, bound);
    return used;
  }

  /** The number of its records as of the last count, without a wait for one that is due. @returns undefined before the first. */
  last(tenant: string, bound = Number.POSITIVE_INFINITY): number | undefined {
    const known = this.#entryOf(tenant);
    this.#countWhereDue(tenant, known, bound);
    return known.used;
  }

  /**
   * The number of records of a tenant to be shown: a new count is waited for where one may begin, so that what other processes added shows
   * as soon as what is counted beside it.
   *
   * @throws what the count throws.
   */
  async recent(tenant: string): Promise<number> {
    const known = this.#entryOf(tenant);
    if (known.used !== undefined && this.#nowMs() < known.mayFromMs) return known.used;
    return known.counting ?? this.#countNow(tenant, known);
  }

  /** Tells of records that this process has added. */
  added(tenant: string, records: number): void {
    const known = this.#counted.get(tenant);
    if (!known || records === 0) return;
    if (known.used !== undefined) known.used += records;
    known.isPassed ||= known.counting !== undefined;
  }

  /** A later request counts again where this fails. */
  #countWhereDue(tenant: string, known: Counted, bound: number): void {
    const dueFromMs = known.used !== undefined && known.used >= NEAR * bound ? known.mayFromMs : known.dueFromMs;
    if (!known.counting && this.#nowMs() >= dueFromMs) this.#countNow(tenant, known).catch(() => undefined);
  }

  #entryOf(tenant: string): Counted {
    const known = this.#counted.get(tenant);
    if (known) return known;
    const [oldest] = this.#counted.keys();
    if (this.#counted.size >= MAX_TENANTS && oldest !== undefined) this.#counted.delete(oldest);
    const made: Counted = {
      used: undefined,
      freshMs: this.#firstFreshMs,
      counting: undefined,
      isPassed: false,
      mayFromMs: 0,
      dueFromMs: 0,
    };
    this.#counted.set(tenant, made);
    return made;
  }

  #countNow(tenant: string, known: Counted): Promise<number> {
    const startedMs = this.#nowMs();
    const rest = (leastMs: number): number => {
      const now = this.#nowMs();
      return now + Math.max(leastMs, this.#restPerCount * (now - startedMs));
    };
    known.isPassed = false;
    const counting = this.#count(tenant).then(
      (counted) => {
        const { isPassed, freshMs } = known;
        const dueFromMs = rest(isPassed ? MIN_REST_MS : freshMs);
        Object.assign(known, { used: counted, counting: undefined, mayFromMs: rest(MIN_REST_MS), dueFromMs });
        known.freshMs = Math.min(2 * freshMs, this.#freshMs);
        return counted;
      },
      (error: unknown) => {
        Object.assign(known, { counting: undefined, dueFromMs: rest(MIN_REST_MS) });
        throw error;
      },
    );
    known.counting = counting;
    return counting;
  }
}
