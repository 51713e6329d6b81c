import type { Collection, Db, Document, Filter, IndexDescriptionInfo } from 'mongodb';

/** Records of one collection. */
export interface RecordCount {
  /** Name of the collection. */
  readonly kind: string;
  readonly count: number;
}

/** Documents whose sizes stand for all of their collection, at each end of its index. */
const SAMPLED = 50;
/** Milliseconds for which the collections and their indexes are known. */
const KNOWN_MS = 600_000;

type AnyDocument = Document & { readonly _id: string };

/** The index that finds the documents of a tenant in a collection. */
interface CollectionRead {
  readonly collection: Collection<AnyDocument>;
  /** False where the tenant begins their ids. */
  readonly isByTenant: boolean;
  /** Name of the index. */
  readonly hint: string;
  readonly key: Document;
}

const DEAD_LETTERS = 'dead_letters';

/**
 * All that a service stores of tenants, in whatever collection: documents with a `tenant`, with the tenant as `_id` or before a slash in
 * it, and dead letters of its keys. A collection that comes later is in it by itself.
 */
export class TenantRecords {
  readonly #db: Db;
  #known: { readonly atMs: number; readonly reads: readonly CollectionRead[] } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The collections that have records of the tenants, by name. It reads through those without an index by tenant. */
  async count(tenants: readonly string[]): Promise<readonly RecordCount[]> {
    const counts: RecordCount[] = [];
    for (const collection of await this.#collections()) {
      let count = 0;
      for (const filter of filtersOf(collection, tenants)) count += await collection.countDocuments(filter);
      if (count > 0) counts.push({ kind: collection.collectionName, count });
    }
    return counts;
  }

  /**
   * Estimates the bytes of all documents of a tenant, before compression and without indexes: of each collection their number, times the
   * mean size of some. It reads indexes and a hundred documents; collections that have none by tenant, whose documents pass, are left out.
   */
  async estimateBytes(tenant: string): Promise<number> {
    let bytes = 0;
    for (const { collection, isByTenant, hint, key } of await this.#reads()) {
      const filter = isByTenant ? { tenant } : { _id: { $gte: `${tenant}/`, $lt: `${tenant}0` } };
      const count = await collection.countDocuments(filter, { hint });
      if (count > 0) bytes += Math.round(count * (await meanSize(collection, filter, { hint, key })));
    }
    return bytes;
  }

  /**
   * Removes records of the tenants.
   *
   * @param limit the most that are removed.
   * @returns how many were; less than `limit` where none is left.
   */
  async remove(tenants: readonly string[], limit: number): Promise<number> {
    let left = limit;
    for (const collection of await this.#collections()) {
      for (const filter of filtersOf(collection, tenants)) {
        if (left <= 0) return limit;
        const found = await collection
          .find(filter, { projection: { _id: 1 } })
          .limit(left)
          .toArray();
        if (found.length === 0) continue;
        const { deletedCount } = await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
        left -= deletedCount;
      }
    }
    return limit - left;
  }

  /** How each collection is read, as of some minutes ago: collections and indexes change with a release. */
  async #reads(): Promise<readonly CollectionRead[]> {
    const nowMs = performance.now();
    if (this.#known && nowMs - this.#known.atMs < KNOWN_MS) return this.#known.reads;
    const reads: CollectionRead[] = [];
    for (const collection of await this.#collections()) {
      const byTenant = narrowestOf((await collection.indexes()).filter(beginsWithTenant));
      const { name: hint = BY_ID.name, key } = byTenant ?? BY_ID;
      reads.push({ collection, isByTenant: byTenant !== undefined, hint, key });
    }
    this.#known = { atMs: nowMs, reads };
    return reads;
  }

  async #collections(): Promise<Collection<AnyDocument>[]> {
    const found = await this.#db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
    const names = found.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
    return names.toSorted().map((name) => this.#db.collection<AnyDocument>(name));
  }
}

/** An index of all documents, that begins with their tenant. */
function beginsWithTenant({ key, partialFilterExpression, sparse }: IndexDescriptionInfo): boolean {
  return Object.keys(key)[0] === 'tenant' && key['tenant'] === 1 && !partialFilterExpression && !sparse;
}

const BY_ID = { name: '_id_', key: { _id: 1 } };

/** A key of few fields is the shortest, and the likeliest to have no list among them. */
function narrowestOf(indexes: readonly IndexDescriptionInfo[]): IndexDescriptionInfo | undefined {
  return indexes.toSorted((a, b) => Object.keys(a.key).length - Object.keys(b.key).length)[0];
}

/** Mean size of the first and the last documents of an index, in bytes. */
async function meanSize(
  collection: Collection<AnyDocument>,
  filter: Filter<AnyDocument>,
  { hint, key }: Pick<CollectionRead, 'hint' | 'key'>,
): Promise<number> {
  const backwards = Object.fromEntries(Object.entries(key).map(([field, direction]) => [field, -direction]));
  const size = { $project: { _id: 0, size: { $bsonSize: '$$ROOT' } } };
  const reads = [key, backwards].map((sort) =>
    collection
      .aggregate<{ readonly size: number }>([{ $match: filter }, { $sort: sort }, { $limit: SAMPLED }, size], { hint })
      .toArray(),
  );
  const sampled = (await Promise.all(reads)).flat();
  return sampled.reduce((sum, each) => sum + each.size, 0) / Math.max(1, sampled.length);
}

function filtersOf({ collectionName }: Collection<AnyDocument>, tenants: readonly string[]): Filter<AnyDocument>[] {
  const beginning = (mark: string, after: string) =>
    tenants.map((tenant) => ({ $gte: `${tenant}${mark}`, $lt: `${tenant}${after}` }));
  return [
    { tenant: { $in: [...tenants] } },
    { _id: { $in: [...tenants] }, tenant: { $exists: false } },
    ...beginning('/', '0').map((range) => ({ _id: range, tenant: { $exists: false } })),
    ...(collectionName === DEAD_LETTERS ? beginning('', '~').map((key) => ({ key, tenant: { $exists: false } })) : []),
  ];
}
