import { expect, test } from 'vitest';
import { joinedReads } from './joined-reads.ts';

test('what is asked for within a moment is read by one request for each environment, at most 100 ids in one', async () => {
  const requests: (readonly [string, number])[] = [];
  const nameOf = joinedReads((environment, ids) => {
    requests.push([environment, ids.length]);
    return Promise.resolve(new Map(ids.filter((id) => id !== 'gone').map((id) => [id, `${environment} ${id}`])));
  });
  const ids = Array.from({ length: 101 }, (_, place) => String(place));

  const names = await Promise.all([
    ...ids.map((id) => nameOf('sandbox', id)),
    nameOf('sandbox', '7'),
    nameOf('production', 'gone'),
  ]);
  const later = await nameOf('sandbox', '7');

  expect(requests).toEqual([
    ['sandbox', 100],
    ['sandbox', 2],
    ['production', 1],
    ['sandbox', 1],
  ]);
  expect([names[0], names[100], names[101], names[102], later]).toEqual([
    'sandbox 0',
    'sandbox 100',
    'sandbox 7',
    undefined,
    'sandbox 7',
  ]);
});
