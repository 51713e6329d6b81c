import { describe, expect, test } from 'vitest';
import { explainMatch, matchesFilter } from './match-filter.ts';
import { parseFilter } from './parse-filter.ts';

function matches(filter: unknown, event: unknown): boolean {
  const parsed = parseFilter(filter);
  if (parsed.type === 'refused') throw new Error(JSON.stringify(parsed.faults));
  return matchesFilter(parsed.pattern, event);
}

const faultsOf = (filter: unknown) => {
  const parsed = parseFilter(filter);
  return parsed.type === 'refused' ? parsed.faults.map(({ pointer }) => pointer) : [];
};

const scan = {
  type: 'scan.completed',
  data: { barcode: '4006381333931', location: 'A3/S2', device_id: 'gun-7', quantity: 3, sku: null, lines: [] },
};
const order = {
  data: {
    ship_to: null,
    lines: [
      { sku: 'MUG-01', quantity: 2 },
      { sku: 'CUP-02', quantity: 9 },
    ],
  },
  changed: ['on_hand', 'stock'],
  reason: 'shipment',
};

test.each<[string, unknown, unknown, boolean]>([
  ['a value of several', { data: { device_id: ['gun-6', 'gun-7'] } }, scan, true],
  ['no value of several', { data: { device_id: ['gun-6', 'gun-8'] } }, scan, false],
  ['null', { data: { sku: [null] } }, scan, true],
  ['a text in NFD', { data: { device_id: ['Cafe\u0301 '] } }, { data: { device_id: 'Caf\u00E9' } }, true],
  ['a text of an event in NFD', { data: { name: ['Caf\u00E9'] } }, { data: { name: 'Cafe\u0301' } }, true],
  ['anything but a text in NFD', { data: { name: [{ 'anything-but': 'Cafe\u0301' }] } }, { data: { name: 'Caf\u00E9' } }, false],
  ['a prefix in NFD', { data: { name: [{ prefix: 'Cafe\u0301' }] } }, { data: { name: 'Caf\u00E9-1' } }, true],
  ['a prefix that ends with a blank', { data: { name: [{ prefix: 'Mug ' }] } }, { data: { name: 'Mugs' } }, false],
  ['a number, not its string', { data: { quantity: ['3'] } }, scan, false],
  ['one aisle by its prefix', { data: { location: [{ prefix: 'A3/' }] } }, scan, true],
  ['another aisle', { data: { location: [{ prefix: 'A4/' }] } }, scan, false],
  ['a prefix of a number', { data: { quantity: [{ prefix: '3' }] } }, scan, false],
  ['a range that ends there', { data: { quantity: [{ numeric: ['>', 0, '<=', 3] }] } }, scan, true],
  ['a range that ends before', { data: { quantity: [{ numeric: ['>=', 0, '<', 3] }] } }, scan, false],
  ['exactly that number', { data: { quantity: [{ numeric: ['=', 3] }] } }, scan, true],
  ['a numeric condition on a string', { data: { barcode: [{ numeric: ['>', 0] }] } }, scan, false],
  ['anything but another', { data: { device_id: [{ 'anything-but': 'gun-6' }] } }, scan, true],
  ['anything but it', { data: { device_id: [{ 'anything-but': ['gun-7', 'gun-8'] }] } }, scan, false],
  ['anything but its prefix', { data: { device_id: [{ 'anything-but': { prefix: 'gun-' } }] } }, scan, false],
  ['anything but a value, of a missing field', { data: { order_id: [{ 'anything-but': 'x' }] } }, scan, false],
  ['a field that exists', { data: { sku: [{ exists: true }] } }, scan, true],
  ['a field that does not exist', { data: { order_id: [{ exists: false }] } }, scan, true],
  ['a field of an object that does not exist', { previous: { on_hand: [{ exists: false }] } }, scan, true],
  ['a field of null', { data: { ship_to: { country: ['DE'] } } }, order, false],
  ['one of a list', { changed: ['on_hand'] }, order, true],
  ['none of a list', { changed: ['available'] }, order, false],
  ['one object of a list in all its fields', { data: { lines: { sku: ['MUG-01'], quantity: [2] } } }, order, true],
  ['fields of two objects of a list', { data: { lines: { sku: ['MUG-01'], quantity: [9] } } }, order, false],
  ['two fields, of which one fits', { reason: ['shipment'], changed: ['available'] }, order, false],
])('%s', (_, filter, event, expected) => {
  expect(matches(filter, event)).toBe(expected);
});

