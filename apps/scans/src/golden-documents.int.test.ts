import type { OutboxRow, OutboxSource } from '@fulfilment/messaging';
import type { Mongo } from '@fulfilment/mongo';
import { parseTenantKey } from '@fulfilment/kernel';
import { goldenDocuments } from '@fulfilment/testing';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as documents from './documents.ts';
import { LocationNames } from './scans/location-names-store.ts';
import { openHistory, openLog, openScanDatabase } from './scans/scan-database.fixture.ts';
import { scanCommands, scanEvents } from './scans/scan-outbox-store.ts';
import { scanEntry, submissionOf } from './scans/scan.builder.ts';

const GOLDEN = goldenDocuments(import.meta.dirname, (line) => BSON.EJSON.parse(line));

let mongo: Mongo;

beforeAll(async () => {
  mongo = await openScanDatabase(inject('engines').mongodbUrl);
  for (const { collection, document } of GOLDEN) await mongo.db.collection<{ _id: string }>(collection).insertOne(document);
});

afterAll(() => mongo.stop());

/** The messages of a scan that are still to be published. */
async function unpublishedOf(scanId: string, source: OutboxSource): Promise<readonly OutboxRow[]> {
  const shards = Array.from({ length: source.shards }, (_, shard) => shard);
  const { rows } = await source.read({ shards, after: undefined });
  return rows.filter(({ id }) => id.split('#', 1)[0] === scanId);
}

/** The answer to a repeat of a request whose receipt has expired: its scans as they are. */
async function repeatOf({ tenant: key, claim }: Omit<documents.ScanDocument, '_id'>): Promise<unknown> {
  if (!claim) return null;
  const tenant = parseTenantKey(key);
  const [entry, log] = [scanEntry(tenant), openLog(mongo)];
  const answered = await log.append(submissionOf([{ ...entry, claim }], { tenant, idempotency: claim }));
  await log.stop();
  return answered;
}

/** The reads of a stored scan. */
async function read({ _id: id, ...document }: documents.ScanDocument) {
  return {
    scan: await openHistory(mongo).find(parseTenantKey(document.tenant), id),
    events: await unpublishedOf(id, scanEvents(mongo.db)),
    commands: await unpublishedOf(id, scanCommands(mongo.db)),
    repeated: await repeatOf(document),
  };
}

/** The names of a location, which is asked for by its id. */
const readNames = ({ _id: id, tenant }: documents.LocationNamesDocument) =>
  new LocationNames(mongo.db).othersOf(parseTenantKey(tenant), [id]);

/** The reader of each collection. Its argument is a document as MongoDB gives it, which no type vouches for. */
const READERS: Readonly<Record<string, Function>> = { scans: read, location_names: readNames };

test('every collection of the service has golden documents', () => {
  const collections = Object.values(documents).filter((each) => typeof each === 'string');

  expect([...new Set(GOLDEN.map(({ collection }) => collection))].toSorted()).toEqual(collections.toSorted());
});

test.each(GOLDEN)('the stored document $document._id is read to the value it was read to', async (golden) => {
  const { collection, document, reads } = golden;

  expect(await READERS[collection]?.(document)).toEqual(reads);
});
