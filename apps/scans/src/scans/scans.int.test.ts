import { operations, type ScanRecord, scanRecord } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openTestBed, type TestBed } from '../scans.fixture.ts';

const seen = { barcode: '4006381333931', type: 'pick', sku: 'MUG-01', device_id: 'gun-7' };

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

async function record(by: Caller, body: object = seen): Promise<ScanRecord> {
  return scanRecord.parse((await scans.call(by, 'POST /scans', body)).body);
}

async function list(by: Caller, query = ''): Promise<{ readonly data: readonly ScanRecord[]; readonly next: string | null }> {
  const { body } = await scans.call(by, `GET /scans${query}`);
  const page = operations.listScans.replies[200].body.parse(body);
  return { data: page.data, next: page.next_cursor };
}

const eventsOf = ({ accountId }: Caller) => bed.events.filter((event) => event.account_id === accountId);

const problem = (status: number, code: string) => ({ status, body: { code } });

/** Waits until the clock is past a moment. */
const until = (ms: number): Promise<void> =>
  eventually(() => {
    if (Date.now() <= ms) throw new Error('Not yet');
  });

function onlyOne<Item>(items: readonly Item[]): Item {
  const [first, ...more] = items;
  if (first === undefined || more.length > 0) throw new Error(`There are ${items.length}`);
  return first;
}

