import { describe, expect, test } from 'vitest';
import {
  clientTimestamp,
  createOrderBody,
  createScanBody,
  createSkuBody,
  ERRORS,
  inventoryUpdated,
  listDeadLettersQuery,
  listScansQuery,
  locationReference,
  mayDo,
  OPERATIONS,
  locationByIdOrPath,
  transferBody,
} from '@fulfilment/contracts';
import { SAMPLE_EVENTS } from './events.ts';

describe('a SKU', () => {
  test('the sample of the specification is taken', () => {
    const sample = { sku: 'MUG-01', name: 'Mug', on_hand: 100, reorder_point: 10, location: 'A3/S2' };
    expect(createSkuBody.parse(sample)).toEqual(sample);
  });

  test('only sku and name are required', () => {
    expect(createSkuBody.parse({ sku: 'a', name: 'A' })).toEqual({
      sku: 'a',
      name: 'A',
      on_hand: 0,
      reorder_point: 0,
      location: null,
    });
  });

  test.each([
    { sku: '', name: 'A' },
    { sku: ' a', name: 'A' },
    { sku: 'a\tb', name: 'A' },
    { sku: 'batch', name: 'A' },
    { sku: 'export', name: 'A' },
    { sku: 'import', name: 'A' },
    { sku: 'a'.repeat(101), name: 'A' },
    { sku: 'a', name: '' },
    { sku: 'a', name: 'x'.repeat(201) },
    { sku: 'a', name: 'bell\u0007' },
    { sku: 'a', name: 'A', on_hand: -1 },
    { sku: 'a', name: 'A', on_hand: 1.5 },
    { sku: 'a', name: 'A', on_hand: 2_147_483_648 },
    { sku: 'a', name: 'A', on_hand: '1' },
    { sku: 'a', name: 'A', colour: 'red' },
  ])('%j is refused', (body) => {
    expect(createSkuBody.safeParse(body).success).toBe(false);
  });
});

test.each([
  ['A3/S2', true],
  ['A3/S2/B1', true],
  ['W2:A3/S2', true],
  ['A3', false],
  ['A3/S2/B1/X', false],
  ['/S2', false],
  ['A 3/S2', false],
])('home location %s: %s', (reference, taken) => {
  expect(locationReference.safeParse(reference).success).toBe(taken);
});

test.each([
  ['MAIN', true],
  ['MAIN:A3', true],
  ['A3/S2', true],
  ['W2:A3/S2/B1', true],
  ['loc_01JD8Z0000000000000000TEST', true],
  ['W2:', false],
  ['', false],
])('place %s: %s', (reference, taken) => {
  expect(locationByIdOrPath.safeParse(reference).success).toBe(taken);
});

test('a transfer is one SKU or a list of lines, not both', () => {
  const line = { sku: 'MUG-01', quantity: 1 };
  expect(transferBody.safeParse({ to: 'A3/S2', ...line }).success).toBe(true);
  expect(transferBody.safeParse({ to: 'A3/S2', lines: [line] }).success).toBe(true);
  expect(transferBody.safeParse({ to: 'A3/S2', lines: [line], ...line }).success).toBe(false);
  expect(transferBody.safeParse({ to: 'A3/S2' }).success).toBe(false);
});

test('an order has 1 to 200 lines of 1 to 1 000 000', () => {
  const line = { sku: 'MUG-01', quantity: 1_000_000 };
  expect(createOrderBody.safeParse({ lines: Array.from({ length: 200 }, () => line) }).success).toBe(true);
  expect(createOrderBody.safeParse({ lines: [] }).success).toBe(false);
  expect(createOrderBody.safeParse({ lines: Array.from({ length: 201 }, () => line) }).success).toBe(false);
  expect(createOrderBody.safeParse({ lines: [{ ...line, quantity: 0 }] }).success).toBe(false);
  expect(createOrderBody.safeParse({ lines: [{ ...line, quantity: 1_000_001 }] }).success).toBe(false);
});

