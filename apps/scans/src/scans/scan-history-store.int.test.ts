import type { ScanRecord } from '@fulfilment/contracts';
import { firstIdAt, newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { ScanFilter } from './scan-ports.ts';
import { append, aTenant, received, scanEntry } from './scan.builder.ts';
import { openHistory, openLog, openScanDatabase } from './scan-database.fixture.ts';
import { type ScanDocument, toScanDocument, SCANS } from './scan-documents.ts';
import type { MongoScanLog } from './scan-log-store.ts';

let mongo: Mongo;
let log: MongoScanLog<readonly ScanRecord[]>;

beforeAll(async () => {
  mongo = await openScanDatabase(inject('engines').mongodbUrl);
  log = openLog(mongo);
});

afterAll(async () => {
  await log.stop();
  await mongo.stop();
});

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second));
const history = () => openHistory(mongo);
const scans = () => mongo.db.collection<ScanDocument>(SCANS);

async function fill(tenant: Tenant): Promise<string[]> {
  const entries = Array.from({ length: 10 }, (_, place) =>
    scanEntry(tenant, {
      barcode: `b-${place % 2}`,
      type: place % 2 === 0 ? 'pick' : 'count',
      ...(place % 5 === 0
        ? { sku: 'MUG-01', order_id: 'ord_1', device_id: 'gun-7', location: 'A3/S2', operator: 'Kim' }
        : { sku: 'MUG-02', location: 'a3/s2' }),
    }),
  );
  await Promise.all(entries.map((entry) => append(log, entry)));
  return entries.map(({ scan }) => scan.id).toReversed();
}

test('the history is read newest first, page by page, while scans come', async () => {
  const tenant = aTenant();
  const ids = await fill(tenant);
  const read: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await history().page(tenant, {}, { limit: 4, cursor });
    read.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
    await append(log, scanEntry(tenant));
  } while (cursor !== undefined);

  expect(read).toEqual(ids);
});

test.each<[ScanFilter, number]>([
  [{ sku: 'MUG-01' }, 2],
  [{ barcode: 'b-1' }, 5],
  [{ type: ['count'] }, 5],
  [{ type: ['count', 'pick'] }, 10],
  [{ location: ['A3/S2'] }, 2],
  [{ location: ['MAIN:A3/S2'] }, 2],
  [{ location: ['W2:A3/S2'] }, 0],
  [{ location: ['MAIN:a3/s2'] }, 8],
  [{ location: ['A3/S2', 'a3/s2'] }, 10],
  [{ order_id: 'ord_1' }, 2],
  [{ device_id: ['gun-7'] }, 2],
  [{ device_id: ['gun-7', 'gun-9'] }, 2],
  [{ operator: 'Kim' }, 2],
  [{ device_id: ['gun-7'], type: ['pick'] }, 1],
  [{ sku: 'mug-01' }, 0],
  [{ applied: ['pending', 'done'] }, 0],
])('the history filtered by %j has %d of the scans', async (filter, count) => {
  const tenant = aTenant();
  await fill(tenant);

  const { data } = await history().page(tenant, filter, { limit: 50, cursor: undefined });

  expect(data.length).toBe(count);
});

test('scans that an earlier release kept in NFD are found by NFC', async () => {
  const tenant = aTenant();
  const { scan, ...entry } = scanEntry(tenant);
  await scans().insertOne(toScanDocument({ ...entry, scan: { ...scan, operator: 'Rene\u0301', device_id: 'Gera\u0308t' } }));

  const page = { limit: 50, cursor: undefined };
  expect((await history().page(tenant, { operator: 'Ren\u00E9' }, page)).data).toHaveLength(1);
  expect((await history().page(tenant, { device_id: ['Ger\u00E4t'] }, page)).data).toHaveLength(1);
});

test('applied scans are found by their outcome', async () => {
  const tenant = aTenant();
  await fill(tenant);
  const { scan } = scanEntry(tenant, received());
  await scans().insertOne(toScanDocument(scanEntry(tenant, received())));
  await scans().insertOne({ _id: scan.id, tenant: tenantKey(tenant), scan: { ...scan, applied: 'refused' }, event_id: 'evt' });

  const { data } = await history().page(tenant, { applied: ['refused'] }, { limit: 50, cursor: undefined });

  expect(data.map(({ id }) => id)).toEqual([scan.id]);
});

