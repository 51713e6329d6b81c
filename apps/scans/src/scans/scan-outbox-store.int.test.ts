import { domainEvent, moveCommand, type ScanRecord } from '@fulfilment/contracts';
import { newId, parseTenantKey, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { OutboxRow, OutboxSource } from '@fulfilment/messaging';
import type { Mongo } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { append, aTenant, received, scanEntry } from './scan.builder.ts';
import { openHistory, openLog, openScanDatabase } from './scan-database.fixture.ts';
import { type ScanDocument, SCANS } from './scan-documents.ts';
import type { MongoScanLog } from './scan-log-store.ts';
import { messagesOfStored } from './scan-messages.ts';
import { type MessagesOf, scanOutboxOperator } from './scan-operator-store.ts';
import type { ScanOutcome } from './scan-ports.ts';
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

const outcomeOf = (tenant: Tenant, scanId: string, refusal: ScanOutcome['refusal'] = null): ScanOutcome => ({
  tenant,
  scanId,
  refusal,
  requestId: newId('req'),
  at: new Date('2026-11-21T09:07:31.000Z'),
});
const refusal = { code: 'unknown_sku', detail: 'There is no SKU MUG-01.', errors: [], at: '2026-11-21T09:07:31.000Z' };

test('the event of a result is read behind those of all scans of its key, with the scan as it is then', async () => {
  const tenant = aTenant();
  const ofGun = { device_id: 'gun-7' };
  const entries = [scanEntry(tenant, received(ofGun)), scanEntry(tenant, received(ofGun)), scanEntry(tenant, ofGun)];
  const [first, second, last] = entries;
  if (!first || !second || !last) throw new Error('There are three');
  for (const entry of [first, second]) await append(log, entry);
  await openHistory(mongo).recordOutcomes([outcomeOf(tenant, second.scan.id, refusal), outcomeOf(tenant, first.scan.id)]);
  await append(log, last);

  const rows = await rowsOf(tenant);

  const events = rows.map(({ record }) => domainEvent.parse(JSON.parse(record.value)));
  expect(events.map(({ type, data }) => [type, 'id' in data && data.id])).toEqual([
    ['scan.completed', first.scan.id],
    ['scan.completed', second.scan.id],
    ['scan.completed', last.scan.id],
    ['scan.refused', second.scan.id],
    ['scan.applied', first.scan.id],
  ]);
  expect(events[3]).toMatchObject({
    created_at: '2026-11-21T09:07:31.000Z',
    data: { ...second.scan, applied: 'refused', refusal },
  });
  expect(events[4]?.data).toEqual({ ...first.scan, applied: 'done' });
  expect(new Set(rows.map(({ record }) => record.key)).size).toBe(1);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5);
});

test('a published result is not read again, and its scan keeps the id of the event', async () => {
  const tenant = aTenant();
  const { scan } = await appended(tenant);
  await openHistory(mongo).recordOutcomes([outcomeOf(tenant, scan.id)]);
  const rows = await rowsOf(tenant);
  const told = domainEvent.parse(JSON.parse(rows[1]?.record.value ?? ''));

  await outbox().markPublished(rows.map(({ id }) => id));

  expect(await rowsOf(tenant)).toEqual([]);
  const found = await scans().findOne({ _id: scan.id });
  expect(found).toMatchObject({ scan: { applied: 'done' }, result_event: { id: told.id, at: new Date(told.created_at) } });
  expect(found).not.toHaveProperty('result');
  expect(found).not.toHaveProperty('outbox');
});

test('a refused event of a result becomes a dead letter, which the operator sees, retries, and sends again when it was lost', async () => {
  const tenant = aTenant();
  const { scan } = await appended(tenant);
  await openHistory(mongo).recordOutcomes([outcomeOf(tenant, scan.id)]);
  const [, row] = await rowsOf(tenant);
  const operator = scanOutboxOperator(mongo.db, messagesOf);

  await outbox().deadLetter(row?.id ?? '', 'too large');
  expect(await operator.deadRows()).toContainEqual(expect.objectContaining({ id: `result:${scan.id}`, error: 'too large' }));
  expect(await operator.retry(`result:${scan.id}`)).toBe(true);
  const [completed, retried] = await rowsOf(tenant);
  await outbox().markPublished([completed, retried].map((each) => each?.id ?? ''));
  await operator.republish(new Date('2026-11-21T09:00:00.000Z'), 'scans.events');

  expect(retried?.record.value).toBe(row?.record.value);
  expect((await rowsOf(tenant)).map(({ record }) => record.value)).toEqual([completed?.record.value, row?.record.value]);
});

test('a scan that an earlier release gave its result has no event of it, whatever is told or sent again', async () => {
  const tenant = aTenant();
  const { scan } = await appended(tenant);
  await outbox().markPublished((await rowsOf(tenant)).map(({ id }) => id));
  await scans().updateOne({ _id: scan.id }, { $set: { 'scan.applied': 'done' } });

  expect(await openHistory(mongo).recordOutcomes([outcomeOf(tenant, scan.id, refusal)])).toBe(0);
  await scanOutboxOperator(mongo.db, messagesOf).republish(new Date('2026-11-21T09:00:00.000Z'), undefined);

  expect((await rowsOf(tenant)).map(({ record }) => record.headers['ce_type'])).toEqual(['scan.completed']);
});

test('of processes that record one outcome at once, one writes its event, and hands over that', async () => {
  const tenant = aTenant();
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push((await appended(tenant)).scan.id);
  const handed: OutboxRow[] = [];
  const relay = { handOver: (rows: readonly OutboxRow[]) => void handed.push(...rows), doubt: () => {} };

  const recorded = await Promise.all(
    Array.from({ length: 4 }, () => openHistory(mongo, { relay }).recordOutcomes(ids.map((id) => outcomeOf(tenant, id)))),
  );

  expect(recorded.reduce((sum, count) => sum + count, 0)).toBe(20);
  const stored = (await rowsOf(tenant)).filter(({ record }) => record.headers['ce_type'] === 'scan.applied');
  expect(stored).toHaveLength(20);
  expect(handed.map(({ record }) => record.value).toSorted()).toEqual(stored.map(({ record }) => record.value).toSorted());
});

test('the oldest result is as old as its outcome, not as its scan', async () => {
  await scans().deleteMany({});
  const tenant = aTenant();
  const { scan } = await appended(tenant);
  const now = new Date('2026-11-22T10:00:00.000Z');
  await openHistory(mongo, { now: () => now }).recordOutcomes([outcomeOf(tenant, scan.id)]);
  const [completed] = await rowsOf(tenant);

  await outbox().markPublished([completed?.id ?? '']);

  expect(await outbox().oldestAt()).toEqual(now);
});

async function appended(tenant: Tenant) {
  const entry = scanEntry(tenant, received());
  await append(log, entry);
  return entry;
}

const messagesOf: MessagesOf = ({ scan, event_id: eventId, result_event: told, tenant }) =>
  messagesOfStored({
    scan,
    eventId,
    result: told && { eventId: told.id, at: told.at },
    tenant: parseTenantKey(tenant),
  });
