import { newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { aTenant, scanEntry } from '../use-cases/scan.builder.ts';
import { openScanDatabase } from './scan-database.fixture.ts';
import { SCANS, type ScanDocument } from './scan-document.ts';
import { openScanHistory } from './scan-history.ts';
import { type MongoScanLog, openScanLog } from './scan-log.ts';

const cursors = makeCursors('a secret of more than 32 characters');
let mongo: Mongo;
let log: MongoScanLog;

beforeAll(async () => {
  mongo = await openScanDatabase(inject('engines').mongodbUrl);
  log = openScanLog({ ...mongo, onBatch: () => {} });
});

afterAll(async () => {
  await log.stop();
  await mongo.stop();
});

const history = () => openScanHistory(mongo.db, cursors);

async function fill(tenant: Tenant): Promise<string[]> {
  const entries = Array.from({ length: 10 }, (_, place) =>
    scanEntry(tenant, {
      barcode: `b-${place % 2}`,
      type: place % 2 === 0 ? 'pick' : 'count',
      ...(place % 5 === 0 ? { sku: 'MUG-01', order_id: 'ord_1', device_id: 'gun-7' } : { sku: 'MUG-02' }),
    }),
  );
  await Promise.all(entries.map((entry) => log.append(entry)));
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
    await log.append(scanEntry(tenant));
  } while (cursor !== undefined);

  expect(read).toEqual(ids);
});

test.each([
  [{ sku: 'MUG-01' }, 2],
  [{ barcode: 'b-1' }, 5],
  [{ type: 'count' }, 5],
  [{ order_id: 'ord_1' }, 2],
  [{ device_id: 'gun-7' }, 2],
  [{ device_id: 'gun-7', type: 'pick' }, 1],
  [{ sku: 'mug-01' }, 0],
])('the history filtered by %j has %d of the scans', async (filter, count) => {
  const tenant = aTenant();
  await fill(tenant);

  const { data } = await history().page(tenant, filter, { limit: 50, cursor: undefined });

  expect(data.length).toBe(count);
});

test.each(['sku', 'barcode', 'type', 'order_id', 'device_id'])(
  'the history by %s is read from its own index, in its order',
  async (field) => {
    const filter = { tenant: tenantKey(aTenant()), [`scan.${field}`]: 'x' };
    const plan: unknown = await mongo.db
      .collection<ScanDocument>(SCANS)
      .aggregate([{ $match: { $and: [filter, { _id: { $lt: newId('scn') } }] } }, { $sort: { _id: -1 } }, { $limit: 3 }])
      .explain('queryPlanner');

    const text = JSON.stringify(plan);
    expect(text).toContain(`"scans_by_${field}"`);
    expect(text).not.toContain('"stage":"SORT"');
  },
);

test("the history shows nothing of another tenant, or of the account's other environment", async () => {
  const tenant = aTenant();
  await fill(tenant);

  const { data } = await history().page({ ...tenant, environment: 'production' }, {}, { limit: 50, cursor: undefined });

  expect(data).toEqual([]);
});

test('the cursor of another filter is refused', async () => {
  const tenant = aTenant();
  await fill(tenant);
  const { next_cursor: cursor } = await history().page(tenant, { type: 'pick' }, { limit: 1, cursor: undefined });

  const page = history().page(tenant, { type: 'count' }, { limit: 1, cursor: cursor ?? '' });

  await expect(page).rejects.toMatchObject({ code: 'invalid_cursor' });
});
