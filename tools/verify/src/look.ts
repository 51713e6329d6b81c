import type { ServiceName } from '@fulfilment/dev-stack/run-file';
import type { ClientSession, Document, Filter, MongoClient, Sort } from 'mongodb';
import type { z } from 'zod';

/** The database of each service. */
export type Databases = Readonly<Record<ServiceName, string>>;

/** A collection, and what of its documents is compared; `id` is their `_id`. */
export interface Source<Schema extends z.ZodObject = z.ZodObject> {
  readonly store: ServiceName;
  readonly collection: string;
  readonly schema: Schema;
}

interface Stored extends Document {
  readonly _id: string;
}

export interface Query {
  readonly filter?: Filter<Stored>;
  readonly sort?: Sort;
  readonly skip?: number;
  readonly limit?: number;
}

/** Everything as it stood at one moment, in all stores. */
export interface Look {
  readonly findings: Findings;
  readonly now: Date;
  /** True where nothing is taken from what was verified before. */
  readonly full: boolean;
  /** Looks at a later moment, for what is compared part by part. */
  readonly later: <Result>(look: (look: Look) => Promise<Result>) => Promise<Result>;
  /** Streams documents with the fields of the schema. One that is not as the schema says is a difference. */
  readonly rows: <Schema extends z.ZodObject>(source: Source<Schema>, query?: Query) => AsyncIterable<z.output<Schema>>;
  /** Streams what the server makes of a collection; here too `id` is the `_id`. */
  readonly pipeline: <Schema extends z.ZodObject>(
    source: Pick<Source, 'store' | 'collection'>,
    stages: Document[],
    schema: Schema,
  ) => AsyncIterable<z.output<Schema>>;
}

export interface LookOptions {
  readonly client: MongoClient;
  readonly databases: Databases;
  /** With snapshot reads: the first fixes the moment for all. */
  readonly session: ClientSession;
  readonly findings: Findings;
  readonly now: Date;
  readonly full: boolean;
}

const BATCH = 1_000;

export function openLook(of: LookOptions): Look {
  const { client, databases, session, findings, now, full } = of;
  const options = { session, allowDiskUse: true, batchSize: BATCH };
  return {
    findings,
    now,
    full,
    later: (look) => client.withSession({ snapshot: true }, (own) => look(openLook({ ...of, session: own }))),
    rows: (source, { filter = {}, ...order } = {}) => {
      const { store, collection, schema } = source;
      const fields = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, 1]));
      const found = client
        .db(databases[store])
        .collection<Stored>(collection)
        .find(filter, { ...options, ...order, projection: { ...fields, _id: 0, id: '$_id' } });
      return readable(found, source, findings);
    },
    pipeline: ({ store, collection }, stages, schema) => {
      const found = client
        .db(databases[store])
        .collection(collection)
        .aggregate([...stages, { $set: { id: '$_id' } }], options);
      return readable(found, { store, collection, schema }, findings);
    },
  };
}

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

/** Differences that are told of one check; the rest is counted. */
const TOLD = 20;
/** Differences that are remembered from one look to the next. */
const REMEMBERED = 1_000;

/** Collects the findings of one look at one invariant. */
export interface Findings {
  /** Counts something that was compared. */
  readonly compared: (what: string, count?: number) => void;
  /** Notes a difference. Its text names the record and no time, so that a second look can tell the same one. */
  readonly differs: (text: string) => void;
  /** Notes what an operator should know and what is no difference. */
  readonly note: (text: string) => void;
}

/** All findings of a look. */
export interface Found {
  readonly compared: Readonly<Record<string, number>>;
  readonly differing: number;
  /** Some of them, where there are many. */
  readonly differences: readonly string[];
  readonly notes: readonly string[];
}

interface OpenFindings extends Findings {
  readonly close: () => Found;
}

export function openFindings(): OpenFindings {
  const compared = new Map<string, number>();
  const differences = new Set<string>();
  const notes: string[] = [];
  let differing = 0;
  return {
    compared: (what, count = 1) => compared.set(what, (compared.get(what) ?? 0) + count),
    differs: (text) => {
      differing += 1;
      if (differences.size < REMEMBERED) differences.add(text);
    },
    note: (text) => {
      if (notes.length < REMEMBERED) notes.push(text);
    },
    close: () => ({ compared: Object.fromEntries(compared), differing, differences: [...differences], notes }),
  };
}

/**
 * The findings that two looks share. A difference that was only on its way at the first is gone, or another one, at the second.
 *
 * @param later of the two, whose numbers are kept.
 */
export function foundTwice(earlier: Found, later: Found): Found {
  if (Math.max(earlier.differing, later.differing) > REMEMBERED) return later;
  const differences = later.differences.filter((text) => earlier.differences.includes(text));
  return { ...later, differing: differences.length, differences };
}

/** The findings as they are reported: the first differences stand for all. */
export function shorten({ differences, notes, ...found }: Found): Found {
  return { ...found, differences: differences.slice(0, TOLD), notes: notes.slice(0, TOLD) };
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

/** The place of a record in a stream that is sorted by tenant and id. */
export function placeOf(tenant: string, id: string): string {
  return `${tenant}\u0000${id}`;
}

const DAY_MS = 86_400_000;
/** Events are kept 30 days from when they are stored; a day is left for those that were stored late. */
const COMPARED_DAYS = 29;

/** True if the event of a change of that moment is still kept. */
export function isKept(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() < COMPARED_DAYS * DAY_MS;
}

/** The value of a JSON text; undefined where it is none. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
