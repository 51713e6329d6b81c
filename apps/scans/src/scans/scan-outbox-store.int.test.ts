import { moveCommand, type ScanRecord } from '@fulfilment/contracts';
import { type Tenant, tenantKey } from '@fulfilment/kernel';
import type { OutboxSource } from '@fulfilment/messaging';
import type { Mongo } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { append, aTenant, received, scanEntry } from './scan.builder.ts';
import { openLog, openScanDatabase } from './scan-database.fixture.ts';
import { type ScanDocument, SCANS } from './scan-documents.ts';
import type { MongoScanLog } from './scan-log-store.ts';
import { scanCommands, scanEvents } from './scan-outbox-store.ts';

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

const scans = () => mongo.db.collection<ScanDocument>(SCANS);
const outbox = () => scanEvents(mongo.db);
const commands = () => scanCommands(mongo.db);
const shards = Array.from({ length: 8 }, (_, shard) => shard);
const rowsOf = async (tenant: Tenant, source: OutboxSource = outbox()) => {
  const { rows } = await source.read({ shards, after: undefined });
  return rows.filter(({ record }) => record.key.startsWith(tenantKey(tenant)));
};

test('the outbox reads unpublished events with their first bodies, by key and then by time', async () => {
  const tenant = aTenant();
  const devices = 'h g f e d c b a h g f e d c b a'.split(' ');
  const entries = devices.map((device) => scanEntry(tenant, { device_id: device }));
  for (const entry of entries) await append(log, entry);

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

test('the outbox does not read published events, and the scan is unchanged', async () => {
  const tenant = aTenant();
  const entry = scanEntry(tenant);
  await append(log, entry);

  await outbox().markPublished((await rowsOf(tenant)).map(({ id }) => id));

  expect(await rowsOf(tenant)).toEqual([]);
  expect(await scans().findOne({ _id: entry.scan.id })).toEqual({
    _id: entry.scan.id,
    tenant: tenantKey(tenant),
    scan: entry.scan,
    event_id: entry.event.id,
  });
});

test('a refused event becomes a dead letter, with the reason', async () => {
  const tenant = aTenant();
  const entry = scanEntry(tenant);
  await append(log, entry);

  await outbox().deadLetter(entry.scan.id, 'too large');

  expect(await rowsOf(tenant)).toEqual([]);
  expect((await scans().findOne({ _id: entry.scan.id }))?.outbox).toMatchObject({ state: 'parked', error: 'too large' });
});

test('the outbox reports the age of the oldest unpublished scan', async () => {
  await append(log, scanEntry(aTenant()));

  expect(await outbox().oldestAt()).toEqual(new Date('2026-11-21T09:07:30.214Z'));
});

test('the outbox is read from its own index, so that published events cost nothing', async () => {
  const plan: unknown = await scans().find({ 'outbox.state': 'new' }).sort({ 'scan.received_at': 1 }).explain('queryPlanner');

  expect(JSON.stringify(plan)).toContain('"scans_outbox_oldest"');
});

test('a command is stored beside the event of its scan, and published by itself', async () => {
  const tenant = aTenant();
  const entries = [scanEntry(tenant, received()), scanEntry(tenant), scanEntry(tenant, received({ type: 'count', quantity: 0 }))];
  for (const entry of entries) await append(log, entry);

  const rows = await rowsOf(tenant, commands());

  const asked = rows.map(({ record }) => moveCommand.parse(JSON.parse(record.value)));
  const [first, , last] = entries;
  expect(asked).toMatchObject([
    { id: `move:${first?.scan.id}`, movement: 'receive', sku: 'MUG-01', quantity: 24, location: null },
    { id: `move:${last?.scan.id}`, movement: 'count', quantity: 0 },
  ]);
  expect(rows[0]?.record).toMatchObject({
    topic: 'stock.moves',
    key: expect.stringContaining(`${tenantKey(tenant)}|`),
    headers: { ce_id: asked[0]?.id },
  });
  await commands().markPublished(rows.map(({ id }) => id));
  expect(await rowsOf(tenant, commands())).toEqual([]);
  expect(await rowsOf(tenant)).toHaveLength(3);
});

test('a refused command becomes a dead letter without its event', async () => {
  const tenant = aTenant();
  const entry = scanEntry(tenant, received());
  await append(log, entry);

  await commands().deadLetter(entry.scan.id, 'too large');

  expect(await scans().findOne({ _id: entry.scan.id })).toMatchObject({
    command: { state: 'parked', error: 'too large' },
    outbox: { state: 'new' },
  });
});
