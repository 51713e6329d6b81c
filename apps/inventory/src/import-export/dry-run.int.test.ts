import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type BulkService, openBulkService } from './bulk.fixture.ts';

let service: BulkService;
let by: Caller;

beforeAll(async () => {
  service = await openBulkService(inject('engines'));
  return () => service.stop();
});

beforeEach(() => {
  by = newCaller();
});

const lines = (...rows: readonly string[]): string => `${rows.join('\r\n')}\r\n`;

test('a dry run shows what each row would change, before and after it, and what would be made', async () => {
  await service.load(by, lines('sku,name,on_hand,location', 'MUG-01,Mug,8,A3/S2', 'CUP-01,Cup,1,A3/S2'));
  const file = lines(
    'op,sku,name,on_hand,location,delta,reason,barcodes',
    ',MUG-01,Mug of stone,5,,,,',
    ',CUP-01,Cup,1,,,,',
    'adjust,MUG-01,,,,-2,loss,',
    ',TEA-01,Tea,3,A3/S4,,,40170725',
    'adjust,CUP-01,,,,-9,loss,',
  );

  const report = await service.load(by, file, { dryRun: true });

  expect(report).toMatchObject({ rows: 5, updated: 1, unchanged: 1, adjusted: 1, created: 1, failed: 1, changes_left_out: 0 });
  expect(report.changes).toEqual([
    { row: 1, line: 2, sku: 'MUG-01', before: { name: 'Mug', on_hand: 8 }, after: { name: 'Mug of stone', on_hand: 5 } },
    { row: 3, line: 4, sku: 'MUG-01', before: { on_hand: 5 }, after: { on_hand: 3 } },
    {
      row: 4,
      line: 5,
      sku: 'TEA-01',
      before: null,
      after: {
        name: 'Tea',
        status: 'active',
        on_hand: 3,
        reorder_point: 0,
        safety_stock: 0,
        location: 'A3/S4',
        barcodes: ['40170725'],
      },
    },
  ]);
  expect(report.new_locations).toEqual([{ location: 'A3/S4' }]);
  expect((await service.ask(by, 'GET /locations?limit=200')).text).not.toContain('A3/S4');
});

test('places that a file would make are listed once, and those that differ from another in case alone are told', async () => {
  await service.load(by, lines('sku,name,location', 'MUG-01,Mug,A3/S2'));
  const places = ['a3/S2', 'A3/s2', 'B1/S1/X1', 'a3/S2', 'b1/S1', 'A3/S2'];
  const rows = places.map((place, index) => `N-${index},New,${place}`);

  const { new_locations: made } = await service.load(by, lines('sku,name,location', ...rows), { dryRun: true });

  expect(made).toEqual([
    { location: 'MAIN:a3', similar_to: 'MAIN:A3' },
    { location: 'a3/S2', similar_to: 'A3/S2' },
    { location: 'A3/s2', similar_to: 'A3/S2' },
    { location: 'MAIN:B1' },
    { location: 'B1/S1' },
    { location: 'B1/S1/X1' },
    { location: 'MAIN:b1', similar_to: 'MAIN:B1' },
    { location: 'b1/S1', similar_to: 'B1/S1' },
  ]);
});

test('a dry run of rows that fail makes no places, and an import that is none tells neither', async () => {
  const file = lines('sku,name,location', 'MUG-01,,C1/S1');

  expect(await service.load(by, file, { dryRun: true })).toMatchObject({ failed: 1, changes: [], new_locations: [] });
  const report = await service.load(by, lines('sku,name,location', 'MUG-01,Mug,C1/S1'));
  expect(report).toMatchObject({ created: 1 });
  expect(Object.keys(report)).not.toContain('changes');
});

test('a thousand changes and a megabyte of them are listed, further ones counted', async () => {
  const small = Array.from({ length: 1_050 }, (_, at) => `S-${at},Name`);
  const pairs = JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, 'x'.repeat(400)])));
  const large = Array.from({ length: 100 }, (_, at) => `{"sku":"L-${at}","name":"Name","metadata":${pairs}}`);

  const many = await service.load(by, lines('sku,name', ...small), { dryRun: true });
  const bulky = await service.load(by, large.join('\n'), { dryRun: true, type: 'application/x-ndjson' });

  expect([many.created, many.changes?.length, many.changes_left_out]).toEqual([1_050, 1_000, 50]);
  expect((bulky.changes?.length ?? 0) + (bulky.changes_left_out ?? 0)).toBe(100);
  expect(JSON.stringify(bulky.changes).length).toBeLessThan(1_000_000);
});
