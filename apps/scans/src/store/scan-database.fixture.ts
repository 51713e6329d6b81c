import { ensureIndexes, connectMongo, type Mongo } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { scanIndexes } from './scan-document.ts';

/** A database of its own for one test file, with the indexes of the service. It is dropped when it is stopped. */
export async function openScanDatabase(mongodbUrl: string): Promise<Mongo> {
  const mongo = await connectMongo({ url: mongodbUrl, database: uniqueName('scans'), appName: 'scans-test' });
  await ensureIndexes(mongo.db, scanIndexes);
  return {
    ...mongo,
    stop: async () => {
      await mongo.db.dropDatabase();
      await mongo.stop();
    },
  };
}
