import { expect, test } from 'vitest';
import { matchesFilter } from './match-filter.ts';
import { parseFilter } from './parse-filter.ts';
import type { Pattern } from './pattern.ts';

const readFilter = (filter: unknown): Pattern => {
  const parsed = parseFilter(filter);
  if (parsed.type === 'refused') throw new Error(JSON.stringify(parsed.faults));
  return parsed.pattern;
};

const HUNDRED = Array.from({ length: 100 }, (_, place) => place);
const LINES = Array.from({ length: 200 }, (_, place) => ({ sku: `MUG-${place}`, device: 'gun-7', quantity: place }));

/** A copy of a pattern that reports how many elements of its lists and sets are looked at. */
function watched<Value>(value: Value, looked: (elements: number) => void): Value {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (target instanceof Set) looked(name === 'has' ? 1 : target.size);
      if (Array.isArray(target) && name !== 'length')
        looked(typeof name === 'string' && /^-?\d+$/.test(name) ? 1 : target.length);
      return typeof member === 'function' ? member.bind(target) : watched(member, looked);
    },
  });
}

/** The most elements of its conditions that a pattern of `sku`, `device` or `quantity` looks at for one line that does not match. */
function looksPerLine(pattern: Pattern): number {
  const perLine = LINES.map((line) => {
    let looks = 0;
    const count = (elements: number) => (looks += elements);
    const data = pattern.type === 'fields' ? pattern.fields.get('data') : undefined;
    const lines = data?.type === 'fields' ? data.fields.get('lines') : undefined;
    if (lines?.type !== 'fields') throw new Error('The filter does not lead to the lines');
    const fields = new Map([...lines.fields].map(([name, field]) => [name, watched(field, count)]));
    expect(matchesFilter({ type: 'fields', fields }, line)).toBe(false);
    return looks;
  });
  return Math.max(...perLine);
}

test.each<[string, Readonly<Record<string, readonly unknown[]>>]>([
  ['values', { sku: HUNDRED.map((place) => `CUP-${place}`) }],
  ['prefixes', { sku: HUNDRED.map((place) => ({ prefix: `CUP-${place}-` })) }],
  ['ranges', { quantity: HUNDRED.map((place) => ({ numeric: ['=', 1_000 + 2 * place] })) }],
  ['exceptions', { device: HUNDRED.map(() => ({ 'anything-but': 'gun-7' })) }],
  ['excepted prefixes', { device: HUNDRED.map(() => ({ 'anything-but': { prefix: 'gun-' } })) }],
])('of a hundred %s few are looked at for a value: as many as a binary search reads', (_, lines) => {
  expect(looksPerLine(readFilter({ data: { lines } }))).toBeLessThanOrEqual(12);
});

const quantities = (count: number) => ({ data: { quantities: Array.from({ length: count }, (_, place) => place) } });
const emptyLines = (count: number) => ({ data: { lines: Array.from({ length: count }, () => ({})) } });

test('an event with more values than a filter examines matches', () => {
  const ofList = readFilter({ data: { quantities: [-1] } });
  const fields = Object.fromEntries(Array.from({ length: 99 }, (_, place) => [`a${place}`, [{ exists: false }]]));
  const ofLines = readFilter({ data: { lines: { ...fields, sku: ['MUG-01'] } } });

  expect(matchesFilter(ofList, quantities(4_900))).toBe(false);
  expect(matchesFilter(ofList, quantities(5_100))).toBe(true);
  expect(matchesFilter(ofLines, emptyLines(40))).toBe(false);
  expect(matchesFilter(ofLines, emptyLines(60))).toBe(true);
});
