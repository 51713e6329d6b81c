import type { CreateIndexesOptions, Db, IndexSpecification } from 'mongodb';

/** An index as it is declared beside the queries that need it. Every key begins with the tenant, which is also the shard key. */
export interface IndexDeclaration {
  readonly collection: string;
  readonly name: string;
  readonly key: IndexSpecification;
  readonly options?: Omit<CreateIndexesOptions, 'name'>;
}

/**
 * Makes the indexes that are missing; those that are there stay.
 *
 * @throws MongoServerError if an index of that name is there with another key or other options.
 */
export async function ensureIndexes(db: Db, declarations: readonly IndexDeclaration[]): Promise<void> {
  for (const { collection, name, key, options } of declarations) {
    await db.collection(collection).createIndex(key, { ...options, name });
  }
}
