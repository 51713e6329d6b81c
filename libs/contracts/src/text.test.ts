import { describe, expect, test } from 'vitest';
import { createSkuBody, locationRecord, orderRecord, scanRecord, skuRecord } from './index.ts';
import { storedText, text } from './fields.ts';

describe.each([
  ['NEL of C1', '\u0085'],
  ['CSI of C1', '\u009B'],
  ['text from right to left', '\u202E'],
  ['an isolate', '\u2066'],
])('%s', (_what, character) => {
  const value = `a${character}b`;

  test('is in no request', () => {
    expect(text(1, 10).safeParse(value).success).toBe(false);
    expect(createSkuBody.safeParse({ sku: 'MUG-01', name: value }).success).toBe(false);
  });

  test('stays readable in records of earlier releases', () => {
    const address = { name: value, address1: 'x', city: 'x', postal_code: '1', country: 'DE' };

    expect(storedText(1, 10).parse(value)).toBe(value);
    expect(skuRecord.shape.name.parse(value)).toBe(value);
    expect(locationRecord.shape.name.parse(value)).toBe(value);
    expect(orderRecord.shape.ship_to.parse(address)).toEqual(address);
    expect(orderRecord.shape.packages.parse([{ tracking: value }])).toEqual([{ tracking: value }]);
    expect(scanRecord.shape.operator.parse(value)).toBe(value);
  });
});

test.each(['Mug\n', 'Größe\t3', 'שלום', '👩‍👩‍👧', 'é'])('%j is text', (value) => {
  expect(text(1, 20).parse(value)).toBe(value);
});
