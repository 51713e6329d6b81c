import { createHash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import {
  CSV,
  EXPORT_COLUMNS,
  importReport,
  type ImportReport,
  integrityReport,
  MAX_IMPORT_BYTES,
  NDJSON,
} from '@fulfilment/contracts';
import { eventually, TIMED } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { killNine } from './faults/kill-nine.ts';
import type { CallOptions } from './system/call.ts';
import { lentTestSystem } from './system/shared-system.ts';
import { type OwnTestSystem, processNamed } from './system/start-test-system.ts';
import { makeShop, type Shop } from './system/shop.ts';

let system: OwnTestSystem;
let shop: Shop;
let key: string;

beforeAll(async () => {
  system = await lentTestSystem();
  return () => system.stop();
});

/** An account without a subscriber: thousands of rows would be thousands of deliveries. */
async function openShop(): Promise<Shop> {
  const { id: accountId } = await system.operator.account('A shop with files');
  return makeShop(system.call, (await system.operator.key({ accountId, environment: 'sandbox' })).key);
}

beforeEach(async () => {
  shop = await openShop();
  ({ key } = shop);
});

const call = (method: string, path: string, options: CallOptions = {}) => system.call(method, path, { key, ...options });
const csv = { 'content-type': CSV };
const send = (file: string, headers: Readonly<Record<string, string>> = {}, query = '') =>
  call('POST', `/inventory/import${query}`, { raw: file, headers: { ...csv, ...headers } });
const load = async (...args: Parameters<typeof send>): Promise<ImportReport> => (await send(...args)).as(200, importReport);

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Node's error for a response that is cut. */
const BROKEN: unknown = expect.stringMatching(/aborted|hang up|ECONNRESET|unexpected end/);

/** A file with so many SKUs, of 400 bytes each. */
function fileOf(count: number): string {
  const name = '📦'.repeat(100);
  return `sku,name,on_hand,reorder_point,location\r\n${Array.from({ length: count }, (_, place) => `SKU-${place},${name},${place},5,A3/S2\r\n`).join('')}`;
}

test('what brings many items counts as a request for every ten of them, or five orders, done, refused and repeated; a file for every fifty rows', async () => {
  const { id: accountId } = await system.operator.account('A shop that pays by the item');
  const limit = { burst: 1_000, rate: 1 };
  const { key: metered } = await system.operator.key({ accountId, environment: 'sandbox', limit });
  const startedAt = performance.now();
  const items = Array.from({ length: 25 }, (_, place) => ({ op: 'create', sku: `ITEM-${place}`, name: 'Item' }));
  const scans = Array.from({ length: 11 }, () => ({ barcode: '4006381333931' }));
  const once = { 'idempotency-key': 'twenty-five-items' };
  const rows = Array.from({ length: 51 }, (_, place) => `ROW-${place},Row\n`).join('');
  const spent: (readonly [cost: number, status: number, path: string, options: CallOptions])[] = [
    [1, 200, '/inventory/batch', { body: { items: items.slice(0, 10).map((item) => ({ ...item, sku: `FIRST-${item.sku}` })) } }],
    [3, 200, '/inventory/batch', { body: { items }, headers: once }],
    [3, 200, '/inventory/batch', { body: { items }, headers: once }],
    [3, 409, '/inventory/batch', { body: { mode: 'atomic', items } }],
    [2, 200, '/scans/batch', { body: { scans } }],
    [2, 200, '/orders/batch', { body: { orders: items.slice(0, 6).map(({ sku }) => ({ lines: [{ sku, quantity: 1 }] })) } }],
    [2, 200, '/inventory/import', { raw: `sku,name\n${rows}`, headers: csv }],
  ];
  let least = limit.burst;
  for (const [cost, status, path, options] of spent) {
    const answer = await system.call('POST', path, { ...options, key: metered });
    least -= cost;
    const cameInMeanwhile = Math.ceil((performance.now() - startedAt) / 1_000) * limit.rate;

    expect(answer.status).toBe(status);
    expect(answer.headers.has('x-internal-cost')).toBe(false);
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(least);
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeLessThanOrEqual(
      Math.min(limit.burst - cost, least + cameInMeanwhile),
    );
  }
});

describe('the inventory of a shop', () => {
  test('moves to another account by a file, in either form', async () => {
    await load('sku,name,on_hand,reorder_point,location\nMUG-01,"Mug, white",120,10,A3/S2\nCUP-01,=Cup,40,,\n');
    const other = await openShop();
    for (const [place, type] of [CSV, NDJSON].entries()) {
      const exported = await call('GET', '/inventory/export', { headers: { accept: type } });
      expect(exported.headers.get('content-type')).toBe(`${type}; charset=utf-8`);

      const report = await system.call('POST', '/inventory/import', {
        key: other.key,
        raw: exported.text,
        headers: { 'content-type': type },
      });

      expect(report.as(200, importReport)).toMatchObject({ rows: 2, failed: 0, [place === 0 ? 'created' : 'unchanged']: 2 });
    }
    expect(await other.sku('CUP-01')).toMatchObject({ name: '=Cup', on_hand: 40, location: null });
    expect(await other.sku('MUG-01')).toMatchObject({ on_hand: 120, location: 'A3/S2', reorder_point: 10 });
  });

  test('is tried out from a file beyond what other bodies may be, and imported', async () => {
    const file = fileOf(2_600);
    expect(Buffer.byteLength(file)).toBeGreaterThan(1_048_576);

    expect(await load(file, {}, '?dry_run=true')).toMatchObject({ dry_run: true, rows: 2_600, created: 2_600, failed: 0 });
    expect((await call('GET', '/inventory')).text).toContain('"data":[]');

    expect(await load(fileOf(200))).toMatchObject({ dry_run: false, rows: 200, created: 200, failed: 0 });
    const { text } = await call('GET', '/inventory/export', { headers: { accept: CSV } });
    expect(text.split('\r\n')).toHaveLength(200 + 2);
    expect(text.startsWith(EXPORT_COLUMNS.join(','))).toBe(true);
  });
});

describe('a file', () => {
  test('with bad rows is done but for these, each named by row and column', async () => {
    const report = await load('sku,name,on_hand\nMUG-01,Mug,1\n..,Mug,1\nCUP-01,Cup,many\nTEA-01,Tea,2\n');

    expect(report).toMatchObject({ rows: 4, created: 2, failed: 2 });
    expect(report.errors).toMatchObject([
      { row: 2, column: 'sku', code: 'invalid_format' },
      { row: 3, column: 'on_hand', code: 'invalid_type' },
    ]);
  });

  test.each([
    ['an empty one', '', 'validation_failed'],
    ['columns that there are not', 'sku,colour\n', 'validation_failed'],
    ['a quote that is not closed', 'sku,name\nMUG-01,"Mug\n', 'malformed_csv'],
  ] as const)('is refused: %s', async (_what, file, code) => {
    const problem = (await send(file)).problem(code);

    expect(problem.detail).not.toBe('');
  });

  test('is refused as JSON, and beyond 64 MiB before any of it is looked at', async () => {
    (await send('{}', { 'content-type': 'application/json' })).problem('unsupported_media_type');

    const { maxBytes } = await answerToLength(MAX_IMPORT_BYTES + 1);

    expect(maxBytes).toBe(MAX_IMPORT_BYTES);
  });

  test('has one effect under an idempotency key, however often it is sent', async () => {
    const file = 'op,sku,name,delta,reason\ncreate,MUG-01,Mug,,\nadjust,MUG-01,,5,receipt\n';
    const named = { 'idempotency-key': 'delivery-17' };
    const first = await load(file, named);

    const again = await send(file, named);

    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.as(200, importReport)).toEqual(first);
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 5 });
    (await send(`${file}\n`, named)).problem('idempotency_key_reused');
  });

  test('that broke off with its connection goes on where it was', async () => {
    const file = `op,sku,name,delta,reason\ncreate,MUG-01,Mug,,\n${'adjust,MUG-01,,1,receipt\n'.repeat(600)}`;
    const named = { 'idempotency-key': 'delivery-18' };
    await breakOff(file.slice(0, 10_000), named);

    expect(await load(file, named)).toMatchObject({ rows: 601, created: 1, adjusted: 600 });

    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 600 });
  });
});