describe('names of inherited properties', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is an ordinary field', (name) => {
    const filter = JSON.parse(`{"data":{"${name}":[{"exists":true}]}}`);

    expect(matches(filter, { data: {} })).toBe(false);
    expect(matches(filter, JSON.parse(`{"data":{"${name}":1}}`))).toBe(true);
  });

  test('are not conditions', () => {
    expect(faultsOf({ data: { sku: [{ constructor: 'x' }] } })).toEqual(['/data/sku/0']);
    expect(faultsOf(JSON.parse('{"data":{"sku":[{"__proto__":"x"}]}}'))).toEqual(['/data/sku/0']);
  });
});

test.each<[string, unknown, readonly string[]]>([
  ['a string', 'sku', ['']],
  ['a list', [], ['']],
  ['an empty filter', {}, ['']],
  ['an empty object', { data: {} }, ['/data']],
  ['another root', { account_id: ['acc_1'] }, ['/account_id']],
  ['a bare value', { data: { sku: 'MUG-01' } }, ['/data/sku']],
  ['no condition', { data: { sku: [] } }, ['/data/sku']],
  ['an unknown condition', { data: { sku: ['MUG-01', { regex: '.*' }] } }, ['/data/sku/1']],
  ['two conditions in one', { data: { sku: [{ prefix: 'M', exists: true }] } }, ['/data/sku/0']],
  ['an empty prefix', { data: { sku: [{ prefix: '' }] } }, ['/data/sku/0/prefix']],
  ['a bound without a number', { data: { quantity: [{ numeric: ['>', '3'] }] } }, ['/data/quantity/0/numeric']],
  ['an unknown comparison', { data: { quantity: [{ numeric: ['!=', 3] }] } }, ['/data/quantity/0/numeric']],
  ['a range upside down', { data: { quantity: [{ numeric: ['>', 5, '<', 3] }] } }, ['/data/quantity/0/numeric']],
  ['anything but two kinds', { data: { sku: [{ 'anything-but': ['a', 1] }] } }, ['/data/sku/0/anything-but']],
  ['anything but nothing', { data: { sku: [{ 'anything-but': [] }] } }, ['/data/sku/0/anything-but']],
  ['exists of a text', { data: { sku: [{ exists: 'yes' }] } }, ['/data/sku/0/exists']],
  ['a list in a list', { data: { sku: [['MUG-01']] } }, ['/data/sku/0']],
  ['several at once, each named', { data: { 'a/b': 1, 'c~d': [] } }, ['/data/a~1b', '/data/c~0d']],
  ['too many conditions', { data: { sku: Array.from({ length: 101 }, String) } }, ['']],
  ['more than 4 KiB', { data: { sku: ['x'.repeat(4_096)] } }, ['']],
  ['fields too deep', { data: { a: { b: { c: { d: { e: { f: { g: { h: [1] } } } } } } } } }, ['/data/a/b/c/d/e/f/g']],
])('%s is refused with a pointer', (_, filter, pointers) => {
  expect(faultsOf(filter)).toEqual(pointers);
});

test('each field is explained with the value found', () => {
  const parsed = parseFilter({ data: { location: [{ prefix: 'A4/' }], device_id: ['gun-7'], order_id: ['ord_1'] } });
  if (parsed.type === 'refused') throw new Error('refused');

  expect(explainMatch(parsed.pattern, scan)).toEqual([
    { pointer: '/data/location', matches: false, found: 'A3/S2' },
    { pointer: '/data/device_id', matches: true, found: 'gun-7' },
    { pointer: '/data/order_id', matches: false, found: undefined },
  ]);
});
