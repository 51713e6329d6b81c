import { describe, expect, test } from 'vitest';
import { createSkuBody, operations, skuCode } from './index.ts';

describe('a SKU is taken as merchants write it', () => {
  test.each([
    'TEE/RED/M',
    'MUG 12oz',
    'CAFÉ-1',
    '#12',
    '-1',
    '=1+1',
    'A|B',
    'A:B',
    'a\\b',
    '$sku.x',
    '"q",\'',
    '日本-1',
    '😀',
    'a.',
    '...',
    'MUG-01',
  ])('%s', (sku) => {
    expect(skuCode.parse(sku)).toBe(sku);
    expect(createSkuBody.parse({ sku, name: 'x' }).sku).toBe(sku);
    expect(operations.getSku.params.parse({ sku })).toEqual({ sku });
  });

  test('in any normal form, which is NFC afterwards', () => {
    expect(skuCode.parse('CAFE\u0301-1')).toBe('CAF\u00C9-1');
    expect(operations.listSkus.query.parse({ sku: 'CAFE\u0301-1' }).sku).toEqual(['CAF\u00C9-1']);
  });

  test('of 100 characters, each as one, and no more', () => {
    expect(skuCode.safeParse('😀'.repeat(100)).success).toBe(true);
    expect(skuCode.safeParse('x'.repeat(101)).success).toBe(false);
    expect(skuCode.safeParse('x '.repeat(500_000)).success).toBe(false);
  });
});

test.each([
  '',
  ' ',
  ' a',
  'a ',
  'a\u00A0',
  '.',
  '..',
  'a\nb',
  'a\tb',
  'a\u0000',
  'a\u200Eb',
  'a\u202Eb',
  'a\u2066b',
  'a\u0378b',
  'a\uE000b',
  '\uD800',
  '\uFEFFa',
])('%j is no SKU', (sku) => {
  expect(skuCode.safeParse(sku).success).toBe(false);
});

test.each(['batch', 'by-barcode', 'export', 'import'])(
  '%s is the name of no new SKU, and stays that of one that has it',
  (sku) => {
    expect(createSkuBody.safeParse({ sku, name: 'x' }).success).toBe(false);
    expect(skuCode.parse(sku)).toBe(sku);
  },
);
