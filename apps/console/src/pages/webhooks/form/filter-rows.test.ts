import { describe, expect, test } from 'vitest';
import { filterOfRows, rowsOfFilter } from './filter-rows.ts';

describe('a filter in the builder', () => {
  test.each([
    { data: { location: [{ prefix: 'A3/' }] } },
    { data: { device_id: ['gun-7', 'gun-8'] } },
    { data: { quantity: [{ numeric: ['>=', 10] }], type: [{ 'anything-but': ['lookup', 'other'] }] } },
    { data: { order_id: [{ exists: true }], refusal: { code: ['stale_count'] } }, reason: ['shipment'] },
    { data: { sku: ['7', 7, true, null, { prefix: 'MUG' }] } },
  ])('is the same after it was shown as rows: %j', (filter) => {
    expect(filterOfRows(rowsOfFilter(filter) ?? [])).toEqual(filter);
  });

  test.each([
    { data: { quantity: [{ numeric: ['>=', 10, '<', 100] }] } },
    { data: { sku: [{ 'anything-but': { prefix: 'x' } }] } },
    { data: { sku: ['a,b'] } },
    { data: { 'a.b': ['c'] } },
    { data: 'no list' },
  ])('is left as JSON where rows would change it: %j', (filter) => {
    expect(rowsOfFilter(filter)).toBeUndefined();
  });

  test('of rows without a path is none', () => {
    expect(filterOfRows([{ path: '', operator: 'is', value: 'x' }])).toBeNull();
  });

  test('takes rows of one path as alternatives', () => {
    const row = { path: 'data.sku', operator: 'is' } as const;
    expect(
      filterOfRows([
        { ...row, value: 'A' },
        { ...row, value: 'B' },
      ]),
    ).toEqual({ data: { sku: ['A', 'B'] } });
  });
});
