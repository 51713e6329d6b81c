import { ACCOUNT_OPERATIONS, type Operation, OPERATIONS, operations, writes } from '@fulfilment/contracts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { PARSING } from '../validation.ts';
import { hostileBodies } from './hostile-bodies.fixture.ts';

// What a refusal costs, counted: the issues that parsing makes, before 100 of them are listed.

/** The most errors that a refusal lists, and one. */
const MOST_ISSUES = 101;

const WRITES: readonly Operation[] = [...OPERATIONS, ...ACCOUNT_OPERATIONS].filter(writes);

type Issues = readonly z.core.$ZodIssue[];

/** Issues, those of each branch of a union among them. */
const countOf = (issues: Issues): number =>
  issues.reduce(
    (sum, issue) => sum + 1 + (issue.code === 'invalid_union' ? issue.errors.reduce((all, each) => all + countOf(each), 0) : 0),
    0,
  );

const issuesOf = ({ body }: Pick<Operation, 'body'>, given: unknown): number =>
  countOf(body.safeParse(given, PARSING).error?.issues ?? []);

describe.each(WRITES)('a hostile body of $method $path ($id) makes at most 101 issues', (operation) => {
  test.each(Object.entries(hostileBodies(operation)))('%s', (_what, text) => {
    expect(issuesOf(operation, JSON.parse(text))).toBeLessThanOrEqual(MOST_ISSUES);
  });
});

// A list within its bound is parsed whole, since the answer says how many errors it does not list: each item makes what one makes.
test.each([
  ['createOrder', operations.createOrder, 200, 3],
  ['transferStock', operations.transferStock, 100, 3],
] as const)(
  'a list of %s whose items are all bad makes no more issues than each of its items by itself',
  (_id, operation, most, each) => {
    const lines = Array.from({ length: most }, () => ({ surprise: 0 }));
    const of = (count: number): number => issuesOf(operation, { lines: lines.slice(0, count) });

    expect(of(2) - of(1)).toBe(each);
    expect(of(most) - of(1)).toBe(each * (most - 1));
  },
);

/** Pairs, and which of them are read. */
function watchedPairs(count: number) {
  const read = new Set<PropertyKey>();
  const pairs = Object.fromEntries(Array.from({ length: count }, (_, place) => [`k${place}`, 0]));
  const get = (target: object, name: PropertyKey): unknown => {
    if (Object.hasOwn(target, name)) read.add(name);
    return Reflect.get(target, name);
  };
  return { pairs: new Proxy(pairs, { get }), read };
}

test.each([
  [50, 50],
  [51, 0],
  [95_000, 0],
])('of %d bad pairs of metadata %d are looked at', (count, looked) => {
  const { pairs, read } = watchedPairs(count);

  const issues = issuesOf(operations.createScan, { barcode: '1', metadata: pairs });

  expect(read.size).toBe(looked);
  expect(issues).toBeGreaterThan(0);
  expect(issues).toBeLessThanOrEqual(MOST_ISSUES);
});
