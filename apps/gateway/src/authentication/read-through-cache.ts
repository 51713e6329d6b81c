import { asUnavailable } from '@fulfilment/mongo';
import { LRUCache } from 'lru-cache';
import type { Semaphore } from './semaphore.ts';

/** Milliseconds that an entry is fresh, from the start of its read: a revocation is known within half a second. */
const TTL_MS = 500;
/**
 * Milliseconds that an entry is served while this gateway knows no primary: an election takes up to 12 s. Nothing can be revoked during
 * it; a gateway that alone has lost the primary learns of a revocation this late.
 */
const OUTAGE_TTL_MS = 15_000;
/** Milliseconds that an absent value is remembered. The text of a new secret is random, so it was never asked for before. */
const ABSENT_TTL_MS = 5_000;
const MAX_ENTRIES = 10_000;

export interface ReadThroughCacheOptions<Query, Value> {
  /** @returns undefined for an absent value. */
  readonly read: (query: Query) => Promise<Value | undefined>;
  readonly keyOf: (query: Query) => string;
  /** Bounds the reads of values without an entry: anyone can make up secrets, and the store serves those who have one. */
  readonly semaphore: Semaphore;
  readonly hasPrimary: () => boolean;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
}

/**
 * A read-through cache with single flight and a negative cache. `lru-cache` bounds both; its `ttl` and `fetch` are not used: they
 * count from the end of a read, join every read under way, however old, and serve stale values whether or not there is a primary.
 */
export class ReadThroughCache<Query, Value> {
  readonly #options: ReadThroughCacheOptions<Query, Value>;
  readonly #entries = new LRUCache<string, { readonly value: Value; readonly readAtMs: number }>({ max: MAX_ENTRIES });
  /** Apart, so that no flood of made-up secrets evicts an entry. Times of reads. */
  readonly #absent = new LRUCache<string, number>({ max: MAX_ENTRIES });
  readonly #reads = new Map<string, { readonly startedMs: number; readonly result: Promise<Value | undefined> }>();

  constructor(options: ReadThroughCacheOptions<Query, Value>) {
    this.#options = options;
  }

  /**
   * @param beforeRead is called before a value without an entry is read, and may throw to prevent that.
   * @throws AppError `upstream_unavailable` while the store is away, and where too many values without an entry are being read.
   */
  async get(query: Query, beforeRead?: () => void): Promise<Value | undefined> {
    const { keyOf, nowMs, hasPrimary } = this.#options;
    const [key, startedMs] = [keyOf(query), nowMs()];
    const entry = this.#entries.get(key);
    if (entry && startedMs - entry.readAtMs < TTL_MS) return entry.value;
    if (startedMs - (this.#absent.get(key) ?? Number.NEGATIVE_INFINITY) < ABSENT_TTL_MS) return undefined;
    if (!entry) beforeRead?.();
    const reading = this.#readOnce(key, query, startedMs);
    const isServable = (): boolean => entry !== undefined && !hasPrimary() && nowMs() - entry.readAtMs < OUTAGE_TTL_MS;
    if (isServable()) {
      // Only a read makes the driver look for a primary before its next heartbeat, 10 s later.
      reading.catch(() => undefined);
      return entry?.value;
    }
    try {
      return await reading;
    } catch (error) {
      if (isServable()) return entry?.value;
      throw asUnavailable(error);
    }
  }

  /** Has the next {@link get} read the value: for a change that its asker has made. */
  forget(query: Query): void {
    const key = this.#options.keyOf(query);
    this.#entries.delete(key);
    this.#reads.delete(key);
  }

  /** Single flight, except that an old read may have missed a revocation that is acknowledged by now. */
  #readOnce(key: string, query: Query, startedMs: number): Promise<Value | undefined> {
    const running = this.#reads.get(key);
    if (running && startedMs - running.startedMs < TTL_MS) return running.result;
    const result = this.#read(key, query, startedMs).finally(() => {
      if (this.#reads.get(key)?.startedMs === startedMs) this.#reads.delete(key);
    });
    this.#reads.set(key, { startedMs, result });
    return result;
  }

  async #read(key: string, query: Query, readAtMs: number): Promise<Value | undefined> {
    const { read, semaphore } = this.#options;
    const value = this.#entries.has(key) ? await read(query) : await semaphore(() => read(query));
    const newer = this.#entries.get(key);
    if (newer && newer.readAtMs > readAtMs) return value;
    if (value !== undefined) this.#entries.set(key, { value, readAtMs });
    else {
      this.#entries.delete(key);
      this.#absent.set(key, readAtMs);
    }
    return value;
  }
}