describe('POST /scans', () => {
  test('201: the scan is recorded, and its event has the record of the answer', async () => {
    const by = newCaller();

    const reply = await scans.call(by, 'POST /scans', { ...seen, scanned_at: '2026-11-21T10:05:12+01:00' });

    const scan = scanRecord.parse(reply.body);
    expect(reply.status).toBe(201);
    expect(scan).toMatchObject({ ...seen, quantity: null, scanned_at: '2026-11-21T09:05:12.000Z' });
    expect((await list(by)).data).toEqual([scan]);
    const event = await eventually(() => onlyOne(eventsOf(by)));
    expect(event).toMatchObject({ type: 'scan.completed', account_id: by.accountId, environment: 'sandbox', data: scan });
  });

  test('201: a barcode of GS1 keeps the separators of its fields, and is found by them', async () => {
    const by = newCaller();
    const barcode = '010950600013435210ABC\u001D21SERIAL';

    const scan = await record(by, { ...seen, barcode });

    expect(scan.barcode).toBe(barcode);
    expect((await list(by, `?barcode=${encodeURIComponent(barcode)}`)).data).toEqual([scan]);
  });

  test('200: the same client_scan_id with the same content is the first scan, on any instance', async () => {
    const by = newCaller('scanner');
    const body = { ...seen, client_scan_id: 'gun-7-1', metadata: { a: '1', b: '2' } };
    const first = await record(by, body);

    const again = await other.call(by, 'POST /scans', { ...body, metadata: { b: '2', a: '1' } });

    expect(again).toMatchObject({ status: 200, body: first });
    expect((await list(newCaller('admin'))).data).toEqual([]);
    expect((await list({ ...by, role: 'admin' })).data).toEqual([first]);
  });

  test('409: the same client_scan_id with other content, naming the scan that has it', async () => {
    const by = newCaller();
    const first = await record(by, { ...seen, client_scan_id: 'gun-7-1' });

    const reply = await scans.call(by, 'POST /scans', { ...seen, client_scan_id: 'gun-7-1', quantity: 2 });

    expect(reply).toMatchObject({ status: 409, body: { code: 'duplicate_client_scan_id', scan_id: first.id, retryable: false } });
    expect((await list(by)).data).toEqual([first]);
  });

  test.each([
    ['nothing', {}, '/barcode', 'required'],
    ['a barcode too long', { barcode: 'x'.repeat(129) }, '/barcode', 'invalid_length'],
    ['an empty barcode', { barcode: '' }, '/barcode', 'invalid_length'],
    ['a number for a barcode', { barcode: 4006381333931 }, '/barcode', 'invalid_type'],
    ['an unknown type', { ...seen, type: 'glance' }, '/type', 'invalid_value'],
    ['a negative quantity', { ...seen, quantity: -1 }, '/quantity', 'out_of_range'],
    ['a quantity over a million', { ...seen, quantity: 1_000_001 }, '/quantity', 'out_of_range'],
    ['half a unit', { ...seen, quantity: 0.5 }, '/quantity', 'invalid_type'],
    ['a time without an offset', { ...seen, scanned_at: '2026-11-21T10:05:12' }, '/scanned_at', 'invalid_format'],
    ['a bad SKU', { ...seen, sku: ' MUG-01' }, '/sku', 'invalid_format'],
    ['a long client_scan_id', { ...seen, client_scan_id: 'x'.repeat(129) }, '/client_scan_id', 'invalid_length'],
    ['metadata that is no text', { ...seen, metadata: { shift: 1 } }, '/metadata/shift', 'invalid_type'],
    ['a control character', { ...seen, operator: 'bell\u0007' }, '/operator', 'invalid_format'],
    ['a field that is not known', { ...seen, colour: 'red' }, '/colour', 'unknown_field'],
    ['apply that is neither true nor false', { ...seen, apply: 'yes' }, '/apply', 'invalid_type'],
    ['a pick to be applied', { ...seen, quantity: 1, apply: true }, '/type', 'invalid_value'],
    ['a receipt without a quantity', { ...seen, type: 'receive', apply: true }, '/quantity', 'required'],
    ['a receipt of none', { ...seen, type: 'receive', quantity: 0, apply: true }, '/quantity', 'out_of_range'],
    [
      'a receipt at what is no place',
      { ...seen, type: 'receive', quantity: 1, location: 'by the door', apply: true },
      '/location',
      'invalid_format',
    ],
  ])('422: %s', async (_what, body, pointer, code) => {
    const by = newCaller();

    const reply = await scans.call(by, 'POST /scans', body);

    expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed', errors: [{ pointer, code }] } });
    expect((await list(by)).data).toEqual([]);
  });

  test.each([
    ['400: not JSON', '{"barcode":', {}, 400, 'malformed_json'],
    [
      '415: another media type',
      'barcode=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['413: over a mebibyte', JSON.stringify({ barcode: 'x'.repeat(1_048_576) }), {}, 413, 'payload_too_large'],
    ['401: an unsigned identity', seen, { 'x-internal-identity': 'no.such.token' }, 401, 'unauthenticated'],
  ])('%s', async (_what, body, headers, status, code) => {
    expect(await scans.call({ ...newCaller(), headers }, 'POST /scans', body)).toMatchObject({ status, body: { code } });
  });

  test('400: a query parameter', async () => {
    expect(await scans.call(newCaller(), 'POST /scans?dry_run=true', seen)).toMatchObject(problem(400, 'invalid_parameter'));
  });

  test.each(['viewer', 'integration'] as const)('403: a %s', async (role) => {
    const reply = await scans.call(newCaller(role), 'POST /scans', seen);

    expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'scans:write' } });
  });
});