describe('an export', () => {
  let large: Shop;
  beforeAll(async () => {
    large = await openShop();
    const headers = { ...csv, 'idempotency-key': 'catalogue' };
    // A store that is busy is tried again, as clients do: the file goes on where it was.
    await eventually(async () => {
      const answer = await system.call('POST', '/inventory/import', { key: large.key, raw: fileOf(2_500), headers });
      answer.as(200, importReport);
    });
  });
  beforeEach(() => {
    ({ key } = large);
  });

  test('that its service does not finish is an error to the client, compressed or not', TIMED, async () => {
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = ['identity', 'gzip'].map((encoding, place) => readSlowly(encoding, () => begun[place]?.resolve()));
    const ends = Promise.allSettled(reading);
    await Promise.all(begun.map(({ promise }) => promise));

    await killNine(system, 'inventory');

    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { message: BROKEN } });
  });

  test('comes compressed to a client that accepts it, with the same content', async () => {
    const [plain, small] = [await readSlowly('identity'), await readSlowly('gzip')];

    expect(digest(small)).toBe(digest(plain));
    expect(plain.length).toBeGreaterThan(1_500_000);
  });

  test('is refused in a form that there is not', async () => {
    const problem = (await call('GET', '/inventory/export', { headers: { accept: 'application/json' } })).problem(
      'not_acceptable',
    );

    expect(problem).toMatchObject({ available: [NDJSON, CSV] });
  });

  test('of orders is their list, in the forms that there are', async () => {
    await large.createSku({ sku: 'EXPORTED-01', name: 'Exported', on_hand: 1 });
    const order = await large.createOrder({ lines: [{ sku: 'EXPORTED-01', quantity: 1 }], note: 'a, "b"' });
    const json = await call('GET', '/orders/export', { headers: { accept: NDJSON } });
    const table = await call('GET', '/orders/export', { headers: { accept: CSV } });

    expect(
      json.text
        .split('\n')
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line)),
    ).toContainEqual(order);
    expect(table.text).toContain(`${order.id},`);
    expect(table.text).toContain('a, ');
    expect((await call('GET', '/orders/export', { headers: { accept: 'image/png' } })).problem().code).toBe('not_acceptable');
  });

  test('tells its header to HEAD', async () => {
    const { status, headers, text } = await call('HEAD', '/inventory/export', { headers: { accept: CSV } });

    expect([status, headers.get('content-disposition'), text]).toEqual([200, 'attachment; filename="inventory.csv"', '']);
  });
});

