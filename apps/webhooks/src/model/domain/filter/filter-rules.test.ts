import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  property,
  record,
  tuple,
} from 'fast-check';
import { expect, test } from 'vitest';
import { explainMatch, matchesFilter } from './match-filter.ts';
import { parseFilter } from './parse-filter.ts';

function matches(filter: unknown, event: unknown): boolean {
  const parsed = parseFilter(filter);
  if (parsed.type === 'refused') throw new Error(JSON.stringify(parsed.faults));
  return matchesFilter(parsed.pattern, event);
}

const scalar = oneof(constantFrom('a', 'ab', 'b', ''), integer({ min: -3, max: 3 }), boolean(), constant(null));
const names = constantFrom('a', 'b', '__proto__', 'length');
const objectOf = <Value>(values: Arbitrary<Value>, minKeys = 0) =>
  dictionary(names, values, { minKeys, maxKeys: 3, noNullPrototype: true });
const { value: jsonValue } = letrec((tie) => ({
  value: oneof({ maxDepth: 3 }, scalar, array(tie('value'), { maxLength: 3 }), objectOf(tie('value'))),
}));
const condition = oneof(
  scalar,
  record({ prefix: constantFrom('a', 'ab', 'b') }),
  record({ exists: boolean() }),
  record({ numeric: tuple(constantFrom('=', '<', '<=', '>', '>='), integer({ min: -3, max: 3 })) }),
  record({
    numeric: tuple(constantFrom('>', '>='), integer({ min: -3, max: 0 }), constantFrom('<', '<='), integer({ min: 0, max: 3 })),
  }),
  record({
    'anything-but': oneof(constantFrom('a', 'b', 1), constant(['a', 'ab']), record({ prefix: constantFrom('a', 'ab', 'b') })),
  }),
);
const { pattern } = letrec((tie) => ({
  pattern: oneof({ maxDepth: 3 }, array(condition, { minLength: 1, maxLength: 6 }), objectOf(tie('pattern'), 1)),
}));

test('a filter agrees with a naive implementation of its rules', () => {
  assert(
    property(pattern, jsonValue, (inner, data) => {
      expect(matches({ data: inner }, { data })).toBe(plainly(inner, [data]));
    }),
    { numRuns: 2_000 },
  );
});

test('the explanation of a filter agrees with its result', () => {
  assert(
    property(pattern, jsonValue, (inner, data) => {
      const parsed = parseFilter({ data: inner });
      if (parsed.type === 'refused') throw new Error('refused');
      const findings = explainMatch(parsed.pattern, { data });
      expect(findings.every((finding) => finding.matches)).toBe(matchesFilter(parsed.pattern, { data }));
    }),
  );
});

/** @param there the value in a list, or an empty list where there is none. */
function plainly(rule: unknown, there: readonly unknown[]): boolean {
  const [value] = there;
  if (Array.isArray(rule)) return rule.some((each: unknown) => plainCondition(each, there));
  const members = Object.entries(Object(rule));
  const holds = (object: unknown): boolean =>
    members.every(([name, inner]) =>
      plainly(
        inner,
        Object.entries(Object(object)).flatMap(([key, each]) => (key === name ? [each] : [])),
      ),
    );
  if (!Array.isArray(value)) return holds(typeof value === 'object' ? value : {});
  const objects = value.filter((each) => typeof each === 'object' && each !== null && !Array.isArray(each));
  return objects.length === 0 ? holds({}) : objects.some(holds);
}

function plainCondition(rule: unknown, there: readonly unknown[]): boolean {
  const [[name, operand] = ['', undefined]] = typeof rule === 'object' && rule !== null ? Object.entries(rule) : [];
  if (name === 'exists') return operand === there.length > 0;
  const scalars = there.flat().filter((each) => typeof each !== 'object' || each === null);
  return scalars.some((each) => {
    if (name === '') return each === rule;
    if (name === 'prefix') return begins(each, operand);
    if (name === 'numeric' && Array.isArray(operand)) return typeof each === 'number' && compares(each, operand);
    const isPrefix = typeof operand === 'object' && !Array.isArray(operand);
    return isPrefix ? !begins(each, prefixOf(operand)) : ![operand].flat().includes(each);
  });
}

function compares(value: number, [comparison, bound, ...more]: readonly unknown[]): boolean {
  if (more.length > 0 && !compares(value, more)) return false;
  const difference = value - Number(bound);
  const text = String(comparison);
  if (difference === 0) return text.includes('=');
  return text.includes(difference < 0 ? '<' : '>');
}

function begins(value: unknown, prefix: unknown): boolean {
  return typeof value === 'string' && value.startsWith(String(prefix));
}

function prefixOf(given: unknown): unknown {
  return Object.entries(Object(given)).find(([key]) => key === 'prefix')?.[1];
}
