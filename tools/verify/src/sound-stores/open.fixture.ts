import { SCHEMA_COLLECTION, THE_SCHEMA } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { BSON, type Db, type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type ProcessName, PROCESSES } from '@fulfilment/contracts';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { verifySystem, type VerifyOptions, type VerifyReport } from '../verify-system.ts';
import { soundDocuments } from './all.fixture.ts';

interface Stored extends Document {
  readonly _id: string;
}

/** The place of a document: the service, the collection, and which one; the first by default. */
type Where = readonly [service: ProcessName, collection: string, filter?: Document];

/** Stores of one test in which everything agrees, and what is done to them. */
export interface SoundStores {
  readonly db: (service: ProcessName) => Db;
  readonly set: (where: Where, values: Document) => Promise<void>;
  readonly unset: (where: Where, field: string) => Promise<void>;
  readonly remove: (where: Where) => Promise<void>;
  /** The same document once more, with other values. */
  readonly again: (where: Where, values: Document) => Promise<void>;
  /** Documents of more tenants, in which everything agrees. */
  readonly add: (names: readonly string[]) => Promise<void>;
  /** Without patience by default. */
  readonly verify: (
    options?: Pick<VerifyOptions, 'patienceMs' | 'full' | 'onWait' | 'onProgress' | 'pieceSize'>,
  ) => Promise<VerifyReport>;
}

/** Fills stores before each test of the file and drops them after the last: a collection takes longer to make than to fill. */
export function soundStores(): SoundStores {
  let client: MongoClient;
  let databases: ReturnType<typeof databasesOf>;
  const db = (service: ProcessName): Db => client.db(databases[service]);
  const collection = ([service, name]: Where) => db(service).collection<Stored>(name);
  beforeAll(async () => {
    client = await MongoClient.connect(inject('engines').mongodbUrl);
    databases = databasesOf(uniqueName('verify'));
  });
  beforeEach(async () => {
    const documents = soundDocuments();
    await Promise.all(PROCESSES.map((service) => refill(db(service), documents[service])));
  });
  afterAll(async () => {
    for (const service of PROCESSES) await db(service).dropDatabase();
    await client.close();
  });
  const update = async (where: Where, change: Document): Promise<void> => {
    expect((await collection(where).updateOne(where[2] ?? {}, change)).modifiedCount).toBe(1);
  };
  return {
    db,
    set: (where, values) => update(where, { $set: values }),
    unset: (where, field) => update(where, { $unset: { [field]: '' } }),
    remove: async (where) => {
      expect((await collection(where).deleteOne(where[2] ?? {})).deletedCount).toBe(1);
    },
    again: async (where, values) => {
      const { _id: id, ...found } = (await collection(where).findOne(where[2] ?? {})) ?? {};
      await collection(where).insertOne({ ...found, _id: `${id}_again`, ...values });
    },
    add: async (names) => {
      for (const documents of names.map(anotherWorld))
        await Promise.all(PROCESSES.map((service) => fill(db(service), documents[service])));
    },
    verify: (options) => verifySystem({ mongodbUrl: inject('engines').mongodbUrl, databases, patienceMs: 0, ...options }),
  };
}

async function refill(db: Db, documents: ReturnType<typeof soundDocuments>[ProcessName]): Promise<void> {
  await Promise.all((await db.collections()).map((collection) => collection.deleteMany()));
  await fill(db, documents);
  await db.collection<Stored>(SCHEMA_COLLECTION).insertOne({ ...THE_SCHEMA, version: 1 });
}

async function fill(db: Db, documents: ReturnType<typeof soundDocuments>[ProcessName]): Promise<void> {
  await Promise.all(Object.entries(documents).map(([name, ofCollection]) => db.collection(name).insertMany([...ofCollection])));
}

/** A planted fault: what is planted, what the check says of it, and how it is planted. */
export type Planted = readonly [what: string, says: RegExp, plant: (stores: SoundStores) => Promise<unknown>];

/** A test for each of them: the check finds it. */
export function testPlanted(check: string, stores: SoundStores, planted: readonly Planted[]): void {
  test.each(planted)(`${check}: %s`, async (_what, says, plant) => {
    await plant(stores);

    const { clean, checks } = await stores.verify();

    expect(clean).toBe(false);
    expect(checks.find(({ name }) => name === check)?.differences).toContainEqual(expect.stringMatching(says));
  });
}

/** Ids of records, which are unique over all tenants. */
const IDS = /\b(?:acc|ord|scn|loc|mov|evt|dlv|whk|key|claim)_/g;

const world = z.record(z.enum(PROCESSES), z.record(z.string(), z.array(z.record(z.string(), z.unknown()))));

/** The documents of every service, in which everything agrees, of a tenant of its own: `w7` makes `acc_w7_1` of `acc_1`. */
function anotherWorld(name: string): z.output<typeof world> {
  const text = BSON.EJSON.stringify(soundDocuments());
  return world.parse(BSON.EJSON.parse(text.replaceAll(IDS, (id) => `${id}${name}_`)));
}
