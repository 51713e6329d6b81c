import { MAX_QUANTITY, type ImportReport, skuRecord, type SkuRecord } from '@fulfilment/contracts';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type BulkService, openBulkService, problemOf } from './bulk.fixture.ts';

let service: BulkService;
let by: Caller;

beforeAll(async () => {
  service = await openBulkService(inject('engines'));
  return () => service.stop();
});

beforeEach(async () => {
  by = newCaller();
  await service.load(by, lines('sku,name,on_hand,location', 'MUG-01,=Mug,8,A3/S2', 'CUP-01,Cup,,A3/S2', 'TEA-01,Tea,4,'));
  await service.load(by, lines('op,sku,delta,reason,location', 'adjust,MUG-01,5,found,W/A', 'adjust,MUG-01,2,found,MAIN:A3'));
});

const lines = (...rows: readonly string[]): string => `${rows.join('\r\n')}\r\n`;
const HEAD = 'sku,location,on_hand';

const load = (file: string, terms: Parameters<BulkService['load']>[2] = {}): Promise<ImportReport> =>
  service.load(by, file, { by: 'location', ...terms });
const exported = async (accept = 'text/csv'): Promise<string> =>
  (await service.ask(by, 'GET /inventory/export?by=location', { headers: { accept } })).text;
const stored = async (sku: string): Promise<SkuRecord> =>
  skuRecord.parse(JSON.parse((await service.ask(by, `GET /inventory/${sku}`)).text));
const placesOf = async (sku: string): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries((await stored(sku)).stock.map(({ location, on_hand: units }) => [location, units]));
const versions = async () => Promise.all(['MUG-01', 'CUP-01', 'TEA-01'].map(async (sku) => (await stored(sku)).version));

test('an export by place has a row for each place, by SKU and path, and the home of a SKU that lies nowhere', async () => {
  const rows = (await exported()).trimEnd().split('\r\n');

  expect(rows.map((row) => row.replaceAll(/loc_\w+/g, 'loc'))).toEqual([
    'sku,name,location,on_hand,sku_on_hand,status,location_id,location_path',
    'CUP-01,Cup,A3/S2,0,0,active,loc,MAIN:A3/S2',
    "MUG-01,'=Mug,MAIN:A3,2,15,active,loc,MAIN:A3",
    "MUG-01,'=Mug,A3/S2,8,15,active,loc,MAIN:A3/S2",
    "MUG-01,'=Mug,W/A,5,15,active,loc,MAIN:W/A",
    'TEA-01,Tea,MAIN,4,4,active,loc,MAIN',
  ]);
  const [first] = (await exported('application/x-ndjson')).split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ sku: 'CUP-01', location: 'A3/S2', on_hand: 0, sku_on_hand: 0 });
});

test.each(['text/csv', 'application/x-ndjson'])(
  'what was exported by place as %s changes nothing when it is imported',
  async (type) => {
    const [before, file] = [await versions(), await exported(type)];

    expect(await load(file, { type })).toMatchObject({ rows: 5, unchanged: 5, failed: 0, errors: [] });
    expect(await versions()).toEqual(before);
    expect(await exported(type)).toBe(file);
  },
);

test('a row counts one place: others stay, places are made, and the ledger has the difference', async () => {
  const file = lines(
    `${HEAD},reason,note`,
    'MUG-01,A3/S2,6,loss,Dropped',
    'MUG-01,B1/S1,3,,',
    'MUG-01,W/A,0,,',
    'TEA-01,MAIN,4,,',
  );

  expect(await load(file)).toMatchObject({ rows: 4, updated: 3, unchanged: 1, failed: 0 });

  expect(await placesOf('MUG-01')).toEqual({ 'MAIN:A3': 2, 'A3/S2': 6, 'B1/S1': 3 });
  const ledger = JSON.parse((await service.ask(by, 'GET /inventory/MUG-01/movements?limit=3')).text).data;
  expect(ledger).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ location: 'A3/S2', delta: -2, balance: 6, reason: 'loss', note: 'Dropped' }),
      expect.objectContaining({ location: 'B1/S1', delta: 3, balance: 3, reason: 'count' }),
      expect.objectContaining({ location: 'W/A', delta: -5, balance: 0, reason: 'count' }),
    ]),
  );
});

