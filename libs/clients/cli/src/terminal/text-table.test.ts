import { expect, test } from 'vitest';
import { Table, textBytes, textFacts, textTime, widthOf } from './text-table.ts';

interface Row {
  readonly name: string;
  readonly count: number | null;
}

test('columns are as wide as their widest cell, and numbers stand at the right', () => {
  const table = new Table<Row>([
    { title: 'NAME', of: (row) => row.name },
    { title: 'COUNT', of: (row) => row.count, right: true },
  ]);

  expect(table.lines([{ name: '馬克杯', count: 5 }])).toEqual(['NAME    COUNT', '馬克杯      5']);
  expect(table.lines([{ name: 'Mug', count: null }])).toEqual(['Mug         –']);
});

test('what others wrote cannot steer the terminal', () => {
  const table = new Table<Row>([{ title: 'NAME', of: (row) => row.name }]);

  expect(table.lines([{ name: '\u001B[2Jx\n\u202Ey', count: 0 }])).toEqual(['NAME', '�[2Jx��y']);
});

test('a cell is painted after it was padded', () => {
  const table = new Table<Row>([
    { title: 'NAME', of: (row) => row.name, paint: (cell, row) => (row.count === 0 ? `<${cell}>` : cell) },
    { title: 'COUNT', of: (row) => row.count },
  ]);

  expect(table.lines([{ name: 'M', count: 0 }])).toEqual(['NAME  COUNT', '<M   >  0']);
});

test('facts without a value are left out', () => {
  expect(textFacts({ sku: 'MUG', home: null, note: '', 'on hand': 0 })).toEqual(['sku      MUG', 'on hand  0']);
});

test('times and sizes are for people', () => {
  expect(textTime('2026-11-21T09:05:12.411Z')).toBe('2026-11-21 09:05:12Z');
  expect(textTime(null)).toBeNull();
  expect([999, 1_500, 12_345_678].map(textBytes)).toEqual(['999 B', '1.5 kB', '12.3 MB']);
  expect(widthOf('🫐é')).toBe(3);
});