test.each([
  ['2026-11-21T10:05:12+01:00', true],
  ['2026-11-21T10:05:12.123456Z', true],
  ['2026-11-21T10:05:12', false],
  ['2026-02-29T10:05:12Z', false],
  ['0000-01-01T00:00:00+01:00', false],
  ['9999-12-31T23:59:59-01:00', false],
  ['', false],
  ['yesterday', false],
])('moment of a client %s: %s', (moment, taken) => {
  expect(clientTimestamp.safeParse(moment).success).toBe(taken);
});

test.each([
  ['two\tcolumns\nand lines', true],
  ['📦', true],
  ['01095060001343528200\u001D10ABC', true],
  ['record separator \u001E', false],
  ['half a pair \uD83D', false],
  ['bell\u0007', false],
  ['', false],
])('barcode %j: %s', (barcode, taken) => {
  expect(createScanBody.safeParse({ barcode }).success).toBe(taken);
});

test('scans are found by a barcode with the separator of GS1', () => {
  expect(listScansQuery.safeParse({ barcode: '0109506\u001D10ABC' }).success).toBe(true);
});

test.each(['1', '9', '50', '200'])('a page may have %s records', (limit) => {
  expect(listScansQuery.parse({ limit }).limit).toBe(Number(limit));
});

test.each(['0', '201', '1000000000000', '-1', '+5', '05', '0x10', '1e1', ' 5', '5 ', '5.0', '', 'ten'])(
  'a page of %j records is refused',
  (limit) => {
    expect(listScansQuery.safeParse({ limit }).success).toBe(false);
    expect(listDeadLettersQuery.safeParse({ limit }).success).toBe(false);
  },
);

test('metadata named __proto__ is refused, not left out', () => {
  const metadata: unknown = JSON.parse('{"__proto__":"x","shift":"late"}');
  const line = { sku: 'MUG-01', quantity: 1 };
  for (const { error } of [
    createScanBody.safeParse({ barcode: '1', metadata }),
    createOrderBody.safeParse({ lines: [line], metadata }),
  ]) {
    expect(error?.issues.map(({ path }) => path)).toEqual([['metadata', '__proto__']]);
  }
});

test('an event says of before what its schema names, and where it lay if that changed', () => {
  // The samples lie at few locations: none is left out.
  const named = Object.keys(inventoryUpdated.shape.previous.unwrap().omit({ stock_truncated: true }).shape);
  for (const type of ['inventory.updated', 'inventory.low_stock'] as const) {
    const { changed, previous } = inventoryUpdated.partial({ type: true }).omit({ type: true }).parse(SAMPLE_EVENTS[type]);
    expect(changed).toContain('stock');
    expect(Object.keys(previous ?? {}).toSorted()).toEqual(named.toSorted());
  }
});

test('every operation of the specification is declared', () => {
  const declared = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect(declared).toEqual(
    expect.arrayContaining([
      'GET /inventory',
      'GET /inventory/:sku',
      'POST /inventory',
      'PATCH /inventory/:sku',
      'DELETE /inventory/:sku',
      'GET /locations',
      'POST /locations',
      'POST /locations/:id/transfer',
      'GET /orders',
      'POST /orders',
      'POST /orders/:id/pack',
      'POST /orders/:id/ship',
      'POST /scans',
      'GET /scans',
    ]),
  );
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
});

test('roles may do what the table of the API says', () => {
  expect(mayDo('scanner', 'scans:write')).toBe(true);
  expect(mayDo('scanner', 'orders:read')).toBe(true);
  expect(mayDo('scanner', 'orders:read_ship_to')).toBe(false);
  expect(mayDo('fulfilment', 'stock:transfer')).toBe(true);
  expect(mayDo('fulfilment', 'orders:fulfil')).toBe(true);
  expect(mayDo('fulfilment', 'orders:create')).toBe(false);
  expect(mayDo('integration', 'events:read')).toBe(true);
  expect(mayDo('viewer', 'inventory:write')).toBe(false);
});

test('only what the same request can mend by itself is retryable', () => {
  const retryable = Object.entries(ERRORS)
    .filter(([, entry]) => entry.retryable)
    .map(([code]) => code);
  expect(retryable.toSorted()).toEqual([
    'idempotency_in_progress',
    'internal',
    'rate_limited',
    'request_timeout',
    'timeout',
    'transition_in_progress',
    'upstream_unavailable',
  ]);
});
