import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { z } from 'zod';
import { databaseOf } from '@fulfilment/dev-stack/run-file';
import type { LargeExtent } from './extent.ts';
import { likenessOf, readWritten, type Written } from './likeness.ts';
import { TEMPLATES } from './templates.ts';

/** What was put into the store, and what it came to. */
export interface FilledStore {
  readonly skus: number;
  readonly movements: number;
  readonly seconds: number;
  /** Of both collections and their indexes, as they lie on disk. */
  readonly bytes: number;
}

export interface FillOptions {
  readonly mongodbUrl: string;
  readonly tenant: string;
  readonly extent: LargeExtent;
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
}

const BATCH = 500;
const AT_ONCE = 2;
const TOLD_EVERY = 100_000;

/**
 * Puts SKUs with their ledgers into the inventory service's own store, each in the likeness of one that the service wrote.
 * Indexes are made anew behind it, which is quicker than to keep them up.
 */
export async function fillStore({ mongodbUrl, tenant, extent, progress, signal }: FillOptions): Promise<FilledStore> {
  const client = new MongoClient(mongodbUrl);
  const beganAt = performance.now();
  try {
    const db = client.db(databaseOf('inventory', ''));
    const collections = [db.collection('skus'), db.collection('movements')] as const;
    const written = await Promise.all(TEMPLATES.map(({ code }) => readWritten(db, tenant, code)));
    const indexes = await Promise.all(collections.map(dropIndexes));
    await putAll(collections, written, { extent, progress, signal });
    progress('Making the indexes of the store');
    for (const make of indexes) await make();
    const sizes = await Promise.all(collections.map(({ collectionName }) => sizeOf(db, collectionName)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const seconds = (performance.now() - beganAt) / 1_000;
    return { skus: extent.skus, movements: extent.skus * extent.movementsEach, seconds, bytes };
  } finally {
    await client.close();
  }
}

type Collections = readonly [skus: Collection, movements: Collection];

async function putAll(
  [skus, movements]: Collections,
  written: readonly Written[],
  { extent, progress, signal }: Pick<FillOptions, 'extent' | 'progress' | 'signal'>,
): Promise<void> {
  // Each template is there already, so it stands for one of the clones.
  let next = TEMPLATES.length;
  const worker = async (): Promise<void> => {
    while (next < extent.skus) {
      signal.throwIfAborted();
      const from = next;
      next = Math.min(from + BATCH, extent.skus);
      if (from % TOLD_EVERY < BATCH) progress(`Putting SKU ${from} of ${extent.skus} into the store`);
      const clones = Array.from({ length: next - from }, (_, place) => cloneAt(from + place, written));
      await insert(
        skus,
        clones.map(({ sku }) => sku),
      );
      await insert(
        movements,
        clones.flatMap((clone) => clone.movements),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function cloneAt(
  number: number,
  written: readonly Written[],
): { readonly sku: Document; readonly movements: readonly Document[] } {
  const kind = TEMPLATES.findIndex(({ oneIn }) => number % oneIn === oneIn - 1);
  const template = written[kind];
  if (!template) throw new Error('no SKU is made without a template');
  return likenessOf(template, number);
}

async function insert(collection: Collection, documents: readonly Document[]): Promise<void> {
  await collection.insertMany([...documents], { ordered: false, writeConcern: { w: 1, journal: false } });
}

/** @returns what makes them again, as they were. */
async function dropIndexes(collection: Collection): Promise<() => Promise<void>> {
  const all = await collection.indexes();
  const own = all.filter(({ name }) => name !== '_id_').map(({ v: _version, ...description }) => description);
  await collection.dropIndexes();
  return async () => void (await collection.createIndexes(own));
}

const storage = z.object({ storageSize: z.number(), totalIndexSize: z.number() });

async function sizeOf(db: Db, collection: string): Promise<number> {
  const { storageSize, totalIndexSize } = storage.parse(await db.command({ collStats: collection }));
  return storageSize + totalIndexSize;
}
