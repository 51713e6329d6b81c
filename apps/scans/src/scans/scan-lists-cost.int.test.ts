import { newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { LocationNames } from './location-names-store.ts';
import type { ScanFilter } from './scan-ports.ts';
import { aTenant, seen } from './scan.builder.ts';
import { scanRecordOf } from './record-scans.ts';
import { openHistory, openScanDatabase } from './scan-database.fixture.ts';
import { type ScanDocument, SCANS } from './scan-documents.ts';

const SCANS_THERE = 20_000;
const LIMIT = 20;

const tenant = aTenant();
let mongo: Mongo;

beforeAll(async () => {
  mongo = await openScanDatabase(inject('engines').mongodbUrl);
  const scans = mongo.db.collection<ScanDocument>(SCANS);
  await scans.insertMany([...skewed(tenant, SCANS_THERE), ...skewed(aTenant(), 1_000)], { ordered: false });
}, 180_000);

afterAll(async () => {
  await mongo.stop();
});

/** Nearly all of one kind: one SKU, one device, one shift; the rare ones lie deep in the past. */
function skewed(of: Tenant, count: number): ScanDocument[] {
  return Array.from({ length: count }, (_, place) => {
    const id = newId('scn');
    const scan = scanRecordOf(bodyAt(place), id, new Date());
    return { _id: id, tenant: tenantKey(of), scan: { ...scan, applied: appliedAt(place) }, event_id: newId('evt') };
  });
}

const isRare = (place: number): boolean => place < 200 && place % 5 === 0;

function bodyAt(place: number) {
  const common = { quantity: 1, sku: place < 200 ? 'OLD-01' : 'HOT-01', order_id: `ord_${Math.floor(place / 10)}` };
  return isRare(place)
    ? seen({ ...common, barcode: 'rare', type: 'count', location: 'Z9/S9', device_id: 'gun-old', operator: 'Robin' })
    : seen({ ...common, barcode: 'common', type: 'pick', location: 'A1/S1', device_id: 'gun-1', operator: 'Kim' });
}

function appliedAt(place: number) {
  if (isRare(place)) return 'refused';
  return place % 3 === 0 ? 'done' : null;
}

const profiled = z.object({ keysExamined: z.int(), docsExamined: z.int(), hasSortStage: z.boolean().optional() });

/** The cost of the last read. */
async function lastRead(): Promise<z.output<typeof profiled>> {
  const [last] = await mongo.db
    .collection('system.profile')
    .find({ ns: `${mongo.db.databaseName}.${SCANS}`, 'command.find': SCANS })
    .sort({ ts: -1 })
    .limit(1)
    .toArray();
  return profiled.parse(last);
}

const hour = (ago: number): Date => new Date(Date.now() - ago * 3_600_000);

test.each<ScanFilter>([
  {},
  { from: hour(1) },
  { to: hour(-1) },
  { sku: 'HOT-01' },
  { sku: 'OLD-01' },
  { barcode: 'common' },
  { barcode: 'rare' },
  { type: ['pick'] },
  { type: ['count'] },
  { location: ['A1/S1'] },
  { location: ['A1/S1', 'Z9/S9', 'B1/S1', 'B1/S2', 'loc_01JD8Z0000000000000000TEST'] },
  { location: ['Z9/S9'] },
  { order_id: 'ord_1999' },
  { order_id: 'ord_3' },
  { device_id: ['gun-1'] },
  { device_id: ['gun-old'] },
  { operator: 'Kim' },
  { operator: 'Robin' },
  { applied: ['done'] },
  { applied: ['refused'] },
  { sku: 'HOT-01', type: ['count'] },
  { sku: 'OLD-01', type: ['count'], from: hour(1), to: hour(-1) },
  { location: ['A1/S1'], type: ['pick'] },
  { device_id: ['gun-1'], type: ['count'] },
  { operator: 'Kim', type: ['pick'], from: hour(1) },
  { sku: 'OLD-01', operator: 'Robin' },
  { location: ['A1/S1'], operator: 'Robin' },
  { type: ['count', 'pick'] },
  { device_id: ['gun-1', 'gun-old', 'gun-none'] },
  { device_id: ['gun-old', 'gun-1'], type: ['count', 'receive'] },
  { applied: ['done', 'refused'] },
])(`the first two pages of ${SCANS_THERE} scans by %j cost no more than what they show`, async (filter) => {
  const history = openHistory(mongo);
  await mongo.db.setProfilingLevel('all');
  try {
    const first = await history.page(tenant, filter, { limit: LIMIT, cursor: undefined });
    const firstCost = await lastRead();
    expect(firstCost.docsExamined).toBeLessThanOrEqual(2 * (LIMIT + 1));
    expect(firstCost.keysExamined).toBeLessThanOrEqual(2 * (LIMIT + 1) + 16);
    expect(firstCost.hasSortStage ?? false).toBe(false);
    if (first.next_cursor === null) return;
    await history.page(tenant, filter, { limit: LIMIT, cursor: first.next_cursor });
    expect((await lastRead()).docsExamined).toBeLessThanOrEqual(2 * (LIMIT + 1));
  } finally {
    await mongo.db.setProfilingLevel('off');
  }
});

test('a page by two filters that nearly all scans match looks at a hundred of them', async () => {
  await mongo.db.setProfilingLevel('all');
  try {
    const filter = { sku: 'HOT-01', device_id: ['gun-1'] };
    const page = await openHistory(mongo).page(tenant, filter, { limit: LIMIT, cursor: undefined });
    expect(page.data).toHaveLength(LIMIT);
    expect((await lastRead()).docsExamined).toBeLessThanOrEqual(100);
  } finally {
    await mongo.db.setProfilingLevel('off');
  }
});

/** Two devices and two shifts, each with half of all, and none of one device in the shift of the other. */
function apart(of: Tenant, count: number): ScanDocument[] {
  return Array.from({ length: count }, (_, place) => {
    const id = newId('scn');
    const [device_id, operator, location] = place % 2 === 0 ? ['gun-1', 'Kim', 'A1/S1'] : ['gun-2', 'Robin', 'B1/S1'];
    const scan = scanRecordOf(seen({ device_id, operator, location }), id, new Date());
    return { _id: id, tenant: tenantKey(of), scan, event_id: newId('evt') };
  });
}

test.each<ScanFilter>([
  { device_id: ['gun-1'], operator: 'Robin' },
  { device_id: ['gun-2'], location: ['A1/S1'] },
  { location: ['B1/S1'], operator: 'Kim', from: hour(1) },
])('a page by %j, which exclude each other, looks at 1,000 scans at most, and the list comes to its end', async (filter) => {
  const of = aTenant();
  await mongo.db.collection<ScanDocument>(SCANS).insertMany(apart(of, 5_000), { ordered: false });
  const history = openHistory(mongo);
  await mongo.db.setProfilingLevel('all');
  try {
    let [cursor, pages]: [string | undefined, number] = [undefined, 0];
    do {
      const page = await history.page(of, filter, { limit: LIMIT, cursor });
      expect(page.data).toEqual([]);
      expect(page.has_more).toBe(page.next_cursor !== null);
      expect((await lastRead()).docsExamined).toBeLessThanOrEqual(1_001);
      cursor = page.next_cursor ?? undefined;
      pages += 1;
    } while (cursor !== undefined);
    expect(pages).toBe(3);
  } finally {
    await mongo.db.setProfilingLevel('off');
  }
});

test('a list that is looked through finds scans by the name that their place had before', async () => {
  const of = aTenant();
  await mongo.db.collection<ScanDocument>(SCANS).insertMany(apart(of, 4_000), { ordered: false });
  const names = new LocationNames(mongo.db);
  const location = { id: newId('loc'), since: hour(2).toISOString() };
  await names.record([
    {
      type: 'locations',
      request_id: 'req_1',
      account_id: of.accountId,
      environment: of.environment,
      locations: [
        { ...location, path: 'MAIN:B1/S1', version: 1 },
        { ...location, path: 'MAIN:N1/S1', version: 2, since: hour(-1).toISOString() },
      ],
    },
  ]);
  const pageBy = (device: string) =>
    openHistory(mongo).page(of, { device_id: [device], location: ['N1/S1'] }, { limit: LIMIT, cursor: undefined });

  const found = await pageBy('gun-2');
  expect(found.data.map(({ location: at }) => at)).toEqual(Array.from({ length: LIMIT }, () => 'B1/S1'));
  expect(await pageBy('gun-1')).toMatchObject({ data: [], has_more: true });
});
