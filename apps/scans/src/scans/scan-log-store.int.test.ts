import type { ScanRecord } from '@fulfilment/contracts';
import { AppError, tenantKey } from '@fulfilment/kernel';
import { connectMongo, migrateStore, type Mongo, readStatus, type StoreSchema } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { SCHEMA } from '../schema.ts';
import type { ScanEntry } from './scan-ports.ts';
import { append, aTenant, scanEntry } from './scan.builder.ts';
import { insertScans, type MongoScanLog } from './scan-log-store.ts';
import { openHistory, openLog, openScanDatabase } from './scan-database.fixture.ts';
import { type ScanDocument, SCANS, toScanDocument } from './scan-documents.ts';
import { scanLogConformance } from './scan-log.conformance.ts';

const batches: number[] = [];
let mongo: Mongo;
let log: MongoScanLog<readonly ScanRecord[]>;

beforeAll(async () => {
  mongo = await openScanDatabase(inject('engines').mongodbUrl);
  log = openLog(mongo, { onBatch: (size) => batches.push(size) });
});

afterAll(async () => {
  await log.stop();
  await mongo.stop();
});

scanLogConformance(
  () => log,
  () => openHistory(mongo),
);

test('concurrent scans of a tenant share an insert', async () => {
  const tenant = aTenant();
  batches.length = 0;

  await Promise.all(Array.from({ length: 64 }, () => append(log, scanEntry(tenant))));

  expect(batches).toEqual([64]);
});

test('64 callers share inserts; prints how many scans a second', async () => {
  const tenant = aTenant();
  batches.length = 0;
  const startedAt = performance.now();

  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (let count = 0; count < 50; count += 1) await append(log, scanEntry(tenant));
    }),
  );

  const seconds = (performance.now() - startedAt) / 1_000;
  process.stdout.write(`64 callers: ${Math.round(3_200 / seconds)} scans/s into the store, ${batches.length} inserts\n`);
  expect(batches.reduce((sum, size) => sum + size, 0)).toBe(3_200);
  expect(batches.length).toBeLessThan(400);
});

test('an insert again, with all of the same scans or some, changes nothing', async () => {
  const tenant = aTenant();
  const entries = Array.from({ length: 6 }, (_, place) =>
    scanEntry(tenant, place % 2 === 0 ? { client_scan_id: `c-${place}` } : {}),
  );
  const insert = (some: readonly ScanEntry[]) => insertScans(mongo.client, { scans: scans(), tenant: tenantKey(tenant) }, some);
  await insert(entries.slice(0, 3));

  expect(await insert(entries)).toEqual(entries.map(({ scan }) => ({ scan, own: true })));
  expect(await scans().countDocuments({ tenant: tenantKey(tenant) })).toBe(6);
});

test('two processes with one client_scan_id keep one scan', async () => {
  const tenant = aTenant();
  const other = openLog(mongo);
  const ids = Array.from({ length: 50 }, (_, place) => `c-${place}`);

  const kept = await Promise.all(
    ids.flatMap((id) => [log, other].map((each) => append(each, scanEntry(tenant, { client_scan_id: id })))),
  );

  expect(new Set(kept.map(({ id }) => id)).size).toBe(50);
  expect(await scans().countDocuments({ tenant: tenantKey(tenant) })).toBe(50);
  await other.stop();
});

test('a store of the release before keeps its scans; by then each device has its ids to itself', async () => {
  const database = uniqueName('scans_before');
  const stores = await connectMongo({ url: inject('engines').mongodbUrl, database, appName: 'scans-test' });
  const { db } = stores;
  const before: StoreSchema = { ...SCHEMA, needs: 1, migrations: SCHEMA.migrations.slice(0, 2) };
  await migrateStore({ db, schema: before });
  const tenant = aTenant();
  const entries = ['gun-7', undefined].map((device, place) =>
    scanEntry(tenant, { client_scan_id: `a-${place}`, ...(device !== undefined && { device_id: device }) }),
  );
  await db.collection<ScanDocument>(SCANS).insertMany(entries.map(toScanDocument));

  await migrateStore({ db, schema: SCHEMA, settleMs: 0 });

  const upgraded = openLog(stores);
  const repeat = (device: string | undefined, id: string) =>
    append(upgraded, scanEntry(tenant, { client_scan_id: id, quantity: 9, ...(device !== undefined && { device_id: device }) }));
  expect([await repeat('gun-7', 'a-0'), await repeat(undefined, 'a-1')]).toEqual(entries.map(({ scan }) => scan));
  expect([await repeat('gun-8', 'a-0'), await repeat('gun-7', 'a-1')]).toMatchObject([{ quantity: 9 }, { quantity: 9 }]);
  expect(await readStatus(db, SCHEMA)).toMatchObject({ version: SCHEMA.migrations.length, minReader: 3, minWriter: 3 });
  await upgraded.stop();
  await db.dropDatabase();
  await stores.stop();
});

test('two processes keep one scan of a device, and one of each', async () => {
  const tenant = aTenant();
  const other = openLog(mongo);
  const devices = ['gun-7', 'gun-8'];

  const kept = await Promise.all(
    Array.from({ length: 25 }, (_, place) => `c-${place}`).flatMap((id) =>
      devices.flatMap((device) =>
        [log, other].map((each) => append(each, scanEntry(tenant, { client_scan_id: id, device_id: device }))),
      ),
    ),
  );

  expect(new Set(kept.map(({ id }) => id)).size).toBe(50);
  await other.stop();
});

test('with the store away a scan is refused as unavailable', async () => {
  const away = await connectMongo({ url: inject('engines').mongodbUrl, database: 'away', appName: 'scans-test' });
  const closed = openLog(away);
  await away.stop();

  const failure: unknown = await append(closed, scanEntry(aTenant())).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ kind: 'unavailable' });
});

const scans = () => mongo.db.collection<ScanDocument>(SCANS);

test('a client_scan_id that an earlier release kept in NFD names the same scan in NFC', async () => {
  const tenant = aTenant();
  const kept = scanEntry(tenant, { client_scan_id: 'Gera\u0308t-1' });
  const scan = { ...kept.scan, client_scan_id: 'Gera\u0308t-1' };
  await scans().insertOne(toScanDocument({ ...kept, scan }));

  expect(kept.scan.client_scan_id).toBe('Ger\u00E4t-1');
  expect(await append(log, scanEntry(tenant, { client_scan_id: 'Ger\u00E4t-1' }))).toEqual(scan);
  expect(await scans().countDocuments({ tenant: tenantKey(tenant) })).toBe(1);
});
