import type { Collection, Db, Document, Filter } from 'mongodb';

/** Records of one collection. */
export interface RecordCount {
  /** Name of the collection. */
  readonly kind: string;
  readonly count: number;
}

type AnyDocument = Document & { readonly _id: string };

const DEAD_LETTERS = 'dead_letters';

/**
 * All that a service stores of tenants, in whatever collection: documents with a `tenant`, with the tenant as `_id` or before a slash in
 * it, and dead letters of its keys. A collection that comes later is in it by itself.
 */
export class TenantRecords {
  readonly #db: Db;

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

  async #collections(): Promise<Collection<AnyDocument>[]> {
    const found = await this.#db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
    const names = found.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
    return names.toSorted().map((name) => this.#db.collection<AnyDocument>(name));
  }
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
