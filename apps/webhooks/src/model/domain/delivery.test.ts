import { expect, test } from 'vitest';
import { assembleBatch, fitting, LARGEST_BATCH_BYTES } from './delivery.ts';

const event = (body: string) => ({ type: 'scan.completed', body, requestId: 'req_1', traceparent: null });

test('each event of a batch is byte for byte what it is by itself', () => {
  const bodies = [' {"a" : "\\u00e5"}\n', '{"b":"🫐"}'];

  const { body, type } = assembleBatch(bodies.map(event));

  expect(type).toBe('batch');
  expect(body).toBe(`{"batch":[${bodies.join(',')}]}`);
  expect(JSON.parse(body)).toEqual({ batch: [{ a: 'å' }, { b: '🫐' }] });
});

test('a batch has no more events than it may', () => {
  expect(fitting([10, 10, 10], 2)).toBe(2);
  expect(fitting([10, 10, 10], 100)).toBe(3);
});

test('a batch is no larger than it may be, and one event always fits', () => {
  const half = LARGEST_BATCH_BYTES / 2;

  expect(fitting([half, half - 14, 1], 100)).toBe(2);
  expect(fitting([half, half - 13, 1], 100)).toBe(1);
  expect(fitting([LARGEST_BATCH_BYTES, 1], 100)).toBe(1);
  const bodies = ['x'.repeat(half), 'x'.repeat(half - 14)];
  expect(assembleBatch(bodies.map(event)).body.length).toBeLessThanOrEqual(LARGEST_BATCH_BYTES);
});
