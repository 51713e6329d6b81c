import type { ProcessName } from '@fulfilment/contracts';
import { compareText } from '@fulfilment/kernel';
import { merged } from '@fulfilment/mongo';
import { type ClientSession, type Document, type Filter, type MongoClient, MongoServerError } from 'mongodb';
import { z } from 'zod';
import { type Findings, type Found, openFindings } from './findings.ts';

/** The database of each service. */
export type Databases = Readonly<Record<ProcessName, string>>;

/** A collection, and what of its documents is compared; `id` is their `_id`. */
export interface Source<Schema extends z.ZodObject = z.ZodObject> {
  readonly store: ProcessName;
  readonly collection: string;
  /** A second collection of earlier documents, each of which is in one of the two: both are read, as one. */
  readonly also?: string | undefined;
  readonly schema: Schema;
}

/** A collection of a service. */
export type Collection = Pick<Source, 'store' | 'collection' | 'also'>;

interface Stored extends Document {
  readonly _id: string;
}

export interface Query {
  readonly filter?: Filter<Stored>;
  /** By fields of the schema, or `_id`. */
  readonly sort?: Readonly<Record<string, 1>>;
  /** Of one collection. */
  readonly limit?: number;
}

/** Documents of a walk between two keys, as a filter. */
export type Range = Filter<Stored>;

/** A collection that is walked in the order of a key that has an index. */
export interface Walk {
  readonly source: Collection;
  /** The key; `_id` by default. All documents of one key are in one piece. */
  readonly by?: string;
  /** Values of the fields before the key in its index. */
  readonly filter?: Filter<Stored>;
}

/** Everything as it stood at one moment, in all stores. */
export interface Look {
  readonly findings: Findings;
  readonly now: Date;
  /** True where nothing is taken from what was verified before. */
  readonly full: boolean;
  /**
   * Walks a collection in pieces, each at a later moment than the one before: MongoDB keeps a moment for five minutes. What `compare` holds
   * against a piece has to belong to it. It may run again: on a smaller piece where one has taken too long, and on the same for a second look.
   * The last piece has no end.
   */
  readonly pieces: (walk: Walk, compare: (look: Look, range: Range, isLast: boolean) => Promise<void>) => Promise<void>;
  /** Streams documents with the fields of the schema. One that is not as the schema says is a difference. */
  readonly rows: <Schema extends z.ZodObject>(source: Source<Schema>, query?: Query) => AsyncIterable<z.output<Schema>>;
  /**
   * Streams what the server makes of a collection; here too `id` is the `_id`. Of two collections `$match`, `$sort` and `$limit` at the
   * beginning, in this order, are done in each by its indexes.
   */
  readonly pipeline: <Schema extends z.ZodObject>(
    source: Collection,
    stages: Document[],
    schema: Schema,
  ) => AsyncIterable<z.output<Schema>>;
}

/** The findings of one piece, and a second look at it. */
export interface Piece {
  readonly found: Found;
  readonly again: () => Promise<Found>;
}

export interface LookOptions {
  readonly client: MongoClient;
  readonly databases: Databases;
  readonly full: boolean;
  /** Documents of the walked collection in a piece, at most. */
  readonly pieceSize: number;
  /** Told of each piece once it is compared. */
  readonly onPiece: (piece: Piece) => void;
}

/** Looks at one moment, and at each of its pieces at a later one. */
export async function lookAt(of: LookOptions, compare: (look: Look) => Promise<void>): Promise<void> {
  of.onPiece(await pieceOf(of, compare));
}

async function pieceOf(of: LookOptions, compare: (look: Look) => Promise<void>): Promise<Piece> {
  const again = async (): Promise<Found> => {
    const findings = openFindings();
    await of.client.withSession({ snapshot: true }, (session) => compare(openLook(of, session, findings)));
    return findings.close();
  };
  return { found: await again(), again };
}

const BATCH = 1_000;

function openLook(of: LookOptions, session: ClientSession, findings: Findings): Look {
  const { client, databases, full } = of;
  const options = { session, allowDiskUse: true, batchSize: BATCH };
  return {
    findings,
    now: new Date(),
    full,
    pieces: (walk, compare) => walkInPieces(of, walk, compare),
    rows: (source, { filter = {}, sort = {}, ...bounds } = {}) => {
      const fields = Object.fromEntries(Object.keys(source.schema.shape).map((name) => [name, 1]));
      const found = collectionsOf(source).map((name) =>
        client
          .db(databases[source.store])
          .collection<Stored>(name)
          .find<Document>(filter, { ...options, ...bounds, sort, projection: { ...fields, _id: 0, id: '$_id' } }),
      );
      return readable(merged(found, inOrderOf(sort)), source, findings);
    },
    pipeline: ({ store, collection, also }, stages, schema) => {
      const found = client
        .db(databases[store])
        .collection(collection)
        .aggregate([...(also === undefined ? stages : ofBoth(also, stages)), { $set: { id: '$_id' } }], options);
      return readable(found, { store, collection, schema }, findings);
    },
  };
}

const collectionsOf = ({ collection, also }: Collection): readonly string[] =>
  also === undefined ? [collection] : [also, collection];

