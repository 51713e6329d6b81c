import { type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { aTenant, scanEntry } from '../use-cases/scan.builder.ts';
import { openScanDatabase } from './scan-database.fixture.ts';
import { SCANS, type ScanDocument } from './scan-document.ts';
import { type MongoScanLog, openScanLog } from './scan-log.ts';
import { scanOutbox } from './scan-outbox.ts';

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

const scans = () => mongo.db.collection<ScanDocument>(SCANS);
const outbox = () => scanOutbox(mongo.db);
const lanes = Array.from({ length: 8 }, (_, lane) => lane);
const rowsOf = async (tenant: Tenant) => {
  const rows = await outbox().read({ lanes, after: `${tenantKey(tenant)}|`, limit: 500 });
  return rows.filter(({ record }) => record.key.startsWith(tenantKey(tenant)));
};

test('the outbox gives unpublished events with their bodies as they were made, by key and then as they came', async () => {
  const tenant = aTenant();
  const devices = 'h g f e d c b a h g f e d c b a'.split(' ');
  const entries = devices.map((device) => scanEntry(tenant, { device_id: device }));
  for (const entry of entries) await log.append(entry);

  const rows = await rowsOf(tenant);

  const inOrder = entries.toSorted((a, b) => (a.event.key < b.event.key ? -1 : a.event.key > b.event.key ? 1 : 0));
  expect(rows.map(({ record }) => record.value)).toEqual(inOrder.map(({ event }) => event.value));
  expect(rows[0]?.record.headers).toMatchObject({
    ce_id: inOrder[0]?.event.id,
    ce_type: 'scan.completed',
    ce_subject: inOrder[0]?.scan.id,
    request_id: inOrder[0]?.event.requestId,
  });
});

test('the outbox gives what is published no more, and keeps the scan as it was', async () => {
  const tenant = aTenant();
  const entry = scanEntry(tenant);
  await log.append(entry);

  await outbox().markPublished((await rowsOf(tenant)).map(({ id }) => id));

  expect(await rowsOf(tenant)).toEqual([]);
  expect(await scans().findOne({ _id: entry.scan.id })).toEqual({
    _id: entry.scan.id,
    tenant: tenantKey(tenant),
    scan: entry.scan,
    event_id: entry.event.id,
  });
});

test('the outbox sets aside what the event log does not take, with the reason', async () => {
  const tenant = aTenant();
  const entry = scanEntry(tenant);
  await log.append(entry);

  await outbox().park(entry.scan.id, 'too large');

  expect(await rowsOf(tenant)).toEqual([]);
  expect((await scans().findOne({ _id: entry.scan.id }))?.outbox).toMatchObject({ state: 'parked', error: 'too large' });
});

test('the outbox says how old the oldest unpublished scan is', async () => {
  await log.append(scanEntry(aTenant()));

  expect(await outbox().oldestAt()).toEqual(new Date('2026-11-21T09:07:30.214Z'));
});

test('the outbox is read from its own index, so that what is published costs nothing', async () => {
  const plan: unknown = await scans().find({ 'outbox.state': 'new' }).sort({ 'scan.received_at': 1 }).explain('queryPlanner');

  expect(JSON.stringify(plan)).toContain('"scans_unpublished_oldest"');
});
