import { LRUCache } from 'lru-cache';
import type { Sources } from '../model/sourcing.ts';
import type { SourcesOf, SourcingStore } from './sourcing-ports.ts';

/** Milliseconds for which rules and warehouses are taken as they were read, where another process changes them and its hint does not arrive. */
const TTL_MS = 5_000;
/** With a handful of warehouses each, about 10 MB. */
const MAX_TENANTS = 10_000;

/** A read under way, or done. */
interface Entry {
  /** Of the read, as `nowMs` has it. */
  readonly startedMs: number;
  readonly found: Promise<Sources>;
}

export interface RememberedSourcesOptions {
  readonly store: Pick<SourcingStore, 'sources'>;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
}

/**
 * Reads the rules and active warehouses of tenants, and remembers each for five seconds from the start of its read. What is read in a
 * transaction is not remembered, so that none is.
 */
export class RememberedSources {
  readonly #options: RememberedSourcesOptions;
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_TENANTS });

  constructor(options: RememberedSourcesOptions) {
    this.#options = options;
  }

  /** To be called after the rules or a warehouse of the tenant was changed: what was read before, or is being read, is not used again. */
  forget(tenant: string): void {
    this.#entries.delete(tenant);
  }

  readonly of: SourcesOf = async (tenant) => {
    const nowMs = this.#options.nowMs();
    const known = this.#entries.get(tenant);
    if (known && nowMs - known.startedMs < TTL_MS) return known.found;
    const entry: Entry = { startedMs: nowMs, found: this.#options.store.sources(tenant) };
    this.#entries.set(tenant, entry);
    entry.found.catch(() => {
      if (this.#entries.peek(tenant) === entry) this.#entries.delete(tenant);
    });
    return entry.found;
  };
}
