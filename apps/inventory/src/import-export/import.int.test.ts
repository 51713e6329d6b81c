import { skuRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type BulkService, openBulkService, problemOf } from './bulk.fixture.ts';

let service: BulkService;
let by: Caller;

beforeAll(async () => {
  service = await openBulkService(inject('engines'));
});
beforeEach(() => {
  by = newCaller();
});
afterAll(() => service.stop());

const notWhole = (read: string): string =>
  `Must be a whole number in digits alone, such as 1000: without separators, and with no fraction but .0 or .00. The file has ${read} here.`;
const csv = { 'content-type': 'text/csv' };
const refused = (body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = csv) =>
  service.ask(by, 'POST /inventory/import', { body, headers });
const lines = (...rows: readonly string[]): string => rows.map((row) => `${row}\r\n`).join('');
const adjustments = (...deltas: readonly number[]): string =>
  lines('op,sku,delta,reason', ...deltas.map((delta) => `adjust,MUG-01,${delta},receipt`));
const counts = {
  dry_run: false,
  rows: 0,
  created: 0,
  updated: 0,
  adjusted: 0,
  unchanged: 0,
  failed: 0,
  errors: [],
  errors_left_out: 0,
  duplicate_rows: 0,
  duplicates: [],
};

async function skuOf(code: string) {
  const { status, text } = await service.ask(by, `GET /inventory/${code}`);
  return status === 200 ? skuRecord.parse(JSON.parse(text)) : undefined;
}

async function movementsOf(code: string): Promise<unknown[]> {
  const { text } = await service.ask(by, `GET /inventory/${code}/movements`);
  return JSON.parse(text).data;
}

