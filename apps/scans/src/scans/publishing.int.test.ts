import { type ScanRecord, scanRecord } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller, type ServiceInstance, signIdentity } from '@fulfilment/service/test-bed';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openTestBed, type TestBed } from '../scans.fixture.ts';
import { openLog } from './scan-database.fixture.ts';
import { SCANS } from './scan-documents.ts';
import { append, scanEntry } from './scan.builder.ts';

let bed: TestBed;
let running: ServiceInstance[];

beforeEach(async () => {
  bed = await openTestBed(inject('engines'));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((instance) => instance.stop()));
  await bed.stop();
});

async function start(): Promise<ServiceInstance> {
  const instance = await bed.start();
  running.push(instance);
  return instance;
}

const heardIds = () => bed.events.map(({ data }) => ('barcode' in data ? data.id : ''));

const unpublished = () => bed.mongo.db.collection(SCANS).countDocuments({ outbox: { $exists: true } });

async function record(instance: ServiceInstance, by: Caller, body: object): Promise<ScanRecord> {
  return scanRecord.parse((await instance.call(by, 'POST /scans', body)).body);
}

test('scans that a killed process left unpublished are published by the next, with their first bodies', async () => {
  const log = openLog(bed.mongo);
  const entries = Array.from({ length: 30 }, () => scanEntry(newCaller()));
  await Promise.all(entries.map((entry) => append(log, entry)));

  await start();

  await eventually(() => expect(new Set(heardIds())).toEqual(new Set(entries.map(({ scan }) => scan.id))));
  const bodies = new Map(bed.events.map((event) => [event.id, event]));
  for (const { event } of entries) expect(bodies.get(event.id)).toEqual(JSON.parse(event.value));
  await eventually(async () => expect(await unpublished()).toBe(0));
});

test('two processes publish every scan of both, those of one device in their order', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  const by = newCaller();
  const recorded: ScanRecord[] = [];
  for (let count = 0; count < 40; count += 1)
    recorded.push(await record(count % 2 === 0 ? one : two, by, { barcode: `b-${count}`, device_id: 'gun-7' }));

  await eventually(() => expect(new Set(heardIds()).size).toBe(40));
  expect([...new Set(heardIds())]).toEqual(recorded.map(({ id }) => id));
});

test('one client_scan_id sent to two processes at once is one scan with one event', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  const by = newCaller();
  const bodies = Array.from({ length: 25 }, (_, place) => ({ barcode: '1', client_scan_id: `c-${place}` }));

  const replies = await Promise.all(bodies.flatMap((body) => [one, two].map((each) => each.call(by, 'POST /scans', body))));

  expect(replies.filter(({ status }) => status === 201).length).toBe(25);
  expect(replies.filter(({ status }) => status === 200).length).toBe(25);
  await eventually(() => expect(new Set(heardIds()).size).toBe(25));
  expect(await bed.mongo.db.collection(SCANS).countDocuments({ tenant: tenantKey(by) })).toBe(25);
});

test('scans of a time are published again as they were, and commands of those that wait for their outcome', async () => {
  const scans = await start();
  const by = newCaller();
  const recorded = await record(scans, by, { barcode: '1', type: 'receive', sku: 'MUG-01', quantity: 2, apply: true });
  await eventually(() => expect(heardIds()).toEqual([recorded.id]));
  await eventually(async () => expect(await unpublished()).toBe(0));
  const token = await signIdentity({ sub: 'operator', op: true }, 'scans');
  const republish = (since: Date) =>
    scans.send('POST /operator/v1/outbox/republish', { token, body: { since: since.toISOString() } });

  expect((await republish(new Date(Date.now() - 60_000))).body).toEqual({ messages: 2 });

  const [first] = bed.events;
  await eventually(() => expect(bed.events).toHaveLength(2));
  expect(bed.events[1]).toEqual(first);
  expect((await republish(new Date())).body).toEqual({ messages: 0 });
});

test('concurrent scans share inserts; prints how many a second', async () => {
  const scans = await start();
  const by = newCaller();
  const callers = 32;
  const each = 40;
  const startedAt = performance.now();

  await Promise.all(
    Array.from({ length: callers }, async (_, device) => {
      for (let count = 0; count < each; count += 1)
        await record(scans, by, { barcode: '4006381333931', device_id: `gun-${device}`, client_scan_id: `${device}-${count}` });
    }),
  );

  const recordedMs = performance.now() - startedAt;
  await eventually(() => expect(new Set(heardIds()).size).toBe(callers * each), { withinMs: 30_000 });
  const publishedMs = performance.now() - startedAt;
  const rate = (ms: number): string => `${Math.round((callers * each * 1_000) / ms)} scans/s`;
  process.stdout.write(`${callers} callers: ${rate(recordedMs)} recorded, ${rate(publishedMs)} until all are heard\n`);
  const inserts = /fulfilment_scan_insert_size_count\{[^}]*\} (\d+)/.exec(await scans.internal('/metrics'))?.[1];
  expect(Number(inserts)).toBeLessThan((callers * each) / 2);
});
