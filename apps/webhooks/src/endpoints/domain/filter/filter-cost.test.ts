import { cpuUsage } from 'node:process';
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

function cpuMsOf(pattern: Pattern): number {
  const before = cpuUsage();
  for (let time = 0; time < 300; time += 1) matchesFilter(pattern, { data: { lines: LINES } });
  const { user, system } = cpuUsage(before);
  return (user + system) / 1_000;
}

test.each<[string, Readonly<Record<string, readonly unknown[]>>]>([
  ['values', { sku: HUNDRED.map((place) => `CUP-${place}`) }],
  ['prefixes', { sku: HUNDRED.map((place) => ({ prefix: `CUP-${place}-` })) }],
  ['ranges', { quantity: HUNDRED.map((place) => ({ numeric: ['=', 1_000 + place] })) }],
  ['exceptions', { device: HUNDRED.map(() => ({ 'anything-but': 'gun-7' })) }],
  ['excepted prefixes', { device: HUNDRED.map(() => ({ 'anything-but': { prefix: 'gun-' } })) }],
])('a hundred %s cost little more than one', (_, lines) => {
  const one = readFilter({ data: { lines: { sku: [{ prefix: 'CUP' }] } } });
  const hundred = readFilter({ data: { lines } });
  cpuMsOf(one);
  cpuMsOf(hundred);

  expect(cpuMsOf(hundred)).toBeLessThan(5 * cpuMsOf(one));
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
