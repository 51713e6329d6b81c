import { type CreateIndexesOptions, type Db, type IndexSpecification, MongoServerError } from 'mongodb';

/** An index as it is declared beside the queries that need it. Every key begins with the tenant, which is also the shard key. */
export interface IndexDeclaration {
  readonly collection: string;
  readonly name: string;
  readonly key: IndexSpecification;
  readonly options?: Omit<CreateIndexesOptions, 'name'>;
}

/** IndexOptionsConflict and IndexKeySpecsConflict, of MongoDB's list of error codes. */
const CONFLICTS: readonly unknown[] = [85, 86];

/**
 * Makes the indexes that are missing; those that are there stay.
 *
 * @throws Error that says what to do if an index is there under this name with another key, or with this key and other options.
 */
export async function ensureIndexes(db: Db, declarations: readonly IndexDeclaration[]): Promise<void> {
  for (const { collection, name, key, options } of declarations) {
    try {
      await db.collection(collection).createIndex(key, { ...options, name });
    } catch (error) {
      if (!(error instanceof MongoServerError && CONFLICTS.includes(error.code))) throw error;
      throw new Error(
        `The index ${name} of ${db.databaseName}.${collection} is not as this version of the service needs it: ${error.message}. ` +
          'If somebody made it by hand, remove it. If another version made it, the data is not taken over: begin with an empty ' +
          'database (locally: npm start -- --fresh).',
        { cause: error },
      );
    }
  }
}
