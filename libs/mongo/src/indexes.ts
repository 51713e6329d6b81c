import { type CreateIndexesOptions, type Db, type IndexSpecification, MongoServerError } from 'mongodb';

/** An index, declared beside the queries that need it. Every key begins with the tenant, which is also the shard key. */
export interface IndexDeclaration {
  readonly collection: string;
  readonly name: string;
  readonly key: IndexSpecification;
  readonly options?: Omit<CreateIndexesOptions, 'name'>;
}

/** IndexOptionsConflict and IndexKeySpecsConflict, of MongoDB's list of error codes. */
const CONFLICTS: readonly unknown[] = [85, 86];

/**
 * Creates the missing indexes; existing ones stay.
 *
 * @throws Error that says what to do if an index exists under this name with another key, or with this key and other options.
 */
export async function ensureIndexes(db: Db, declarations: readonly IndexDeclaration[]): Promise<void> {
  for (const { collection, name, key, options } of declarations) {
    try {
      await db.collection(collection).createIndex(key, { ...options, name });
    } catch (error) {
      if (!(error instanceof MongoServerError && CONFLICTS.includes(error.code))) throw error;
      throw new Error(
        `The index ${name} of ${db.databaseName}.${collection} has another definition than this version of the service needs: ${error.message}. ` +
          'If it was created by hand, drop it. If another version created it, its data cannot be used: start with an empty ' +
          'database (locally: npm start -- --fresh).',
        { cause: error },
      );
    }
  }
}
