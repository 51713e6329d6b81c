import { AppError } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { permissionsOf } from './access.ts';
import { itemProblemOf } from './problem.ts';
import { parseItem, parseItems } from './validation.ts';

const item = z.strictObject({ name: z.string(), size: z.int().min(1).default(1) });

test('a valid item is its value', () => {
  expect(parseItem(item, { name: 'mug' }, '/items/3')).toEqual({ type: 'valid', value: { name: 'mug', size: 1 } });
});

test.each([
  [{ size: 0, colour: 'red' }, ['/items/3/name', '/items/3/size', '/items/3/colour']],
  ['mug', ['/items/3']],
  [null, ['/items/3']],
])('an item that is not points at each of its faults from the body on: %j', (given, pointers) => {
  const parsed = parseItem(item, given, '/items/3');

  const { status, error } = itemProblemOf(parsed.type === 'invalid' ? parsed.error : undefined);
  expect([status, error.code]).toEqual([422, 'validation_failed']);
  expect(error.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
});

test('the items of a batch list at most 100 errors each, and once they list 1 000 together, one each', () => {
  const faulty = Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`k${place}`, 0]));

  const parsed = parseItems(
    item,
    Array.from({ length: 1_000 }, () => faulty),
    '/items',
  );

  const listed = parsed.map((each) => (each.type === 'invalid' ? itemProblemOf(each.error).error.errors?.length : 0));
  expect(listed.slice(0, 11)).toEqual([...Array.from({ length: 10 }, () => 100), 1]);
  expect(new Set(listed.slice(11))).toEqual(new Set([1]));
  expect(parsed.map((each) => (each.type === 'invalid' ? each.error.details['errors_left_out'] : 0))).toContain(200);
});

test('of a refusal with more than 100 errors a problem lists the first 100', () => {
  const listed = Array.from({ length: 150 }, (_, place) => ({ pointer: `/lines/${place}`, code: 'unknown_sku', message: '–' }));
  const refused = new AppError({ kind: 'invalid', code: 'unknown_sku', message: 'No.', details: { errors: listed } });

  expect(itemProblemOf(refused).error).toMatchObject({ errors: listed.slice(0, 100), errors_left_out: 50 });
});

test('a refused item has the problem of a request with this item alone, and no header fields', () => {
  const refused = new AppError({
    kind: 'conflict',
    code: 'sku_exists',
    message: 'It is there.',
    details: { sku: 'MUG-01' },
    headers: { etag: '"1"' },
  });

  expect(itemProblemOf(refused)).toEqual({
    status: 409,
    error: { title: 'SKU exists', code: 'sku_exists', detail: 'It is there.', retryable: false, sku: 'MUG-01' },
  });
});

test('a bug tells the client of an item nothing either', () => {
  expect(itemProblemOf(new Error('secret'))).toMatchObject({ status: 500, error: { code: 'internal' } });
  expect(JSON.stringify(itemProblemOf(new Error('secret')))).not.toContain('secret');
});

test('what a body asks beyond its operation needs a permission of its own', () => {
  const locals = { caller: { type: 'caller', claims: { sub: 'key_1', acc: 'acc_1', env: 'sandbox', role: 'viewer' } } } as const;

  expect(() => permissionsOf({ locals }).needs('scans:read')).not.toThrow();
  expect(() => permissionsOf({ locals }).needs('scans:apply')).toThrow(
    expect.objectContaining({ code: 'forbidden', details: { permission: 'scans:apply' } }),
  );
  expect(() => permissionsOf({ locals: { caller: { type: 'operator' } } }).needs('scans:apply')).toThrow('scans:apply');
});
