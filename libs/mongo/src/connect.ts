import { delay, type Stoppable } from '@fulfilment/kernel';
import { type Db, MongoClient } from 'mongodb';

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

/**
 * Connects to the service's own database. Writes wait for a majority and its journal, reads see what a majority has:
 * weaker settings can lose an acknowledged write at a failover.
 *
 * @throws MongoServerSelectionError if there is no primary within 5 s.
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
  await client.connect();
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
