import { expect, test } from 'vitest';
import { EVENT_TYPES, listEventsQuery, storedEvent } from '@fulfilment/contracts';
import { SAMPLE_EVENTS } from './events.ts';

const types = (list: string) => listEventsQuery.parse({ types: list }).types;

test('types are read once each in the order of the catalogue, so that one filter is one filter however it is written', () => {
  expect(types('scan.completed,order.created,scan.completed')).toEqual(['order.created', 'scan.completed']);
  expect(types(EVENT_TYPES.toReversed().join())).toEqual(EVENT_TYPES);
  expect(listEventsQuery.parse({}).types).toBeUndefined();
});

test.each([
  '',
  '*',
  'order',
  'order.created,',
  ',order.created',
  'order.created, order.packed',
  'order_created',
  'orderXcreated',
])('types of "%s" are refused', (list) => {
  expect(listEventsQuery.safeParse({ types: list }).success).toBe(false);
});

test('a stored event keeps its members where they are, those that came later too', () => {
  const { id, type, ...rest } = SAMPLE_EVENTS['order.created'];
  const stored = { gained: 1, ...rest, type, id };

  expect(JSON.stringify(storedEvent.parse(stored))).toBe(JSON.stringify(stored));
});
