import { type Location, purposeOf } from './location.ts';

const at = new Date('2026-11-21T09:00:00.000Z');

export const mainWarehouse = (changes: Partial<Location> = {}): Location => ({
  id: 'loc_00000000000000000000000000',
  type: 'warehouse',
  code: 'MAIN',
  parentId: null,
  name: null,
  ...purposeOf('storage'),
  pickSequence: null,
  lineage: ['loc_00000000000000000000000000'],
  path: 'MAIN',
  version: 1,
  createdAt: at,
  updatedAt: at,
  archivedAt: null,
  ...changes,
});