/** Without fields, what comes first is first. */
function inOrderOf(sort: Readonly<Record<string, 1>>): (a: Document, b: Document) => number {
  const fields = Object.keys(sort).map((field) => (field === '_id' ? 'id' : field));
  return (a, b) => {
    for (const field of fields) {
      const order = compareValues(valueAt(a, field), valueAt(b, field));
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** In the order of MongoDB: what a damaged document lacks comes first, then numbers, then texts. */
function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return rankOf(a) - rankOf(b);
}

const rankOf = (value: unknown): number => ['number', 'string'].indexOf(typeof value);

const OF_EACH = ['$match', '$sort', '$limit'];

function ofBoth(also: string, stages: readonly Document[]): readonly Document[] {
  const end = stages.findIndex((stage) => !Object.keys(stage).every((name) => OF_EACH.includes(name)));
  const own = end === -1 ? stages : stages.slice(0, end);
  const again = own.filter((stage) => !('$match' in stage));
  return [...own, { $unionWith: { coll: also, pipeline: own } }, ...again, ...stages.slice(own.length)];
}

type Compare = Parameters<Look['pieces']>[1];

async function walkInPieces(of: LookOptions, walk: Walk, compare: Compare): Promise<void> {
  let size = of.pieceSize;
  let from: Key | undefined;
  for (let isDone = false; !isDone;) {
    try {
      const to = await keyAt(of, { walk, from, size });
      of.onPiece(await pieceOf(of, (look) => compare(look, rangeOf(walk, from, to), to === undefined)));
      from = to;
      isDone = to === undefined;
    } catch (error) {
      if (!isTooOld(error) || size === 1) throw error;
      size = Math.ceil(size / 2);
    }
  }
}

type Key = string | number;
const keySchema = z.union([z.string(), z.number()]);

interface Step {
  readonly walk: Walk;
  readonly from: Key | undefined;
  readonly size: number;
}

/** The key of the last document of the next piece, which has `size` of each collection at most; undefined where it is the last piece. */
async function keyAt({ client, databases }: LookOptions, { walk, from, size }: Step): Promise<Key | undefined> {
  const { source, by = '_id' } = walk;
  const keys: Key[] = [];
  for (const name of collectionsOf(source)) {
    const [found] = await client
      .db(databases[source.store])
      .collection<Stored>(name)
      // The index alone answers it, where the key is `_id`.
      .find(rangeOf(walk, from, undefined), { projection: by === '_id' ? { _id: 1 } : { _id: 0, [by]: 1 } })
      .sort({ [by]: 1 })
      .skip(size - 1)
      .limit(1)
      .toArray();
    if (found) keys.push(keySchema.parse(valueAt(found, by)));
  }
  return keys.toSorted(compareValues)[0];
}

const valueAt = (document: Document, path: string): unknown => path.split('.').reduce(memberOf, document);

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function rangeOf({ by = '_id', filter = {} }: Walk, from: Key | undefined, to: Key | undefined): Range {
  const bounds = { ...(from !== undefined && { $gt: from }), ...(to !== undefined && { $lte: to }) };
  return Object.keys(bounds).length === 0 ? filter : { ...filter, [by]: bounds };
}

const SNAPSHOT_TOO_OLD = 239;
const isTooOld = (error: unknown): boolean => error instanceof MongoServerError && error.code === SNAPSHOT_TOO_OLD;

async function* readable<Schema extends z.ZodObject>(
  documents: AsyncIterable<Document>,
  { store, collection, schema }: Source<Schema>,
  { differs }: Findings,
): AsyncGenerator<z.output<Schema>> {
  for await (const document of documents) {
    const parsed = schema.safeParse(document);
    if (parsed.success) yield parsed.data;
    else differs(`${store}.${collection} ${JSON.stringify(document['id'])}: ${reasonOf(parsed.error)}`);
  }
}

function reasonOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

/** One of the system's invariants, or a part of one. */
export interface Check {
  /** Which of the eight invariants (docs/decisions/0006) it belongs to. */
  readonly invariant: number;
  readonly name: string;
  /** The invariant that it checks, in a sentence. */
  readonly promise: string;
  /** True if work under way looks like a difference, so that only one that stays counts. */
  readonly isTransient: boolean;
  readonly run: (look: Look) => Promise<void>;
}

/** A record of a tenant. */
export interface OwnedRecord {
  readonly tenant: string;
  readonly id: string;
}

/** The key of a record's events. */
export const eventKeyOf = ({ tenant, id }: OwnedRecord): string => `${tenant}|${id}`;

/** The `_id` of documents of inventory that stand for a tenant's record: SKUs, allocations, answers to scans. */
export const stockKeyOf = ({ tenant, id }: OwnedRecord): string => `${tenant}/${id}`;

/** Documents of records by an index of tenant and `field`. */
export function ofRecords(field: string, records: readonly OwnedRecord[]): Range {
  const byTenant = Map.groupBy(records, ({ tenant }) => tenant);
  const parts = Array.from(byTenant, ([tenant, own]) => ({ tenant, [field]: { $in: own.map(({ id }) => id) } }));
  return parts.length === 0 ? { _id: { $in: [] } } : { $or: parts };
}

/** The place of a record in a stream that is sorted by tenant and id. */
export function placeOf({ tenant, id }: OwnedRecord): string {
  return `${tenant}\u0000${id}`;
}

const DAY_MS = 86_400_000;
/** Events are kept 30 days from when they are stored; a day is left for those that were stored late. */
const COMPARED_DAYS = 29;

/** True if the event of a change of that moment is still kept. */
export function isKept(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() < COMPARED_DAYS * DAY_MS;
}
