import type { ScanRecord } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { systemClock } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, indexesOf, makeCursors, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { SCHEMA } from '../schema.ts';
import { LocationNames } from './location-names-store.ts';
import { MongoScanHistory, type ScanHistoryParts } from './scan-history-store.ts';
import { MongoScanLog, type ScanLogParts } from './scan-log-store.ts';

/** A database of its own for one test file, with the indexes of the service. It is dropped when it is stopped. */
export async function openScanDatabase(mongodbUrl: string): Promise<Mongo> {
  const mongo = await connectMongo({ url: mongodbUrl, database: uniqueName('scans'), appName: 'scans-test' });
  await ensureIndexes(mongo.db, indexesOf(SCHEMA, SCHEMA.needs));
  return {
    ...mongo,
    stop: async () => {
      await mongo.db.dropDatabase();
      await mongo.stop();
    },
  };
}

/** The log of one process, which answers every request with the scans that are kept. */
export function openLog(
  { client, db }: Pick<Mongo, 'client' | 'db'>,
  options: Partial<ScanLogParts> = {},
): MongoScanLog<readonly ScanRecord[]> {
  const relay = { handOver: () => {}, doubt: () => {} };
  const defaults = { maxBatch: 100, maxQueue: 1_000, onBatch: () => {}, relay };
  return new MongoScanLog({ client, db, receipts: makeReceipts(db), ...defaults, ...options });
}

/** The history as one process reads it. */
export function openHistory({ db }: Pick<Mongo, 'db'>, options: Partial<ScanHistoryParts> = {}): MongoScanHistory {
  const cursors = makeCursors('a secret of more than 32 characters');
  const relay = { handOver: () => {}, doubt: () => {} };
  return new MongoScanHistory({ db, cursors, relay, names: new LocationNames(db), now: systemClock, ...options });
}
