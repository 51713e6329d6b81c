import { expect, test } from 'vitest';
import { itemsOfBatch } from './batch-items.ts';

test.each<[string, number]>([
  ['{"items":[]}', 0],
  ['{"items":[ ]}', 0],
  ['{"items":[1]}', 1],
  ['{"mode":"partial","items":[{"a":[1,2,3],"b":{"c":[4]}},{"a":1}, {} ],"more":{"items":[1,2]}}', 3],
  ['{"items":["a,b","]","\\"]","\\\\",""]}', 5],
  ['{"items":[[],[1,2],"é",null]}\n', 4],
  ['{"items":[1,2],"items":[3]}', 3],
  ['{}', 0],
  ['{"items":[1,2', 0],
  ['{"items":"[1,2"', 0],
  ['', 0],
])('the items of %s are counted', (body, items) => {
  expect(itemsOfBatch(Buffer.from(body))).toBe(items);
});
