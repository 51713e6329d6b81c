import type { Mongo } from '@fulfilment/mongo';

/** Counter of a document's writes, which those who write over what they have read compare; null where they compare none. */
export type WriteCounters = Readonly<Record<string, string | null>>;

type Stored = Readonly<Record<string, unknown>>;
type StoredDocument = Stored & { readonly _id: string };

/** The field that a later release has in each object of each document. */
const FIELD = 'gained_later';
/** Objects whose fields are the caller's own: no release adds to them. */
const OF_CALLERS: ReadonlySet<string> = new Set(['metadata']);
/** The names by which an element of a list is the same one after a write. */
const IDENTITIES = ['id', '_id', 'location_id', 'digest'];

/** The documents since the later release wrote them. */
export interface Aftermath {
  /** The collections of which a document was written or deleted. */
  readonly written: readonly string[];
  /** Objects that are still there without the field of the later release: `skus`, `skus.stock`. */
  readonly lost: readonly string[];
}

/** A test-made next release that has written the documents of a service: each object in them has a field that this one does not know. */
export class LaterRelease {
  readonly #mongo: Mongo;
  readonly #counters: WriteCounters;
  #before: readonly { readonly collection: string; readonly document: StoredDocument }[] = [];

  /** @param counters every collection that it writes. */
  constructor(mongo: Mongo, counters: WriteCounters) {
    this.#mongo = mongo;
    this.#counters = counters;
  }

  /** Writes each document that has these values, as it is, with the field in each of its objects. */
  async write(having: Readonly<Record<string, string>>): Promise<void> {
    const { db } = this.#mongo;
    const before = [];
    for (const [collection, counter] of Object.entries(this.#counters)) {
      const documents = db.collection<StoredDocument>(collection);
      const updates = (await documents.find(having).toArray()).map(({ _id, ...fields }) => {
        const $set = Object.fromEntries(
          objectsIn(fields).map((path) => [[...path, FIELD].join('.'), { by: 'the next release' }]),
        );
        return { q: { _id }, u: counter === null ? { $set } : { $set, $inc: { [counter]: 1 } } };
      });
      if (updates.length > 0) await db.command({ update: collection, updates });
      for (const document of await documents.find(having).toArray()) before.push({ collection, document });
    }
    this.#before = before;
  }

  /** Compares the documents with what they were after {@link write}. Deleted ones, and objects that are gone, have lost nothing. */
  async aftermath(): Promise<Aftermath> {
    const written = new Set<string>();
    const lost = new Set<string>();
    for (const [collection, before] of Map.groupBy(this.#before, (each) => each.collection)) {
      const ids = before.map(({ document: { _id } }) => _id);
      const found = this.#mongo.db.collection<StoredDocument>(collection).find({ _id: { $in: ids } });
      const now = new Map((await found.toArray()).map(({ _id, ...fields }): [string, Stored] => [_id, { _id, ...fields }]));
      for (const { document } of before) {
        const { _id: id } = document;
        const after = now.get(id);
        if (JSON.stringify(after) !== JSON.stringify(document)) written.add(collection);
        for (const path of lostIn(document, after, collection)) lost.add(path);
      }
    }
    return { written: [...written].toSorted(), lost: [...lost].toSorted() };
  }
}

function isObject(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The path of a value, and of every object below it that a release may add to. */
function objectsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (Array.isArray(value)) return value.flatMap((element: unknown, place) => objectsIn(element, [...path, String(place)]));
  if (!isObject(value)) return [];
  const below = Object.entries(value).filter(([name]) => !OF_CALLERS.has(name) && name !== FIELD);
  return [path, ...below.flatMap(([name, inner]) => objectsIn(inner, [...path, name]))];
}

function lostIn(before: unknown, after: unknown, path: string): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const elements: readonly unknown[] = after;
    return before.flatMap((element: unknown, place) => lostIn(element, sameElement(element, elements, place), path));
  }
  if (!isObject(before) || !isObject(after)) return [];
  const own = FIELD in before && !(FIELD in after) ? [path] : [];
  const names = Object.keys(before).filter((name) => name !== FIELD);
  return [...own, ...names.flatMap((name) => lostIn(before[name], after[name], `${path}.${name}`))];
}

function sameElement(element: unknown, elements: readonly unknown[], place: number): unknown {
  const name = isObject(element) ? IDENTITIES.find((each) => each in element) : undefined;
  if (name === undefined || !isObject(element)) return elements[place];
  return elements.find((each) => isObject(each) && each[name] === element[name]);
}
