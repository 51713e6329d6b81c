import { newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
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
}, 60_000);

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
  { sku: 'HOT-01', device_id: ['gun-1'] },
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