describe('a file is imported', () => {
  const first = lines('sku,name,on_hand,reorder_point,location', 'MUG-01,Mug,120,10,A3/S2', 'CUP-01,"Cup, large",40,,');

  test('creates what is not there and updates what is, row by row', async () => {
    expect(await service.load(by, first)).toEqual({ ...counts, rows: 2, created: 2 });
    expect(await skuOf('MUG-01')).toMatchObject({ name: 'Mug', on_hand: 120, reorder_point: 10, location: 'A3/S2' });
    expect(await skuOf('CUP-01')).toMatchObject({ name: 'Cup, large', on_hand: 40, reorder_point: 0, location: null });

    const second = lines('sku,on_hand,name', 'MUG-01,100,', 'CUP-01,40,', 'TEA-01,3,Tea');
    expect(await service.load(by, second)).toEqual({ ...counts, rows: 3, updated: 1, unchanged: 1, created: 1 });
    expect(await skuOf('MUG-01')).toMatchObject({ name: 'Mug', on_hand: 100, version: 2 });
  });

  test('with its header in any case, and whole numbers as a spreadsheet may write them', async () => {
    const file = lines('SKU,Name,On_Hand', 'MUG-01,Mug,12.0');

    expect(await service.load(by, file)).toMatchObject({ created: 1, failed: 0 });
    expect(await skuOf('MUG-01')).toMatchObject({ on_hand: 12 });
  });

  test('as NDJSON, with operations of its own, later rows seeing what earlier ones did', async () => {
    const rows = [
      { op: 'create', sku: 'MUG-01', name: 'Mug', on_hand: 5 },
      { op: 'adjust', sku: 'MUG-01', delta: -2, reason: 'breakage' },
      { sku: 'MUG-01', name: 'Mug, white' },
      { op: 'update', sku: 'MUG-01', on_hand: 3, expected_on_hand: 3, reason: 'count', note: 'shelf check' },
      { sku: 'CUP-01', name: 'Cup' },
      { sku: 'CUP-01', on_hand: 4 },
    ];
    const report = await service.load(by, rows.map((row) => `${JSON.stringify(row)}\n`).join('\n'), {
      type: 'application/x-ndjson',
    });

    const duplicates = [{ sku: 'CUP-01', row: 6, line: 11, first_row: 5, first_line: 9 }];
    expect(report).toEqual({
      ...counts,
      rows: 6,
      created: 2,
      adjusted: 1,
      updated: 2,
      unchanged: 1,
      duplicate_rows: 1,
      duplicates,
    });
    expect(await skuOf('MUG-01')).toMatchObject({ name: 'Mug, white', on_hand: 3 });
    expect(await movementsOf('MUG-01')).toMatchObject([
      { delta: -2, reason: 'breakage' },
      { delta: 5, reason: 'opening' },
    ]);
  });

  test('as it was exported, whatever is in its names and costs, and changes nothing', async () => {
    await service.load(by, first);
    for (const [code, name] of Object.entries({ A: '=1+1', B: "'=1", C: 'say "x", twice\nor more', D: '-5', E: "'tis" }))
      await service.ask(by, 'POST /inventory', {
        body: JSON.stringify({ sku: code, name, unit_cost: '1.250', currency: 'EUR', weight_g: 1_000 }),
        headers: { 'content-type': 'application/json' },
      });

    for (const type of ['text/csv', 'application/x-ndjson']) {
      const { text } = await service.ask(by, 'GET /inventory/export', { headers: { accept: type } });
      expect(await service.load(by, text, { type })).toEqual({ ...counts, rows: 7, unchanged: 7 });
    }
    const { text } = await service.ask(by, 'GET /inventory/export', { headers: { accept: 'text/csv' } });
    const other = newCaller();
    expect(await service.load(other, text)).toEqual({ ...counts, rows: 7, created: 7 });
    expect((await service.ask(other, 'GET /inventory/A')).text).toContain('"name":"=1+1"');
  });

  test('of a spreadsheet: a byte order mark, spaces in the header, columns of an export, line ends of Windows', async () => {
    const file = `\u{FEFF}${lines(' sku , name ,on_hand,available,version', 'MUG-01,Mug,7,99,12', '')}`;

    expect(await service.load(by, file)).toEqual({ ...counts, rows: 1, created: 1 });
    expect(await skuOf('MUG-01')).toMatchObject({ on_hand: 7, available: 7, version: 1 });
  });

  test('with semicolons in windows-1252, as a spreadsheet of Europe saves it', async () => {
    const file = new Uint8Array(Buffer.from(lines('SKU;Name;On Hand;', 'MUG-01;K\u{E4}se \u{80};7;'), 'latin1'));
    const headers = { 'content-type': 'text/csv; charset=windows-1252' };

    const reply = await service.ask(by, 'POST /inventory/import', { body: file, headers });

    expect(JSON.parse(reply.text)).toEqual({ ...counts, rows: 1, created: 1 });
    expect(await skuOf('MUG-01')).toMatchObject({ name: 'Käse €', on_hand: 7 });
  });

  test('with rows numbered as the spreadsheet shows them, and a SKU that is there twice told with both rows', async () => {
    const file = lines(
      'sku,metadata,name,on_hand',
      '',
      'A,"{""size"":\r\n""L""}",Mug,1',
      '',
      'B,,Cup,"1,000"',
      'A,,Mug,2',
      'A,,Mug,3',
    );

    const report = await service.load(by, file);
    const dry = await service.load(newCaller(), file, { dryRun: true });

    expect(report).toMatchObject({
      rows: 4,
      created: 1,
      updated: 2,
      failed: 1,
      errors: [{ row: 2, line: 5, column: 'on_hand', message: notWhole('"1,000"') }],
      duplicate_rows: 2,
      duplicates: [
        { sku: 'A', row: 3, line: 6, first_row: 1, first_line: 3 },
        { sku: 'A', row: 4, line: 7, first_row: 1, first_line: 3 },
      ],
    });
    expect(dry).toMatchObject({ ...report, dry_run: true });
    expect(await skuOf('A')).toMatchObject({ on_hand: 3 });
  });

  test('with nothing but a header line has no rows', async () => {
    expect(await service.load(by, 'sku,name')).toEqual(counts);
  });

  test('of many rows goes the same way, in the order of the file', async () => {
    const rows = Array.from({ length: 1_500 }, (_, place) => `SKU-${place % 500},Mug,${place}`);

    const report = await service.load(by, lines('sku,name,on_hand', ...rows));

    const { duplicates, ...others } = report;
    expect({ ...others, duplicates: [] }).toEqual({
      ...counts,
      rows: 1_500,
      created: 500,
      updated: 1_000,
      duplicate_rows: 1_000,
    });
    expect(duplicates?.at(-1)).toEqual({ sku: 'SKU-499', row: 1_500, line: 1_501, first_row: 500, first_line: 501 });
    expect(await skuOf('SKU-0')).toMatchObject({ on_hand: 1_000 });
    expect(await skuOf('SKU-499')).toMatchObject({ on_hand: 1_499 });
  });
});