test('a dry run shows units before and after by place, places that would be made, and slips of the shift key', async () => {
  const file = lines(HEAD, 'MUG-01,A3/S2,6', 'MUG-01,a3/S2,1', 'MUG-01,MAIN:A3/S2,9', 'CUP-01,A3/S2,0', 'CUP-01,C1/S1,many');

  const report = await load(file, { dryRun: true });

  expect(report).toMatchObject({ rows: 5, updated: 3, unchanged: 1, failed: 1 });
  expect(report.changes).toEqual([
    { row: 1, line: 2, sku: 'MUG-01', location: 'A3/S2', before: { on_hand: 8 }, after: { on_hand: 6 } },
    { row: 2, line: 3, sku: 'MUG-01', location: 'a3/S2', before: { on_hand: 0 }, after: { on_hand: 1 } },
    { row: 3, line: 4, sku: 'MUG-01', location: 'A3/S2', before: { on_hand: 6 }, after: { on_hand: 9 } },
  ]);
  expect(report.new_locations).toEqual([
    { location: 'MAIN:a3', similar_to: 'MAIN:A3' },
    { location: 'a3/S2', similar_to: 'A3/S2' },
  ]);
  expect(report.duplicates).toEqual([{ sku: 'MUG-01', location: 'MAIN:A3/S2', row: 3, line: 4, first_row: 1, first_line: 2 }]);
  expect(await placesOf('MUG-01')).toEqual({ 'MAIN:A3': 2, 'A3/S2': 8, 'W/A': 5 });
});

test('rows are refused by number, each for itself', async () => {
  const rows: readonly (readonly [row: string, column: string | null, code: string])[] = [
    ['NONE-01,A3/S2,1,', null, 'not_found'],
    ['MUG-01,A3,1,', 'location', 'unknown_location'],
    ['MUG-01,W9:A3/S2,1,', 'location', 'unknown_location'],
    ['MUG-01,A3//S2,1,', 'location', 'invalid_format'],
    ['MUG-01,,1,', 'location', 'required'],
    ['MUG-01,A3/S2,,', 'on_hand', 'required'],
    ['MUG-01,A3/S2,-1,', 'on_hand', 'out_of_range'],
    ['MUG-01,A3/S2,1.000,', 'on_hand', 'invalid_type'],
    [`MUG-01,A3/S2,${MAX_QUANTITY},`, 'on_hand', 'out_of_range'],
    ['MUG-01,A3/S2,9,7', null, 'version_conflict'],
  ];

  const report = await load(lines(`${HEAD},expected_on_hand`, ...rows.map(([row]) => row), 'MUG-01,A3/S2,9,8'));

  expect(report.errors.map(({ row, column, code }) => [row, column, code])).toEqual(
    rows.map(([, column, code], index) => [index + 1, column, code]),
  );
  expect(report).toMatchObject({ rows: 11, updated: 1, failed: 10 });
  expect(await placesOf('MUG-01')).toEqual({ 'MAIN:A3': 2, 'A3/S2': 9, 'W/A': 5 });
});

test('a file of the other kind is refused whole, either way, before a row is done', async () => {
  const csv = { 'content-type': 'text/csv' };
  const ask = (query: string, body: string) => service.ask(by, `POST /inventory/import${query}`, { body, headers: csv });

  expect(problemOf(await ask('', await exported()))).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/columns/4', code: 'unknown_field' }],
  });
  expect(problemOf(await ask('?by=location', lines('sku,name,on_hand,reorder_point', 'MUG-01,Mug,1,2')))).toMatchObject({
    code: 'validation_failed',
    errors: [
      { pointer: '/columns/3', code: 'unknown_field' },
      { pointer: '/columns', code: 'required', message: 'The column location is missing.' },
    ],
  });
  expect(problemOf(await ask('?by=shelf', lines(HEAD)))).toMatchObject({ code: 'invalid_parameter' });
});

test('under a key each row is done once, and rows of one SKU side by side share a transaction', async () => {
  const file = lines(HEAD, ...Array.from({ length: 60 }, (_, at) => `MUG-01,R${at % 30}/S1,${at + 1}`));
  const { version } = await stored('MUG-01');

  const first = await load(file, { key: 'count-1' });
  await service.ask(by, 'POST /inventory/MUG-01/adjustments', {
    body: '{"delta":5,"reason":"found","location":"R0/S1"}',
    headers: { 'content-type': 'application/json' },
  });

  expect(first).toMatchObject({ rows: 60, updated: 60, duplicate_rows: 30 });
  expect(await load(file, { key: 'count-1' })).toEqual(first);
  expect((await placesOf('MUG-01'))['R0/S1']).toBe(31 + 5);
  expect((await stored('MUG-01')).version).toBe(version + 61);
});
