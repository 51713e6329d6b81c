import { expect, test } from 'vitest';
import { shortId } from './ids.ts';

test('an id is told by its kind and by what tells it from others of its time; a short one is whole', () => {
  expect(shortId('ord_01M8QMX0G8GJPDMSMWY7RJYT21')).toBe('ord_…RJYT21');
  expect(shortId('gun-7')).toBe('gun-7');
});
