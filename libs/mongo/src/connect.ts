import { createHash } from 'node:crypto';
import type { Stoppable } from '@fulfilment/kernel';
import {
  type CreateCollectionOptions,
  type CreateIndexesOptions,
  type Db,
  type Document,
  MongoClient,
  MongoError,
  MongoServerError,
  type UUID,
} from 'mongodb';
import { connectClient } from './connect-client.ts';
import { replaceHalfOpen } from './half-open.ts';

/** Address and name of a database. */
export interface MongoOptions {
  readonly url: string;
  readonly database: string;
  /** Seen in the server's logs. */
  readonly appName: string;
  /**
   * Names the place of the process: with this `appName` and database at most one process has the name at a time. Transactions that an
   * earlier one left open are ended; without it they lock what they wrote until the server ends them (`transactionLifetimeLimitSeconds`).
   */
  readonly instance?: string | undefined;
  /** Called for each operation with the milliseconds for which it waited for a connection of the pool. */
  readonly onCheckout?: (waitMs: number) => void;
}

/** A connection to one database. */
export interface Mongo extends Stoppable {
  readonly client: MongoClient;
  readonly db: Db;
}

/** Milliseconds to wait for a primary before a call fails as `unavailable`. */
const SERVER_SELECTION_MS = 5_000;

/**
 * Milliseconds after which the driver looks again for connections of its pool to add or to close. It would look ten times a second, and
 * wake an idle process for that; a connection that may not be used is found when it is asked for, too. Not an option that the driver documents.
 */
const POOL_LOOK_MS = 5_000;

/** Milliseconds without a byte after which a connection is closed: longer than any query may take. */
const SILENCE_MS = 20_000;

/**
 * Connects to the service's own database. Writes wait for a majority and its journal, reads see what a majority has:
 * weaker settings can lose an acknowledged write at a failover.
 *
 * @throws ConfigError as {@link connectClient} says, also if there is no primary within 5 s.
 */
export async function connectMongo({ url, database, appName, instance, onCheckout }: MongoOptions): Promise<Mongo> {
  const seenName = instance === undefined ? appName : `${appName} ${digestOf(`${database}/${instance}`)}`;
  const client = new MongoClient(url, {
    appName: seenName,
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
  Object.assign(client.options, { minPoolSizeCheckFrequencyMS: POOL_LOOK_MS });
  if (onCheckout) client.on('connectionCheckedOut', ({ durationMS }) => onCheckout(durationMS));
  replaceHalfOpen({ client, url, appName: seenName });
  await connectClient(client);
  if (instance !== undefined) await endTransactionsOf(client, seenName);
  const db = client.db(database);
  return {
    client,
    db,
    stop: () => client.close(),
  };
}

/** A name of 128 bytes at most is what the server takes. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Ends the transactions that clients of this name have open and are not running. It never fails: the server ends them later. */
async function endTransactionsOf(client: MongoClient, appName: string): Promise<void> {
  try {
    const idle = { type: 'idleSession', appName, transaction: { $exists: true } };
    const found = await client
      .db('admin')
      .aggregate<{ lsid: { id: UUID } }>([{ $currentOp: { idleSessions: true } }, { $match: idle }, { $project: { lsid: 1 } }], {
        readConcern: { level: 'local' },
      })
      .toArray();
    if (found.length > 0) await client.db('admin').command({ killSessions: found.map(({ lsid: { id } }) => ({ id })) });
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
  }
}

/** An index, declared beside the queries that need it. */
export interface IndexDeclaration {
  readonly collection: string;
  readonly name: string;
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly options?: Omit<CreateIndexesOptions, 'name'>;
}

/** An index that an earlier release declared, and that this one neither reads nor creates. */
export type RetiredIndex = Pick<IndexDeclaration, 'collection' | 'name'>;

/** IndexOptionsConflict and IndexKeySpecsConflict, of MongoDB's list of error codes. */
const CONFLICTS: readonly unknown[] = [85, 86];

/** NamespaceNotFound, IndexNotFound and NamespaceExists of MongoDB's list of error codes. */
const NO_COLLECTION = 26;
const NO_INDEX = 27;
const COLLECTION_EXISTS = 48;

/** Drops an index; one that is gone already is no failure. @returns whether it was there. */
export async function dropIndex(db: Db, { collection, name }: RetiredIndex): Promise<boolean> {
  try {
    await db.collection(collection).dropIndex(name);
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && (error.code === NO_INDEX || error.code === NO_COLLECTION)) return false;
    throw error;
  }
}

/** The stored indexes of a collection by name; none where it does not exist. */
export async function indexesIn(db: Db, collection: string): Promise<ReadonlyMap<string, Document>> {
  try {
    const stored = await db.collection(collection).listIndexes().toArray();
    return new Map(stored.map((each) => [String(each['name']), each]));
  } catch (error) {
    if (error instanceof MongoServerError && error.code === NO_COLLECTION) return new Map();
    throw error;
  }
}

/** True where `stored` does what is declared. How long documents are kept after their time is the operator's to change. */
export function isSameIndex({ key, options = {} }: IndexDeclaration, stored: Document | undefined): boolean {
  if (!stored) return false;
  const { unique = false, expireAfterSeconds, partialFilterExpression } = options;
  const { key: storedKey, unique: isUnique = false, expireAfterSeconds: expires, partialFilterExpression: partial } = stored;
  return (
    JSON.stringify([key, unique, endingOf(expireAfterSeconds), partialFilterExpression]) ===
    JSON.stringify([storedKey, isUnique, endingOf(expires), partial])
  );
}

/** Documents end never, at their time, or some time after it. */
const endingOf = (seconds: unknown) => (seconds === undefined ? 'never' : seconds === 0 ? 'at its time' : 'after its time');

/** Creates a collection; one that is there stays as it is. */
export async function ensureCollection(db: Db, name: string, options: CreateCollectionOptions = {}): Promise<void> {
  await db.createCollection(name, options).catch((error: unknown) => {
    if (!(error instanceof MongoServerError && error.code === COLLECTION_EXISTS)) throw error;
  });
}

/**
 * Creates the missing indexes, those of a collection together; existing ones stay. A build that was left goes on, and is waited for.
 *
 * @throws Error that says what to do if an index exists under this name with another key, or with this key and other options.
 */
export async function ensureIndexes(db: Db, declarations: readonly IndexDeclaration[]): Promise<void> {
  for (const [collection, declared] of Map.groupBy(declarations, (index) => index.collection)) {
    try {
      await db.collection(collection).createIndexes(declared.map(({ name, key, options }) => ({ ...options, name, key })));
    } catch (error) {
      if (!(error instanceof MongoServerError && CONFLICTS.includes(error.code))) throw error;
      const stored = await indexesIn(db, collection);
      const others = declared.filter((index) => !isSameIndex(index, stored.get(index.name)));
      if (others.length === 0) continue;
      if (others.length < declared.length) {
        await ensureIndexes(db, others);
        continue;
      }
      throw new Error(
        `An index of ${db.databaseName}.${collection} has another definition than this release needs: ${error.message}. ` +
          'If it was created by hand, drop it and migrate again; otherwise a migration has to drop it, and create it under another name.',
        { cause: error },
      );
    }
  }
}
