import type { ClientSession, Document, Filter, MongoClient, Sort } from 'mongodb';
import type { z } from 'zod';
import type { ServiceName } from '@fulfilment/dev-stack/run-file';
import type { Findings } from './findings.ts';

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
}

/** Everything as it stood at one moment, in all stores. */
export interface Look {
  readonly findings: Findings;
  readonly now: Date;
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
}

const BATCH = 1_000;

export function openLook({ client, databases, session, findings, now }: LookOptions): Look {
  const options = { session, allowDiskUse: true, batchSize: BATCH };
  return {
    findings,
    now,
    rows: (source, { filter = {}, sort } = {}) => {
      const { store, collection, schema } = source;
      const fields = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, 1]));
      const found = client
        .db(databases[store])
        .collection<Stored>(collection)
        .find(filter, { ...options, ...(sort ? { sort } : {}), projection: { ...fields, _id: 0, id: '$_id' } });
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
