import { expect, test } from 'vitest';
import { ACCOUNT_OPERATIONS, BYTES_PER_TOKEN, isList, OPERATIONS, requestClassOf, tokensOf, tokensOfBytes } from './index.ts';

test.each([
  [10, 0, 1],
  [10, 1, 1],
  [10, 10, 1],
  [10, 11, 2],
  [10, 1_000, 100],
  [10, 5_000_000, 100],
  [5, 5, 1],
  [5, 6, 2],
])('at %i items a token, %i items cost %i tokens', (itemsPerToken, items, tokens) => {
  expect(tokensOf({ itemsPerToken, most: 1_000 }, items)).toBe(tokens);
});

test('what costs by its items has them where it says, and takes as many as it says', () => {
  expect(OPERATIONS.filter(({ cost }) => cost?.linesPerToken).map(({ id }) => id)).toEqual(['createOrders']);
  const costly = OPERATIONS.flatMap(({ id, body, cost }) => (cost ? [{ id, body, cost }] : []));

  expect(costly.map(({ id, cost }) => [id, cost.itemsPerToken, cost.most])).toEqual([
    ['batchInventory', 10, 1_000],
    ['createOrders', 5, 200],
    ['createScans', 10, 1_000],
  ]);
  const accepts = ({ body, cost }: (typeof costly)[number], items: number): boolean =>
    body.safeParse({ [cost.member]: Array.from({ length: items }, () => ({})) }).success;
  expect(costly.map((each) => [accepts(each, each.cost.most), accepts(each, each.cost.most + 1)])).toEqual(
    costly.map(() => [true, false]),
  );
});

test('every stream has a price by its rows, an export by its bytes too, and a dry run costs a tenth', () => {
  const streams = OPERATIONS.filter((operation) => requestClassOf(operation) === 'stream');

  expect(streams.map(({ id, rowPrice }) => [id, rowPrice])).toEqual([
    ['exportInventory', { rowsPerToken: 500, bytesPerToken: BYTES_PER_TOKEN, lookedPerToken: 1_000 }],
    ['importInventory', { rowsPerToken: 50, dryRunRowsPerToken: 500 }],
    ['exportOrders', { rowsPerToken: 500, bytesPerToken: BYTES_PER_TOKEN, lookedPerToken: 1_000 }],
  ]);
});

test('what examines more than it answers with has a price by that', () => {
  const examining = OPERATIONS.flatMap(({ id, examinedPrice }) => (examinedPrice ? [[id, examinedPrice]] : []));

  expect(examining).toEqual([['checkIntegrity', { records: 'SKUs', perToken: 300, unreported: 100 }]]);
});

test.each([
  [0, 1],
  [1, 1],
  [256_000, 1],
  [256_001, 2],
  [1_000_000, 4],
])('an answer of %i bytes costs %i tokens', (bytes, tokens) => {
  expect(tokensOfBytes(bytes)).toBe(tokens);
});

test('every operation that takes a cursor answers with a page of a list, and no other does', () => {
  const all = [...OPERATIONS, ...ACCOUNT_OPERATIONS];

  expect(all.filter(isList).map(({ id }) => id)).toEqual(
    all.filter(({ query }) => 'shape' in query && Object.hasOwn(Object(query.shape), 'cursor')).map(({ id }) => id),
  );
  expect(all.filter(isList).length).toBeGreaterThan(10);
});
