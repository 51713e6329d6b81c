import { configFaultOf } from '@fulfilment/config';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { type CreateIndexesOptions, type Db, type IndexSpecification, MongoClient, MongoServerError } from 'mongodb';

/** Address and name of a database. */
export interface MongoOptions {
  readonly url: string;
  readonly database: string;
  /** Seen in the server's logs. */
  readonly appName: string;
}

/** A connection to one database. */
export interface Mongo extends Stoppable {
  readonly client: MongoClient;
  readonly db: Db;
  /** True where the primary answers within a second. */
  healthy(): Promise<boolean>;
}

/** Milliseconds to wait for a primary before a call fails as `unavailable`. */
const SERVER_SELECTION_MS = 5_000;

/** Milliseconds without a byte after which a connection is closed: longer than any query may take. */
const SILENCE_MS = 20_000;
const HEALTHY_WITHIN_MS = 1_000;
const MONGODB_ACCESS = { label: 'MongoDB', credentials: 'MONGODB_URL', authorities: 'tls and tlsCAFile in MONGODB_URL' };

/**
 * Connects to the service's own database. Writes wait for a majority and its journal, reads see what a majority has:
 * weaker settings can lose an acknowledged write at a failover.
 *
 * @throws MongoServerSelectionError if there is no primary within 5 s; ConfigError where it refuses the credentials, or is not trusted.
 */
export async function connectMongo({ url, database, appName }: MongoOptions): Promise<Mongo> {
  const client = new MongoClient(url, {
    appName,
    serverSelectionTimeoutMS: SERVER_SELECTION_MS,
    connectTimeoutMS: SERVER_SELECTION_MS,
    socketTimeoutMS: SILENCE_MS,
    maxPoolSize: 50,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    retryWrites: true,
    retryReads: true,
    ignoreUndefined: true,
  });
  await client.connect().catch(async (error: unknown) => {
    await client.close();
    throw configFaultOf(error, MONGODB_ACCESS) ?? error;
  });
  const db = client.db(database);
  return {
    client,
    db,
    healthy: () => Promise.race([answers(db), delay(HEALTHY_WITHIN_MS).then(() => false)]),
    stop: () => client.close(),
  };
}

async function answers(db: Db): Promise<boolean> {
  try {
    await db.command({ ping: 1 });
    return true;
  } catch {
    return false;
  }
}

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
