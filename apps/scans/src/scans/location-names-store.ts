import type { LocationNames as NamesMessage } from '@fulfilment/contracts';
import { type Tenant, tenantKey } from '@fulfilment/kernel';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db } from 'mongodb';

/** The names of locations, as inventory has told of them. */
export const LOCATION_NAMES = 'location_names';

/** The names of one location. */
export interface LocationNamesDocument {
  /** The id of the location. */
  readonly _id: string;
  readonly tenant: string;
  /** Its paths, each once for each time that it got one, at most 20. */
  readonly names: readonly { readonly path: string; readonly version: number; readonly since: Date }[];
}

/** Finds the locations that have or had a path. */
export const NAMED: IndexDeclaration = {
  collection: LOCATION_NAMES,
  name: 'location_names_by_path',
  key: { tenant: 1, 'names.path': 1 },
};

/** The last names that are kept of a location. */
const MOST_NAMES = 20;

/** A text by which a place is scanned, and the time in which it named that place; without a bound, at any time. */
export interface PlaceName {
  readonly text: string;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Names of locations: a projection of what inventory tells. Messages may come again, and in any order. */
export class LocationNames {
  readonly #locations: Collection<LocationNamesDocument>;

  constructor(db: Db) {
    this.#locations = db.collection(LOCATION_NAMES);
  }

  /** Keeps the names of at least one message, on a majority of replicas. */
  async record(messages: readonly NamesMessage[]): Promise<void> {
    const writes = messages.flatMap(({ account_id: accountId, environment, locations }) => {
      const tenant = tenantKey({ accountId, environment });
      return locations.map(({ id, path, version, since }) => ({
        updateOne: {
          filter: { _id: id },
          update: [{ $set: { tenant: { $literal: tenant }, names: withName({ path, version, since: new Date(since) }) } }],
          upsert: true,
        },
      }));
    });
    await this.#locations.bulkWrite(writes);
  }

  /**
   * Other names of the places that texts name, by their ids or paths. A path names the location that got it last; where it passed from one
   * location to another, it is a name of each for its own time.
   */
  async othersOf(owner: Tenant, texts: readonly string[]): Promise<readonly PlaceName[]> {
    const tenant = tenantKey(owner);
    const asked = new Set(texts.map(wholePath));
    const found = await this.#locations
      .find({ tenant, $or: [{ _id: { $in: [...texts] } }, { 'names.path': { $in: [...asked] } }] })
      .toArray();
    const holders = new Set([...asked].flatMap((path) => turnsOf(path, found).at(-1)?.id ?? []));
    const places = found.filter(({ _id: id }) => holders.has(id) || texts.includes(id));
    const paths = new Set(places.flatMap(({ names }) => names.map(({ path }) => path)));
    const others = [...paths].filter((path) => !asked.has(path));
    if (places.length === 0) return [];
    const sharing = others.length > 0 ? await this.#locations.find({ tenant, 'names.path': { $in: others } }).toArray() : [];
    const ids = new Set(places.map(({ _id: id }) => id));
    return [
      ...[...ids].filter((id) => !texts.includes(id)).map((text) => ({ text })),
      ...others.flatMap((path) =>
        turnsOf(path, sharing).flatMap(({ id, from, to }) => (ids.has(id) ? [{ text: path, from, to }] : [])),
      ),
    ];
  }
}

/** The pipeline's expression for the names with one more, which has its place by its version. */
function withName(name: LocationNamesDocument['names'][number]) {
  const known = { $ifNull: ['$names', []] };
  const isKnown = { $in: [name.version, { $ifNull: ['$names.version', []] }] };
  const added = { $sortArray: { input: { $concatArrays: [known, [{ $literal: name }]] }, sortBy: { version: 1 } } };
  return { $cond: [isKnown, known, { $slice: [added, -MOST_NAMES] }] };
}

interface Turn {
  readonly id: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** The locations that had a path one after the other: the first one had it before it was told of, the last one has it still. */
function turnsOf(path: string, locations: readonly LocationNamesDocument[]): readonly Turn[] {
  const got = locations
    .flatMap(({ _id: id, names }) => names.filter((name) => name.path === path).map(({ since }) => ({ id, since })))
    .toSorted((a, b) => a.since.getTime() - b.since.getTime());
  const changes = got.filter(({ id }, place) => id !== got[place - 1]?.id);
  return changes.map(({ id, since }, place) => ({
    id,
    from: place === 0 ? undefined : since,
    to: changes[place + 1]?.since,
  }));
}

const DEFAULT_WAREHOUSE = 'MAIN';

/** A path with its warehouse: `A3/S2` is one of the default warehouse. */
const wholePath = (text: string): string => (text.includes('/') && !text.includes(':') ? `${DEFAULT_WAREHOUSE}:${text}` : text);

/** `A3/S2` is `MAIN:A3/S2`. @returns each form of a path that a device may send. */
export function pathForms(text: string): readonly string[] {
  const whole = wholePath(text);
  const prefix = `${DEFAULT_WAREHOUSE}:`;
  return whole.startsWith(prefix) && whole.includes('/') ? [whole.slice(prefix.length), whole] : [text];
}