describe('a bad row fails by itself, named by row and column', () => {
  test.each([
    ['a SKU that cannot be', 'A\u{7},Mug,1', { column: 'sku', code: 'invalid_format' }],
    ['no SKU', ',Mug,1', { column: 'sku', code: 'required' }],
    ['a new SKU without a name', 'NEW,,1', { column: 'name', code: 'required' }],
    [
      'a number that may have thousands',
      'A,Mug,1.000',
      { column: 'on_hand', code: 'invalid_type', message: notWhole('"1.000"') },
    ],
    ['a negative number', 'A,Mug,-1', { column: 'on_hand', code: 'out_of_range' }],
    ['a number beyond all bounds', 'A,Mug,2147483648', { column: 'on_hand', code: 'out_of_range' }],
    ['a cell too many', 'A,Mug,1,2', { column: null, code: 'validation_failed' }],
    ['a cell too few', 'A,Mug', { column: null, code: 'validation_failed' }],
    ['a name that is too long', `A,${'x'.repeat(201)},1`, { column: 'name', code: 'invalid_length' }],
  ])('CSV: %s', async (_what, row, error) => {
    const report = await service.load(by, lines('sku,name,on_hand', 'GOOD-01,Mug,1', row, 'GOOD-02,Mug,2'));

    expect(report).toMatchObject({ rows: 3, created: 2, failed: 1, errors: [{ row: 2, message: expect.any(String), ...error }] });
  });

  test.each([
    ['no JSON', '{"sku":', { column: null, code: 'validation_failed' }],
    ['no object', '["A"]', { column: null, code: 'validation_failed' }],
    ['a member that there is not', '{"sku":"A","name":"Mug","colour":"red"}', { column: 'colour', code: 'unknown_field' }],
    ['an operation that there is not', '{"op":"delete","sku":"A"}', { column: 'op' }],
    ['an adjustment without a reason', '{"op":"adjust","sku":"GOOD-01","delta":1}', { column: 'reason', code: 'required' }],
    ['an update of what is not there', '{"op":"update","sku":"GONE","name":"x"}', { column: null, code: 'not_found' }],
    [
      'an expectation of what is not there',
      '{"sku":"GONE","on_hand":1,"expected_on_hand":1}',
      { column: null, code: 'not_found' },
    ],
    ['a creation of what is there', '{"op":"create","sku":"GOOD-01","name":"x"}', { column: 'sku', code: 'sku_exists' }],
    ['another total than expected', '{"sku":"GOOD-01","on_hand":9,"expected_on_hand":7}', { code: 'version_conflict' }],
    ['more than there is', '{"op":"adjust","sku":"GOOD-01","delta":-5,"reason":"loss"}', { code: 'insufficient_stock' }],
    [
      'a warehouse that there is not',
      '{"sku":"A","name":"x","location":"W9:A1/S1"}',
      { column: 'location', code: 'unknown_location' },
    ],
    ['a status that cannot be set', '{"sku":"GOOD-01","status":"archived"}', { column: 'status' }],
    ['a number in another form', '{"sku":"GOOD-01","on_hand":1.000}', { column: 'on_hand', message: notWhole('1.000') }],
  ])('NDJSON: %s', async (_what, row, error) => {
    const good = ['{"sku":"GOOD-01","name":"Mug","on_hand":1}', '{"sku":"GOOD-02","name":"Cup"}'];
    const report = await service.load(by, [good[0], row, good[1]].join('\n'), { type: 'application/x-ndjson' });

    expect(report).toMatchObject({ rows: 3, created: 2, failed: 1, errors: [{ row: 2, message: expect.any(String), ...error }] });
  });

  test('however many there are, a thousand are told and the rest is counted', async () => {
    const report = await service.load(by, lines('sku,name', ...Array.from({ length: 1_100 }, () => 'A\u{7},Mug')));

    expect(report).toMatchObject({ rows: 1_100, failed: 1_100, errors_left_out: 100 });
    expect(report.errors).toHaveLength(1_000);
  });
});

