import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EXPORT_COLUMNS, skuRecord } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type SkuDocument, skuKey } from '../database/sku-documents.ts';
import { type BulkService, openBulkService, problemOf } from './bulk.fixture.ts';
import { readCsv, readNdjson } from './tables-presentation.ts';

const MEGABYTE = 1_048_576;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let service: BulkService;
let by: Caller;

beforeAll(async () => {
  service = await openBulkService(inject('engines'));
});
beforeEach(() => {
  by = newCaller();
});
afterAll(() => service.stop());

const open = (query = '', accept = '*/*') => service.open(by, `GET /inventory/export${query}`, { headers: { accept } });
const asCsv = { accept: 'text/csv' };

const bytesOf = ({ body }: Response): AsyncIterable<Uint8Array> => body ?? new Blob([]).stream();

async function exported(query = ''): Promise<string[]> {
  const codes: string[] = [];
  for await (const { content: line } of readNdjson(bytesOf(await open(query)))) {
    if (line.type === 'value') codes.push(skuRecord.parse(line.value).sku);
  }
  return codes;
}

describe('all SKUs are exported', () => {
  beforeEach(async () => {
    const file = [
      'sku,name,on_hand,reorder_point,location',
      'MUG-01,"Mug, ""white""",3,5,A3/S2',
      'CUP-01,Cup,1,,',
      'OLD-01,Old,,,',
    ];
    await service.load(by, file.join('\n'));
    await service.ask(by, 'DELETE /inventory/OLD-01');
  });

  test('as NDJSON: records as the list has them, by SKU', async () => {
    const reply = await service.ask(by, 'GET /inventory/export');
    const { text } = await service.ask(by, 'GET /inventory');

    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="inventory.ndjson"');
    expect(
      reply.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(JSON.parse(text).data);
  });

  test('as CSV: a header line, then a row each', async () => {
    const response = await open('', 'text/csv');
    const rows: (readonly string[])[] = [];
    for await (const row of readCsv(bytesOf(response))) rows.push(row.content);

    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="inventory.csv"');
    expect(rows[0]).toEqual(EXPORT_COLUMNS);
    const mug = Object.fromEntries(EXPORT_COLUMNS.map((column, place) => [column, rows[2]?.[place]]));
    expect(mug).toMatchObject({
      sku: 'MUG-01',
      name: 'Mug, "white"',
      on_hand: '3',
      low_stock: 'true',
      location: 'A3/S2',
      archived_at: '',
    });
    expect(rows).toHaveLength(3);
  });

  test.each([
    ['', ['CUP-01', 'MUG-01']],
    ['?status=all', ['CUP-01', 'MUG-01', 'OLD-01']],
    ['?status=archived', ['OLD-01']],
    ['?low_stock=true', ['MUG-01']],
    ['?sold_out=true&status=all', ['OLD-01']],
    ['?sold_out=false', ['CUP-01', 'MUG-01']],
    ['?low_stock=false&status=all', ['CUP-01', 'OLD-01']],
  ])('that %s asks for', async (query, codes) => {
    expect(await exported(query)).toEqual(codes);
  });
});

test('a tenant without SKUs exports nothing: no line, or the header line alone', async () => {
  expect((await service.ask(by, 'GET /inventory/export')).text).toBe('');
  expect((await service.ask(by, 'GET /inventory/export', { headers: asCsv })).text).toBe(`${EXPORT_COLUMNS.join(',')}\r\n`);
});

test('what there is not is refused: another media type, a query, a role', async () => {
  expect(problemOf(await service.ask(by, 'GET /inventory/export', { headers: { accept: 'application/json' } }))).toMatchObject({
    code: 'not_acceptable',
    available: ['application/x-ndjson', 'text/csv'],
  });
  expect(problemOf(await service.ask(by, 'GET /inventory/export?limit=5'))).toMatchObject({ code: 'invalid_parameter' });
});

describe('of 50 000 SKUs', () => {
  const COUNT = 50_000;
  let large: Caller;
  beforeAll(async () => {
    large = newCaller();
    await service.load(large, 'sku,name,on_hand,location\nSKU,Mug,5,A3/S2\n');
    await copySku(large, COUNT - 1);
  }, 180_000);
  beforeEach(() => {
    by = large;
  });

  test('each comes once, and the memory of the process stays what it was', async () => {
    await exported('?status=archived');
    const before = retainedBytes();
    let most = before;
    let count = 0;
    let last = '';
    for await (const { content: line } of readNdjson(bytesOf(await open()))) {
      const { sku } = skuRecord
        .pick({ sku: true })
        .loose()
        .parse(line.type === 'value' ? line.value : undefined);
      // One `expect` a line would take longer than the export.
      if (sku <= last) throw new Error(`${sku} comes after ${last}`);
      last = sku;
      count += 1;
      if (count % 10_000 === 0) most = Math.max(most, retainedBytes());
    }

    expect(count).toBe(COUNT);
    // The answer has 17 MB.
    expect((most - before) / MEGABYTE).toBeLessThan(10);
  }, 180_000);

  test('a slow reader costs no memory, and a reader that leaves ends it', async () => {
    const before = await piecesRead();
    // Compressed, it would fit into the buffers of the sockets.
    const plain = { headers: { 'accept-encoding': 'identity' } };
    const reader = (await service.open(by, 'GET /inventory/export', plain)).body?.getReader();
    await reader?.read();
    const pieces = (await piecesOnceStill()) - before;
    // What was read lies in buffers of sockets and streams, and nowhere else.
    expect(pieces).toBeLessThan(COUNT / 100 / 2);

    await reader?.cancel();

    expect((await piecesOnceStill()) - before).toBeLessThan(pieces + 5);
  });
});

test('while others write, none that stays is left out or comes twice', async () => {
  await service.load(by, 'sku,name\nSKU,Mug\n');
  await copySku(by, 20_000);
  const writing = Promise.all(Array.from({ length: 20 }, (_, place) => service.load(by, fileOf(place))));

  const codes = await exported();

  await writing;
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => /^SKU(-\d+)?$/.test(code))).toHaveLength(20_001);
  expect(codes).toEqual(codes.toSorted());
});

