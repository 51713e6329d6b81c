import { LRUCache } from 'lru-cache';
import type { Location, LocationsById } from '../model/location.ts';
import type { LocationStore } from './location-ports.ts';

/** Milliseconds for which a location is shown as it was read, where another process renames it and its hint does not arrive. */
const TTL_MS = 500;
/** About 15 MB. */
const MAX_LOCATIONS = 20_000;
/** Tenants whose locations were changed within {@link TTL_MS}. */
const MAX_CHANGED = 10_000;

/** A read under way, or done, that has the location. */
interface Entry {
  /** Of the read, as `nowMs` has it. */
  readonly startedMs: number;
  readonly found: Promise<LocationsById>;
}

export interface RememberedLocationsOptions {
  readonly locations: Pick<LocationStore, 'findMany'>;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
}

/**
 * Reads locations for answers that only show them, and remembers each for half a second from the start of its read. Decisions read
 * them in their transaction.
 */
export class RememberedLocations {
  readonly #options: RememberedLocationsOptions;
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_LOCATIONS });
  /** When each tenant's were changed last. An entry that this outlives is too old anyway. */
  readonly #changedMs: LRUCache<string, number>;

  constructor(options: RememberedLocationsOptions) {
    this.#options = options;
    this.#changedMs = new LRUCache({ max: MAX_CHANGED, ttl: TTL_MS, ttlResolution: 0, perf: { now: options.nowMs } });
  }

  /** To be called after a location of the tenant was changed: nothing that was read before, or is being read, is shown any more. */
  forget(tenant: string): void {
    this.#changedMs.set(tenant, this.#options.nowMs());
  }

  /** The locations among `ids` that exist. */
  async findMany(tenant: string, ids: readonly string[]): Promise<Location[]> {
    const nowMs = this.#options.nowMs();
    const since = Math.max(nowMs - TTL_MS, this.#changedMs.get(tenant) ?? Number.NEGATIVE_INFINITY);
    const known = ids.map((id) => {
      const entry = this.#entries.get(`${tenant} ${id}`);
      return entry !== undefined && entry.startedMs > since ? entry : undefined;
    });
    const missing = ids.filter((_, place) => known[place] === undefined);
    const reading = missing.length === 0 ? undefined : this.#read(tenant, missing, nowMs);
    const shown: Location[] = [];
    for (const [place, id] of ids.entries()) {
      const location = (await (known[place] ?? reading)?.found)?.get(id);
      if (location) shown.push(location);
    }
    return shown;
  }

  #read(tenant: string, ids: readonly string[], startedMs: number): Entry {
    const found = this.#options.locations
      .findMany(tenant, ids)
      .then((locations) => new Map(locations.map((location) => [location.id, location])));
    const entry: Entry = { startedMs, found };
    const drop = (id: string): void => {
      const key = `${tenant} ${id}`;
      if (this.#entries.peek(key) === entry) this.#entries.delete(key);
    };
    for (const id of ids) this.#entries.set(`${tenant} ${id}`, entry);
    found.then(
      // One that does not exist may soon.
      (locations) => ids.filter((id) => !locations.has(id)).forEach(drop),
      () => ids.forEach(drop),
    );
    return entry;
  }
}