describe('a file is refused as a whole', () => {
  test.each([
    ['that is empty', '', [{ pointer: '', code: 'required' }]],
    ['that is nothing but line ends', '\r\n\r\n', [{ pointer: '', code: 'required' }]],
    ['without a column sku', lines('name,on_hand', 'Mug,1'), [{ pointer: '/columns', code: 'required' }]],
    ['with columns that there are not', lines('sku,qty,Nam', 'A,1,x'), [{ pointer: '/columns/1' }, { pointer: '/columns/2' }]],
    ['with a column twice', lines('sku,name,sku', 'A,x,A'), [{ pointer: '/columns/2', code: 'duplicate' }]],
    [
      'with bars',
      lines('sku|name|on_hand', 'A|x|1'),
      [{ pointer: '/columns/0' }, { message: expect.stringContaining('commas, semicolons or tabs') }],
    ],
    ['without a header line', lines('MUG-01,Mug,1'), [{ code: 'unknown_field' }, {}, {}, { code: 'required' }]],
  ])('%s', async (_what, file, errors) => {
    const reply = await refused(file);

    expect(reply.status).toBe(422);
    expect(problemOf(reply)).toMatchObject({ code: 'validation_failed', errors });
  });

  test.each([
    ['no UTF-8', Buffer.from('sku,name\nA,K\u00E4se\n', 'latin1'), 'malformed_csv'],
    ['UTF-16', Buffer.from('\u{FEFF}sku,name\nA,Mug\n', 'utf16le'), 'malformed_csv'],
    ['a quote in the header line', Buffer.from('sku,na"me\n'), 'malformed_csv'],
  ])('with %s', async (_what, bytes, code) => {
    const reply = await refused(new Uint8Array(bytes));

    expect(reply.status).toBe(400);
    expect(problemOf(reply)).toMatchObject({ code });
    expect(problemOf(reply)).not.toHaveProperty('imported');
  });

  test('as JSON, or compressed', async () => {
    expect(problemOf(await refused('{}', { 'content-type': 'application/json' }))).toMatchObject({
      code: 'unsupported_media_type',
    });
    expect(problemOf(await refused('x', { ...csv, 'content-encoding': 'gzip' }))).toMatchObject({
      code: 'unsupported_media_type',
    });
  });

  test.each(['iso-8859-1', 'utf-16be', 'shift_jis'])(
    'in a charset that is not taken, naming those that are: %s',
    async (charset) => {
      const available = ['text/csv', 'text/csv; charset=windows-1252', 'text/csv; charset=utf-16le', 'application/x-ndjson'];

      const reply = await refused('sku\nA', { 'content-type': `text/csv; charset=${charset}` });

      expect(problemOf(reply)).toMatchObject({ code: 'unsupported_media_type', available });
    },
  );

  test('with a query that there is not', async () => {
    const reply = await service.ask(by, 'POST /inventory/import?dry_run=maybe', { body: 'sku', headers: csv });

    expect([reply.status, problemOf(reply).code]).toEqual([400, 'invalid_parameter']);
  });

  test('by a caller who may only read', async () => {
    const reply = await service.ask(newCaller('viewer'), 'POST /inventory/import', { body: 'sku', headers: csv });

    expect([reply.status, problemOf(reply).code]).toEqual([403, 'forbidden']);
  });
});

test('a file that cannot be read on says what was done before', async () => {
  const reply = await refused(lines('sku,name', 'A,Mug', 'B,Mug', 'C,6" plate', 'D,Mug'));

  expect(reply.status).toBe(400);
  expect(problemOf(reply)).toMatchObject({ code: 'malformed_csv', row: 3, imported: { rows: 2, created: 2 } });
  expect(await skuOf('B')).toBeDefined();
  expect(await skuOf('D')).toBeUndefined();
});

test('a file with a bad byte says in which row, and all rows before are done, however they came', async () => {
  const text = lines('sku,name', 'A,Mug', 'B,Mug', 'C,K?se', 'D,Mug');
  const bytes = Buffer.from(text);
  bytes[bytes.indexOf('?')] = 0xe4;

  const reply = await refused(new Uint8Array(bytes));

  expect(problemOf(reply)).toMatchObject({ code: 'malformed_csv', row: 3, imported: { rows: 2, created: 2 } });
  expect(problemOf(reply).detail).toContain('in line 4');
});

test('a file that turns out too large says what was done before', async () => {
  const row = Buffer.from(`"${'x'.repeat(60_000)}"\n`);
  let sent = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(sent === 0 ? Buffer.from('{"sku":"MUG-01","name":"Mug"}\n') : row);
      sent += row.length;
      if (sent > 68_000_000) controller.close();
    },
  });

  const reply = await service.ask(by, 'POST /inventory/import', { body, headers: { 'content-type': 'application/x-ndjson' } });

  expect(reply.status).toBe(413);
  expect(problemOf(reply)).toMatchObject({ code: 'payload_too_large', max_bytes: 67_108_864, imported: { created: 1 } });
});

