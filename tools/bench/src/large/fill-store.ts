import { databaseOf } from '@fulfilment/dev-stack/run-file';
import { newId } from '@fulfilment/kernel';
import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { z } from 'zod';
import { post, type Sender } from '../measures/bench.ts';

/** The amount of stock, and the time that each of its lists is measured. */
export interface LargeExtent {
  readonly skus: number;
  /** Of each SKU; at least one, its opening. */
  readonly movementsEach: number;
  /** Rows before the deep page. */
  readonly deepRow: number;
  readonly rounds: number;
  /** Of one round of one list. */
  readonly roundMs: number;
}

export const PAGE = 50;

export const LARGE: LargeExtent = { skus: 1_000_000, movementsEach: 5, deepRow: 9_999 * PAGE, rounds: 5, roundMs: 2_000 };
export const LARGE_QUICK: LargeExtent = { skus: 20_000, movementsEach: 5, deepRow: 199 * PAGE, rounds: 2, roundMs: 1_000 };

/** The records that were put into the store, and the time and space that they took. */
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
const PROGRESS_EVERY = 100_000;

/**
 * Puts SKUs with their ledgers into the inventory service's own store, each in the likeness of one that the service wrote.
 * Indexes are dropped first and rebuilt at the end, which is quicker than to keep them up.
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
      if (from % PROGRESS_EVERY < BATCH) progress(`Putting SKU ${from} of ${extent.skus} into the store`);
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

const skuDocument = z.looseObject({ _id: z.string(), sku: z.string(), prefixes: z.array(z.string()) });
const movementDocument = z.looseObject({ sku: z.string() });

/** A SKU and its ledger, as the service wrote them. */
interface Written {
  readonly sku: z.output<typeof skuDocument>;
  readonly movements: readonly z.output<typeof movementDocument>[];
}

/** SKUs change one after another, a second apart. */
const FIRST_CHANGE = Date.UTC(2026, 0, 1);
/** The number in the code of a template. */
const NUMBER = /(\d)\1{0,6}$/;
const DIGITS = 7;

/** @throws Error if the service did not write it, or in a shape that is not known. */
async function readWritten(db: Db, tenant: string, code: string): Promise<Written> {
  const sku = skuDocument.parse(await db.collection('skus').findOne({ tenant, sku: code }));
  const movements = await db.collection('movements').find({ tenant, sku: code }).sort({ version: 1, line: 1 }).toArray();
  return { sku, movements: movements.map((each) => movementDocument.parse(each)) };
}

/** The same SKU under another number, with all that its store keeps of the code beside. */
function likenessOf(written: Written, number: number): { readonly sku: Document; readonly movements: readonly Document[] } {
  const digits = String(number).padStart(DIGITS, '0');
  const numbered = (text: string): string => text.replace(NUMBER, ({ length }) => digits.slice(0, length));
  const { _id: key, sku: code, prefixes } = written.sku;
  const [sku, at] = [numbered(code), new Date(FIRST_CHANGE + number * 1_000)];
  return {
    sku: { ...written.sku, _id: numbered(key), sku, prefixes: prefixes.map(numbered), created_at: at, updated_at: at },
    movements: written.movements.map((movement) => ({ ...movement, _id: newId('mov'), sku, created_at: at })),
  };
}

/** A SKU that the service itself wrote, in whose likeness many are put into its store. */
interface Template {
  /** Its number is one digit, again and again: whatever is made of its code is known by that. */
  readonly code: string;
  /** One in so many SKUs is like it. */
  readonly oneIn: number;
}

const PLAIN: Template = { code: 'BULK-1111111', oneIn: 1 };
const LOW: Template = { code: 'BULK-2222222', oneIn: 100 };
const ELSEWHERE: Template = { code: 'BULK-3333333', oneIn: 1_000 };
const RARE_WORD: Template = { code: 'BULK-4444444', oneIn: 1_000 };

/** From the rarest. */
const TEMPLATES: readonly Template[] = [ELSEWHERE, RARE_WORD, LOW, PLAIN];

export const ELSEWHERE_PLACE = 'Z9/S9';
export const RARE = 'quokka';

/** Makes the templates over the API, with so many movements each. @throws Error if one is refused. */
export async function makeTemplates(bench: Sender, movementsEach: number): Promise<void> {
  const common = { name: 'Blue widget', on_hand: 100, location: 'A1/S1' };
  await post(bench, '/v1/inventory', { ...common, sku: PLAIN.code });
  await post(bench, '/v1/inventory', { ...common, sku: LOW.code, reorder_point: 1_000 });
  await post(bench, '/v1/inventory', { ...common, sku: ELSEWHERE.code, location: ELSEWHERE_PLACE });
  await post(bench, '/v1/inventory', { ...common, sku: RARE_WORD.code, name: `Blue ${RARE}` });
  for (const { code } of TEMPLATES) {
    for (let made = 1; made < movementsEach; made += 1)
      await post(bench, `/v1/inventory/${code}/adjustments`, { delta: 1, reason: 'receipt' });
  }
}