test('consecutive windows of time have every scan once', async () => {
  const tenant = aTenant();
  const documents = Array.from({ length: 10 }, (_, second) => {
    const document = toScanDocument(scanEntry(tenant, { device_id: 'gun-7' }));
    return { ...document, _id: firstIdAt('scn', at(second)), scan: { ...document.scan, received_at: at(second).toISOString() } };
  });
  await scans().insertMany(documents);

  const windows = await Promise.all(
    [
      { to: at(3) },
      { from: at(3), to: at(7), device_id: ['gun-7'] },
      { from: at(7), type: ['pick' as const] },
      { from: at(10) },
      { from: at(7), to: at(3) },
    ].map((filter) => history().page(tenant, filter, { limit: 50, cursor: undefined })),
  );

  const times = documents.map(({ scan }) => scan.received_at).toReversed();
  expect(windows.map(({ data }) => data.map(({ received_at: time }) => time))).toEqual([
    times.slice(7),
    times.slice(3, 7),
    times.slice(0, 3),
    [],
    [],
  ]);
});

test('one scan is found by its id, in its own tenant and no other', async () => {
  const tenant = aTenant();
  const { scan } = scanEntry(tenant);
  await scans().insertOne(toScanDocument({ ...scanEntry(tenant), scan }));

  expect(await history().find(tenant, scan.id)).toEqual(scan);
  expect(await history().find({ ...tenant, environment: 'production' }, scan.id)).toBeUndefined();
  expect(await history().find(tenant, newId('scn'))).toBeUndefined();
});

test("the history shows nothing of another tenant, or of the account's other environment", async () => {
  const tenant = aTenant();
  await fill(tenant);

  const { data } = await history().page({ ...tenant, environment: 'production' }, {}, { limit: 50, cursor: undefined });

  expect(data).toEqual([]);
});

test('the cursor of another filter is refused, of another window of time too', async () => {
  const tenant = aTenant();
  await fill(tenant);
  const from = new Date('2026-01-01T00:00:00Z');
  const { next_cursor: cursor } = await history().page(tenant, { type: ['pick'], from }, { limit: 1, cursor: undefined });

  for (const filter of [
    { type: ['count' as const], from },
    { type: ['pick' as const] },
    { type: ['pick' as const], from: new Date() },
  ])
    await expect(history().page(tenant, filter, { limit: 1, cursor: cursor ?? '' })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
});

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

/** How many keys and documents each aggregation of scans read during the work; nothing else reads this database. */
async function readBy(work: () => Promise<unknown>): Promise<readonly (readonly [keys: number, documents: number])[]> {
  const profile = mongo.db.collection<Document & { keysExamined: number; docsExamined: number }>('system.profile');
  await profile.drop();
  await mongo.db.command({ profile: 2 });
  await work();
  await mongo.db.command({ profile: 0 });
  const looks = await profile.find({ 'command.aggregate': SCANS }).toArray();
  return looks.map(({ keysExamined, docsExamined }) => [keysExamined, docsExamined]);
}

test('counting reads the index and no scan', async () => {
  const tenant = aTenant();
  await scans().insertOne(toScanDocument(scanEntry(tenant)));
  const read = await readBy(async () => {
    expect(await history().countSince(tenant, minutesAgo(1))).toBe(1);
    expect(await history().countByMinute(tenant, [minutesAgo(2), minutesAgo(1)])).toEqual([0, 1]);
  });

  // The key that is counted, and of a count the end of the range.
  expect(read).toEqual([
    [2, 0],
    [1, 0],
  ]);
});

test('no more than the newest 10 000 scans are read to tell devices', async () => {
  const tenant = aTenant();
  const document = (device_id: string) => toScanDocument(scanEntry(tenant, { device_id }));
  await scans().insertOne(document('gun-0'));
  const newer = document('gun-1');
  await scans().insertMany(Array.from({ length: 10_000 }, () => ({ ...newer, _id: newId('scn') })));
  const read = await readBy(async () => {
    const found = await history().busiestSince(tenant, new Date(Date.now() - 3_600_000));
    expect(found).toMatchObject({ looked_at: 10_000, by_device: [{ device_id: 'gun-1', scans: 10_000 }] });
  });

  expect(read).toEqual([[10_000, 10_000]]);
});
