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
  expect(itemsOfBatch(Buffer.from(body)).items).toBe(items);
});

test.each<[string, number]>([
  ['{"orders":[]}', 0],
  ['{"orders":[{"lines":[]}]}', 0],
  ['{"orders":[{"lines":[{"sku":"a","tags":[1,2]},{"sku":"]"}]},{"note":"[1,2]","lines":[ {} , {} , {} ]}]}', 5],
  ['{"orders":[{"metadata":{"lines":[1,2]}},7]}', 0],
  ['{"more":{"orders":{"lines":[1,2]}}}', 0],
  ['{"orders":[{"lines":[1,2', 0],
])('the lines of the items of %s are counted', (body, lines) => {
  expect(itemsOfBatch(Buffer.from(body)).lines).toBe(lines);
});