/** Changes one SKU that was there, and makes two. */
const fileOf = (place: number): string =>
  `sku,name,on_hand\nSKU-${place * 900},Mug,${place + 6}\nNEW-${place},New,1\nSKU-${place * 900}-B,New,1\n`;

/** Memory of the process after a garbage collection, in bytes. */
function retainedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Copies the only SKU of a tenant, by the database itself. */
async function copySku(owner: Caller, count: number): Promise<void> {
  const skus = service.mongo.db.collection<SkuDocument>('skus');
  const tenant = tenantKey(owner);
  const found = await skus.findOne({ tenant });
  if (!found) throw new Error('There is nothing to copy');
  for (let from = 0; from < count; from += 10_000) {
    const copies = Array.from({ length: Math.min(10_000, count - from) }, (_, place) => {
      const sku = `SKU-${from + place}`;
      return { ...found, _id: skuKey(tenant, sku), sku };
    });
    await skus.insertMany(copies, { ordered: false, writeConcern: { w: 1 } });
  }
}

/** Reads of SKUs so far, as the server counts them. */
async function piecesRead(): Promise<number> {
  const { mongo } = service;
  const { totals } = await mongo.client.db('admin').command({ top: 1 });
  return Number(totals[`${mongo.db.databaseName}.skus`].queries.count);
}

const STILL_FOR_LOOKS = 8;

/** The reads of SKUs once no look finds another one. */
function piecesOnceStill(): Promise<number> {
  const seen: number[] = [];
  return eventually(
    async () => {
      const now = await piecesRead();
      seen.push(now);
      expect(seen.slice(-STILL_FOR_LOOKS)).toEqual(Array.from({ length: STILL_FOR_LOOKS }, () => now));
      return now;
    },
    { everyMs: 50 },
  );
}
