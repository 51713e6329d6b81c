import { MongoClient } from 'mongodb';
import type { MongoOptions } from './connect.ts';
import { SCHEMA_COLLECTION } from './schema.ts';

/** Milliseconds in which a server that is well answers. */
const ANSWER_MS = 2_000;

/**
 * True where a primary answers now that a majority follows: over a connection of its own, since those of a pool may be lost, broken or
 * all in use. It asks for one document, linearizable.
 */
export async function mongoAnswers({
  url,
  database,
  appName,
}: Pick<MongoOptions, 'url' | 'database' | 'appName'>): Promise<boolean> {
  const within = { serverSelectionTimeoutMS: ANSWER_MS, connectTimeoutMS: ANSWER_MS, socketTimeoutMS: ANSWER_MS };
  const client = new MongoClient(url, { appName, maxPoolSize: 1, retryReads: false, ...within });
  try {
    await client
      .db(database)
      .collection(SCHEMA_COLLECTION)
      .findOne({}, { projection: { _id: 1 }, readConcern: { level: 'linearizable' }, maxTimeMS: ANSWER_MS });
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
