import { operations, type ScanRecord, scanRecord, type ScanResult } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller, type Reply, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestBed, type TestBed } from '../scans.fixture.ts';

let bed: TestBed;
let scans: ServiceInstance;
let other: ServiceInstance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  [scans, other] = await Promise.all([bed.start(), bed.start()]);
});

afterAll(async () => {
  await Promise.all([scans.stop(), other.stop()]);
  await bed.stop();
});

const send = (by: Caller, batch: readonly unknown[], to = scans): Promise<Reply> =>
  to.call(by, 'POST /scans/batch', { scans: batch });

function resultsOf({ status, body }: Reply): readonly ScanResult[] {
  expect(status).toBe(200);
  return operations.createScans.replies[200].body.parse(body).results;
}

const recordsOf = (results: readonly ScanResult[]): readonly ScanRecord[] => results.flatMap(({ record }) => record ?? []);

async function history(by: Caller): Promise<readonly ScanRecord[]> {
  const { body } = await scans.call(by, 'GET /scans?limit=200');
  return operations.listScans.replies[200].body.parse(body).data;
}

test('200: every scan is recorded and has its event, in the order of the batch', async () => {
  const by = newCaller();
  const batch = Array.from({ length: 50 }, (_, place) => ({ barcode: `b-${place}`, device_id: 'gun-7' }));

  const results = resultsOf(await send(by, batch));

  expect(results.map(({ index, status }) => [index, status])).toEqual(batch.map((_, place) => [place, 201]));
  expect(recordsOf(results).map(({ barcode }) => barcode)).toEqual(batch.map(({ barcode }) => barcode));
  expect(await history(by)).toEqual(recordsOf(results).toReversed());
  const told = await eventually(() => {
    const events = bed.events.filter((event) => event.account_id === by.accountId);
    expect(events).toHaveLength(50);
    return events;
  });
  expect(told.map(({ data }) => data)).toEqual(recordsOf(results));
});

test('200: a bad scan fails alone, its errors pointing into the batch', async () => {
  const by = newCaller();

  const results = resultsOf(
    await send(by, [
      { barcode: '1' },
      { barcode: '', quantity: -1 },
      'a barcode',
      null,
      { barcode: '2', colour: 'red' },
      { barcode: '3', type: 'pick', apply: true },
      { barcode: '4' },
    ]),
  );

  expect(recordsOf(results).map(({ barcode }) => barcode)).toEqual(['1', '4']);
  const refused = results.filter(({ error }) => error);
  expect(refused.map(({ index, status, error }) => [index, status, error?.code])).toEqual(
    [1, 2, 3, 4, 5].map((index) => [index, 422, 'validation_failed']),
  );
  expect(refused.map(({ error }) => error?.errors?.map(({ pointer }) => pointer))).toEqual([
    ['/scans/1/barcode', '/scans/1/quantity'],
    ['/scans/2'],
    ['/scans/3'],
    ['/scans/4/colour'],
    ['/scans/5/type', '/scans/5/quantity'],
  ]);
  expect(refused[0]?.error).toMatchObject({ title: 'Validation failed', retryable: false });
  expect((await history(by)).length).toBe(2);
});

test('200: a client_scan_id is one scan, within a batch and among batches, weeks apart too', async () => {
  const by = newCaller();
  const first = { barcode: '1', client_scan_id: 'a', scanned_at: '2026-10-01T08:00:00+02:00' };
  const before = scanRecord.parse((await scans.call(by, 'POST /scans', first)).body);

  const results = resultsOf(
    await send(by, [
      first,
      { ...first, barcode: '2' },
      { barcode: '3', client_scan_id: 'b' },
      { barcode: '3', client_scan_id: 'b', metadata: {} },
      { barcode: '4', client_scan_id: 'b' },
    ]),
  );
  const again = resultsOf(await send(by, [first, { barcode: '3', client_scan_id: 'b' }], other));

  expect(results.map(({ status }) => status)).toEqual([200, 409, 201, 200, 409]);
  const [known, , kept, same] = results.map(({ record }) => record);
  expect([known, same]).toEqual([before, kept]);
  expect(results[1]).toMatchObject({
    error: { code: 'duplicate_client_scan_id', scan_id: before.id, errors: [{ pointer: '/scans/1/client_scan_id' }] },
  });
  expect(again.map(({ status }) => status)).toEqual([200, 200]);
  expect(recordsOf(again)).toEqual([before, kept]);
  expect((await history(by)).length).toBe(2);
});

test('200: a batch of bad scans alone leaves nothing', async () => {
  const by = newCaller();

  expect(resultsOf(await send(by, [{}, {}])).map(({ status }) => status)).toEqual([422, 422]);
  expect(await history(by)).toEqual([]);
});

test('200: a batch of the maximal size', async () => {
  const by = newCaller();
  const batch = Array.from({ length: 1_000 }, (_, place) => ({ barcode: `b-${place}`, client_scan_id: `c-${place}` }));
  const startedAt = performance.now();

  const results = resultsOf(await send(by, batch));

  const perSecond = Math.round(1_000_000 / (performance.now() - startedAt));
  process.stdout.write(`one batch of 1000: ${perSecond} scans/s\n`);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await scans.internal('/metrics')).toContain('fulfilment_scan_insert_size_bucket{le="1000",service="scans"}');
});

test.each([
  ['no scans', { scans: [] }, '/scans', 'invalid_length'],
  ['too many', { scans: Array.from({ length: 1_001 }, () => ({ barcode: '1' })) }, '/scans', 'invalid_length'],
  ['nothing', {}, '/scans', 'required'],
  ['what is no list', { scans: { barcode: '1' } }, '/scans', 'invalid_type'],
  ['more than scans', { scans: [{ barcode: '1' }], mode: 'atomic' }, '/mode', 'unknown_field'],
])('422: %s', async (_what, body, pointer, code) => {
  const by = newCaller();

  const reply = await scans.call(by, 'POST /scans/batch', body);

  expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed', errors: [{ pointer, code }] } });
  expect(await history(by)).toEqual([]);
});

test.each(['viewer', 'integration'] as const)('403: a %s', async (role) => {
  const reply = await send(newCaller(role), [{ barcode: '1' }]);

  expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'scans:write' } });
});

test.each(['GET', 'PATCH', 'DELETE'])('405: a %s', async (method) => {
  const reply = await scans.call(newCaller(), `${method} /scans/batch`);

  expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
});
