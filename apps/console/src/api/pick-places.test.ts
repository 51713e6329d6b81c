import { expect, test } from 'vitest';
import { alongTheWay, type Locations } from './pick-places.ts';

const usual = { parent_id: null, sellable: true, pickable: true };
const locations: Locations = new Map([
  ['a', { ...usual, id: 'a', path: 'MAIN:A', pick_sequence: 2 }],
  ['b', { ...usual, id: 'b', path: 'MAIN:B', pick_sequence: 1 }],
  ['c', { ...usual, id: 'c', path: 'MAIN:C', pick_sequence: null }],
]);

test('lines follow the way through the warehouse by their first locations, those without one at the end', () => {
  const lines = [[], ['c'], ['a', 'b'], ['b']].map((ids) => ids.map((id) => ({ id, path: '', units: 1 })));
  const sorted = lines.toSorted((one, other) => alongTheWay(locations, one, other));
  expect(sorted.map(([first]) => first?.id)).toEqual(['b', 'a', 'c', undefined]);
});
