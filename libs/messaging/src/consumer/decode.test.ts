import { expect, test } from 'vitest';
import { z } from 'zod';
import { decodeTyped } from './decode.ts';

const schema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('order.created'), number: z.number() }),
  z.looseObject({ type: z.literal('order.shipped'), carrier: z.string() }),
]);
const decode = decodeTyped(schema, ['order.created', 'order.shipped']);
const read = (value: string) => decode({ topic: 'orders.events', key: 'k', partition: 0, offset: '0', headers: {}, value });

test('a value of a known type is a message, with fields that were added later', () => {
  expect(read('{"type":"order.created","number":1,"new":true}')).toEqual({
    type: 'message',
    message: { type: 'order.created', number: 1, new: true },
  });
});

test('a type that is not known is passed over', () => {
  expect(read('{"type":"order.returned","whatever":1}')).toEqual({ type: 'ignored' });
});

test.each([
  ['', 'Not JSON'],
  ['{"type":', 'Not JSON'],
  ['[]', 'not an object with a type'],
  ['null', 'not an object with a type'],
  ['{"kind":"order.created"}', 'not an object with a type'],
  ['{"type":7}', 'not an object with a type'],
  ['{"type":"order.created","number":"1"}', 'number'],
])('%s is poison, and the reason says why', (value, reason) => {
  expect(read(value)).toEqual({ type: 'poison', reason: expect.stringContaining(reason) });
});
