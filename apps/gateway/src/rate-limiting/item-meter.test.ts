import { expect, test } from 'vitest';
import { ItemMeter } from './item-meter.ts';

/** The items that are counted of a body in chunks of `size` bytes, once its end has come. */
async function countedIn(body: string, size: number): Promise<number | undefined> {
  const counted: number[] = [];
  const meter = new ItemMeter({
    tokensOf: (items) => {
      counted.push(items);
      return items;
    },
    pay: async () => {},
  });
  const bytes = Buffer.from(body);
  const passed: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    for await (const part of meter.pass(chunk) ?? [chunk]) passed.push(part);
  }
  expect(Buffer.concat(passed).equals(bytes)).toBe(true);
  expect(counted.length).toBeLessThanOrEqual(1);
  return counted[0];
}

test.each<[string, number | undefined]>([
  ['{"items":[]}', 0],
  ['{"items":[ ]}', 0],
  ['{"items":[1]}', 1],
  ['{"mode":"partial","items":[{"a":[1,2,3],"b":{"c":[4]}},{"a":1}, {} ],"more":{"items":[1,2]}}', 3],
  ['{"items":["a,b","]","\\"]","\\\\",""]}', 5],
  ['{"items":[[],[1,2],"é",null]}\n', 4],
  ['{"items":[1,2],"items":[3]}', 3],
  ['{}', 0],
  ['{"items":[1,2', undefined],
  ['{"items":"[1,2"', undefined],
  ['', undefined],
])('the items of %s are counted wherever it is cut', async (body, items) => {
  for (const size of [1, 2, 3, 7, 1_000]) expect(await countedIn(body, size)).toBe(items);
});

test('the end of a body does not pass before it is paid, nor where it is refused, and what follows is not paid again', async () => {
  const refusal = new Error('refused');
  const payments: number[] = [];
  let isRefused = true;
  const meterOf = () =>
    new ItemMeter({
      tokensOf: (items) => items - 1,
      pay: async (tokens) => {
        payments.push(tokens);
        if (isRefused) throw refusal;
      },
    });
  const refused = meterOf();
  expect(refused.pass(Buffer.from('{"items":[1,2'))).toBeUndefined();
  await expect(refused.pass(Buffer.from(',3]}'))?.next()).rejects.toBe(refusal);
  expect(refused.paidTokens).toBe(0);

  isRefused = false;
  const paid = meterOf();
  for await (const part of paid.pass(Buffer.from('{"items":[1,2,3]}')) ?? []) expect(part.toString()).toBe('{"items":[1,2,3]}');
  expect(paid.pass(Buffer.from('{"items":[1,2,3]}'))).toBeUndefined();

  expect([payments, paid.paidTokens]).toEqual([[2, 2], 2]);
});
