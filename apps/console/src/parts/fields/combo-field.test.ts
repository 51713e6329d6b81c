import { expect, test } from 'vitest';
import { matchingOptions } from './combo-field.tsx';

const REASONS = ['Wrong size', 'Damaged', 'Wrong item'].map((value) => ({ value }));
const suggested = (typed: string): readonly string[] => matchingOptions(REASONS, typed).map(({ value }) => value);

test('of a fixed list, the options are suggested in which the typed text stands, in any case', () => {
  expect(suggested('dam')).toEqual(['Damaged']);
  expect(suggested(' ITEM ')).toEqual(['Wrong item']);
  expect(suggested('mine')).toEqual([]);
});

test('a fixed list is suggested whole without a text, and once one of it is chosen', () => {
  expect(suggested('')).toEqual(['Wrong size', 'Damaged', 'Wrong item']);
  expect(suggested('Damaged')).toEqual(['Wrong size', 'Damaged', 'Wrong item']);
});
