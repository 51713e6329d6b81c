import { isList, OPERATIONS } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { KINDS } from './account-export-command.ts';

test('an export of an account has every list of records that the API has', () => {
  const exported = new Set(KINDS.map(({ list }) => list.id));
  const lists = OPERATIONS.filter((operation) => isList(operation) && !operation.path.includes(':'));

  expect(lists.length).toBeGreaterThan(6);
  expect(lists.map(({ id }) => id).filter((id) => !exported.has(id))).toEqual([]);
  // The files of a release keep their names.
  const names = [
    'events',
    'fulfilments',
    'locations',
    'orders',
    'reservations',
    'returns',
    'scans',
    'skus',
    'webhook-changes',
    'webhooks',
  ];
  expect(KINDS.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});
