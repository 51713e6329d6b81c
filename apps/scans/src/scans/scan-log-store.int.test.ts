import type { ScanRecord } from '@fulfilment/contracts';
import { AppError, tenantKey } from '@fulfilment/kernel';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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
