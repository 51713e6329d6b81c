import { expect, test } from 'vitest';
import { batchesOf, callsOf } from './counters.ts';
import { perUnit } from './measure-costs.ts';
import { quantile, repeat } from './jobs.ts';

/** A batch as Kafka writes it, as far as it is read. */
function batch(records: number, bytes: number): Buffer {
  const written = Buffer.alloc(12 + bytes);
  written.writeInt32BE(bytes, 8);
  written.writeInt32BE(records, 57);
  return written;
}

test('records and batches of a segment are counted, and a batch of which only the beginning is there', () => {
  expect(batchesOf(Buffer.concat([batch(3, 400), batch(1, 80), batch(2, 61).subarray(0, 61)]))).toEqual({
    records: 6,
    batches: 3,
  });
  expect(batchesOf(Buffer.alloc(0))).toEqual({ records: 0, batches: 0 });
});

test('calls of Redis are by command, without the call that asks', () => {
  const info =
    '# Commandstats\r\ncmdstat_evalsha:calls=21,usec=175\r\ncmdstat_client|id:calls=2,usec=1\r\ncmdstat_info:calls=4,usec=9\r\n';

  expect(callsOf(info)).toEqual({ evalsha: 21, 'client|id': 2 });
});

test('a unit costs what was taken without what as many idle seconds take', () => {
  expect(perUnit({ find: 70, insert: 10 }, { find: 20, update: 5 }, 3, 10)).toEqual({ find: 1, insert: 1 });
  expect(perUnit({ find: 70 }, undefined, 3, 7)).toEqual({ find: 10 });
});

async function repetitions(extent: { readonly forMs: number; readonly atLeast?: number; readonly atMost?: number }) {
  let count = 0;
  await repeat({ atOnce: 3, ...extent }, async () => await Promise.resolve((count += 1)));
  return count;
}

test('repetitions end with the time, not before there were enough, and never after the most', async () => {
  expect(await repetitions({ forMs: 0.001, atLeast: 50 })).toBeGreaterThanOrEqual(50);
  expect(await repetitions({ forMs: 60_000, atMost: 7 })).toBe(7);
});

test('a quantile is one of the values', () => {
  expect(quantile([5, 1, 9, 3], 0.5)).toBe(5);
  expect(quantile([], 0.99)).toBe(0);
});
