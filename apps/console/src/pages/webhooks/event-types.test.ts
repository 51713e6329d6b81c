import { expect, test } from 'vitest';
import { matchingTypes } from './event-types.ts';

const TYPES = [
  { type: 'order.shipped', description: 'An order left the warehouse.' },
  { type: 'scan.completed', description: 'A scan was recorded.' },
];
const found = (text: string): readonly string[] => matchingTypes(TYPES, text).map(({ type }) => type);

test('a search finds types of events by their name and description, in any case', () => {
  expect(found('Shipped')).toEqual(['order.shipped']);
  expect(found(' recorded ')).toEqual(['scan.completed']);
  expect(found('nothing')).toEqual([]);
  expect(found('')).toEqual(['order.shipped', 'scan.completed']);
});