test('stock, ledger and holds agree after all this, and the tenant is told so', async () => {
  await load(fileOf(300));
  const order = await shop.createOrder({ lines: [{ sku: 'SKU-100', quantity: 7 }] });
  await shop.pack(order.id);

  const report = (await call('GET', '/integrity')).as(200, integrityReport);

  expect(report).toMatchObject({
    consistent: true,
    compared: { skus: 300, places: 299, movements: 299, holds: 1 },
    differences: [],
  });
  expect(await system.differences()).toEqual([]);
});

interface Target {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

function open({ method, path, headers }: Target) {
  return httpRequest(`${processNamed(system, 'gateway').baseUrl}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    agent: false,
  });
}

/** Says how long a body is going to be, and sends none of it. */
async function answerToLength(length: number): Promise<{ readonly maxBytes: unknown }> {
  const request = open({ method: 'POST', path: '/inventory/import', headers: { ...csv, 'content-length': String(length) } });
  request.on('error', () => undefined).flushHeaders();
  const { promise, resolve } = Promise.withResolvers<string>();
  request.once('response', (response) => {
    let text = '';
    response
      .setEncoding('utf8')
      .on('data', (part) => (text += part))
      .on('end', () => resolve(text));
  });
  const problem: unknown = JSON.parse(await promise);
  request.destroy();
  return { maxBytes: typeof problem === 'object' && problem !== null && 'max_bytes' in problem ? problem.max_bytes : undefined };
}

/** Sends the beginning of a file and leaves when some of it is done. */
async function breakOff(beginning: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const request = open({ method: 'POST', path: '/inventory/import', headers: { ...csv, ...headers } });
  request.on('error', () => undefined).write(beginning);
  await eventually(async () => expect((await shop.sku('MUG-01')).on_hand).toBeGreaterThan(0));
  request.destroy();
}

/** Reads an export, slowly at its beginning. @param atStart called when the first of it is there. */
async function readSlowly(encoding: string, atStart: () => unknown = () => undefined): Promise<Buffer> {
  const request = open({ method: 'GET', path: '/inventory/export', headers: { 'accept-encoding': encoding } });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  request.once('error', reject).once('response', (response) => {
    atStart();
    const body = encoding === 'gzip' ? response.pipe(createGunzip()) : response;
    const parts: Buffer[] = [];
    response.once('error', reject);
    body.once('error', reject).on('end', () => resolve(Buffer.concat(parts)));
    setTimeout(() => body.on('data', (part: Buffer) => parts.push(part)), 100);
  });
  request.end();
  return promise;
}