test('a dry run says what would come of each row and changes nothing', async () => {
  await service.load(by, lines('sku,name,on_hand', 'MUG-01,Mug,5'));
  const file = lines(
    'op,sku,name,on_hand,delta,reason',
    ',MUG-01,,7,,',
    ',CUP-01,Cup,1,,',
    'adjust,CUP-01,,,3,receipt',
    'adjust,MUG-01,,,-9,loss',
  );

  const report = await service.load(by, file, { dryRun: true, key: 'k-1' });

  expect(report).toMatchObject({
    dry_run: true,
    rows: 4,
    updated: 1,
    created: 1,
    adjusted: 1,
    failed: 1,
    errors: [{ row: 4, code: 'insufficient_stock' }],
  });
  expect(await skuOf('MUG-01')).toMatchObject({ on_hand: 5, version: 1 });
  expect(await skuOf('CUP-01')).toBeUndefined();
  expect(await movementsOf('MUG-01')).toHaveLength(1);
  const {
    changes: _changes,
    changes_left_out: _left,
    new_locations: _new,
    new_locations_left_out: _further,
    ...forecast
  } = report;
  expect(await service.load(by, file, { key: 'k-1' })).toEqual({ ...forecast, dry_run: false });
});

describe('under an idempotency key', () => {
  beforeEach(async () => {
    await service.load(by, lines('sku,name,on_hand', 'MUG-01,Mug,10'));
  });

  test('the same file has no second effect and gets the first answer', async () => {
    const report = await service.load(by, adjustments(1, 2), { key: 'k-1' });
    await service.load(by, adjustments(5));

    const reply = await service.ask(by, 'POST /inventory/import', {
      body: adjustments(1, 2),
      headers: { ...csv, 'idempotency-key': 'k-1' },
    });

    expect(JSON.parse(reply.text)).toEqual(report);
    expect(reply.headers.get('idempotency-replayed')).toBe('true');
    expect(await skuOf('MUG-01')).toMatchObject({ on_hand: 18 });
  });

  test('another file is refused', async () => {
    await service.load(by, adjustments(1, 2), { key: 'k-1' });

    const reply = await refused(adjustments(1, 3), { ...csv, 'idempotency-key': 'k-1' });

    expect([reply.status, problemOf(reply).code]).toEqual([422, 'idempotency_key_reused']);
    expect(await skuOf('MUG-01')).toMatchObject({ on_hand: 13 });
  });

  test('a file that broke off goes on where it was: nothing is done twice', async () => {
    const whole = lines(
      'op,sku,name,delta,reason',
      'create,CUP-01,Cup,,',
      'adjust,MUG-01,,1,receipt',
      ',TEA-01,Tea,,',
      'adjust,MUG-01,,4,receipt',
    );
    const half = whole.slice(0, whole.lastIndexOf('adjust')) + 'adjust,MUG-01,,"4';
    const broken = await refused(half, { ...csv, 'idempotency-key': 'k-1' });
    expect(problemOf(broken)).toMatchObject({ imported: { rows: 3, created: 2, adjusted: 1 } });

    expect(await service.load(by, whole, { key: 'k-1' })).toEqual({ ...counts, rows: 4, created: 2, adjusted: 2 });
    expect(await skuOf('MUG-01')).toMatchObject({ on_hand: 15 });
  });

  test('a file that another one overtakes is refused at its end, and says what was done', async () => {
    const start = adjustments(...Array.from({ length: 250 }, () => 1));
    const open = new TransformStream<Uint8Array, Uint8Array>();
    const writer = open.writable.getWriter();
    const headers = { ...csv, 'idempotency-key': 'k-1' };
    const slower = service.ask(by, 'POST /inventory/import', { body: open.readable, headers });
    await writer.write(Buffer.from(start));
    // Its first 200 rows are done together.
    await eventually(async () => expect(await skuOf('MUG-01')).toMatchObject({ on_hand: 210 }));
    await service.load(by, start, { key: 'k-1' });
    await writer.write(Buffer.from('adjust,MUG-01,5,receipt\r\n'));
    await writer.close();

    const reply = await slower;

    expect([reply.status, problemOf(reply).code]).toEqual([422, 'idempotency_key_reused']);
    expect(problemOf(reply)).toMatchObject({ imported: { rows: 251, adjusted: 251 } });
    expect(await skuOf('MUG-01')).toMatchObject({ on_hand: 265 });
  });

  test('the same file twice at once takes effect once', async () => {
    const file = adjustments(...Array.from({ length: 300 }, () => 1));

    const reports = await Promise.all([1, 2, 3].map(() => service.load(by, file, { key: 'k-1' })));

    expect(new Set(reports.map(({ adjusted }) => adjusted))).toEqual(new Set([300]));
    expect(await skuOf('MUG-01')).toMatchObject({ on_hand: 310 });
  });
});
