import type { ScanRecord } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { connectMongo, ensureIndexes, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { scanIndexes } from './scan-indexes.ts';
import { type MongoScanLog, openScanLog, type ScanLogOptions } from './scan-log-store.ts';

/** A database of its own for one test file, with the indexes of the service. It is dropped when it is stopped. */
export async function openScanDatabase(mongodbUrl: string): Promise<Mongo> {
  const mongo = await connectMongo({ url: mongodbUrl, database: uniqueName('scans'), appName: 'scans-test' });
  await ensureIndexes(mongo.db, [...scanIndexes, ...makeReceipts(mongo.db).indexes]);
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
  options: Partial<ScanLogOptions> = {},
): MongoScanLog<readonly ScanRecord[]> {
  return openScanLog({ client, db, receipts: makeReceipts(db), maxBatch: 100, maxQueue: 1_000, onBatch: () => {}, ...options });
}
