import { DELIVERED } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { matchingTypes } from './event-types.ts';
import { eventMeanings } from './form/event-meanings.de.ts';

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

/** The names between backticks. */
const namesIn = (text = ''): string => [...text.matchAll(/`[^`]+`/g)].join(' ');

test('every type of event says in German when it is sent, naming the same fields as in English', () => {
  const types = Object.entries(DELIVERED);
  expect(Object.keys(eventMeanings)).toEqual(types.map(([type]) => type));
  const others = types.filter(([type, { meaning }]) => namesIn(meaning) !== namesIn(eventMeanings[type]));
  expect(others.map(([type]) => type)).toEqual([]);
});