describe('GET /scans', () => {
  test('200: newest first, page by page, with a link to the next', async () => {
    const by = newCaller();
    const recorded: ScanRecord[] = [];
    for (let count = 0; count < 5; count += 1) recorded.unshift(await record(by));

    const first = await scans.call(by, 'GET /scans?limit=3');
    const { data, next } = await list(by, '?limit=3');
    const last = await other.call(by, `GET /scans?limit=3&cursor=${next}`);

    expect(data).toEqual(recorded.slice(0, 3));
    expect(first.headers.get('link')).toBe(`</v1/scans?limit=3&cursor=${next}>; rel="next"`);
    expect(last.body).toEqual({ data: recorded.slice(3), has_more: false, next_cursor: null });
  });

  test('200: by each filter alone and together', async () => {
    const by = newCaller();
    const where = { location: 'A3/S2', operator: 'Kim' };
    const count = await record(by, {
      barcode: 'b-1',
      type: 'count',
      sku: 'CUP-01',
      order_id: 'ord_1',
      device_id: 'gun-8',
      ...where,
    });
    await until(Date.parse(count.received_at) + 1);
    const pick = await record(by, { barcode: 'b-2', type: 'pick', sku: 'CUP-01', location: 'a3/s2' });
    const between = `to=${pick.received_at}`;

    expect((await list(by, '?sku=CUP-01')).data).toEqual([pick, count]);
    expect((await list(by, `?from=${pick.received_at}`)).data).toEqual([pick]);
    expect((await list(by, `?from=${count.received_at}&type=pick`)).data).toEqual([pick]);
    for (const filter of [
      'barcode=b-1',
      'type=count',
      'location=A3/S2',
      'order_id=ord_1',
      'device_id=gun-8',
      'operator=Kim',
      'sku=CUP-01&type=count',
      'location=A3/S2&operator=Kim&device_id=gun-8',
      'type=count,receive',
      'type=receive&type=count',
      'device_id=gun-8&device_id=gun,9',
      between,
      `from=${count.received_at}&${between}&sku=CUP-01`,
    ])
      expect((await list(by, `?${filter}`)).data).toEqual([count]);
    expect((await list(by, '?type=count,pick&sku=CUP-01')).data).toEqual([pick, count]);
    for (const filter of ['applied=done,refused', 'operator=Robin', `from=${pick.received_at}&${between}`])
      expect((await list(by, `?${filter}`)).data).toEqual([]);
  });

  test('200: of a location by all of its names, its id among them', async () => {
    const by = newCaller();
    const names = ['A3/S2', 'MAIN:A3/S2', 'loc_01JD8Z0000000000000000TEST', 'OLD/S2'];
    const sent: unknown[] = [];
    for (const location of [...names, 'A3/S3']) sent.push(await record(by, { ...seen, location }));

    const { data } = await list(by, `?limit=3&${names.map((name) => `location=${name}`).join('&')}`);
    expect(data).toEqual(sent.slice(1, 4).toReversed());
    for (const query of [
      'location=',
      names
        .concat(names)
        .map((name) => `location=${name}`)
        .join('&'),
    ])
      expect(await scans.call(by, `GET /scans?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  });

  test("200: nothing of another account, nor of the account's other environment", async () => {
    const by = newCaller();
    await record(by);

    expect((await list({ ...by, environment: 'production' })).data).toEqual([]);
    expect((await list(newCaller())).data).toEqual([]);
  });

  test.each([
    ['limit=0', 'invalid_parameter'],
    ['limit=201', 'invalid_parameter'],
    ['limit=many', 'invalid_parameter'],
    ['type=glance', 'invalid_parameter'],
    ['applied=maybe', 'invalid_parameter'],
    ['from=yesterday', 'invalid_parameter'],
    ['to=2026-11-21', 'invalid_parameter'],
    ['location=', 'invalid_parameter'],
    ['colour=red', 'invalid_parameter'],
    ['sku=MUG-01&sku=MUG-02', 'invalid_parameter'],
    ['cursor=bm90LW91cnM', 'invalid_cursor'],
  ])('400: %s', async (query, code) => {
    expect(await scans.call(newCaller(), `GET /scans?${query}`)).toMatchObject(problem(400, code));
  });

  test('400: the cursor of another filter, or of another tenant', async () => {
    const by = newCaller();
    await record(by);
    await record(by);
    const { next } = await list(by, '?limit=1');

    expect(await scans.call(by, `GET /scans?sku=MUG-01&cursor=${next}`)).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await scans.call(newCaller(), `GET /scans?cursor=${next}`)).toMatchObject(problem(400, 'invalid_cursor'));
  });

  test('401: an unsigned identity', async () => {
    const reply = await scans.call({ ...newCaller(), headers: { 'x-internal-identity': '' } }, 'GET /scans');

    expect(reply).toMatchObject(problem(401, 'unauthenticated'));
  });

  test.each(['integration'] as const)('403: an %s', async (role) => {
    expect(await scans.call(newCaller(role), 'GET /scans')).toMatchObject(problem(403, 'forbidden'));
  });
});

test('405 and 404: unknown methods and paths', async () => {
  expect(await scans.call(newCaller(), 'PATCH /scans', {})).toMatchObject(problem(405, 'method_not_allowed'));
  expect(await scans.call(newCaller(), `GET /scans/${newId('scn')}/events`)).toMatchObject(problem(404, 'not_found'));
});
