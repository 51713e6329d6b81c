import { expect, test } from 'vitest';
import { inventoryItem } from './batches.ts';
import { IGNORED_COLUMNS, IMPORT_COLUMNS } from './files.ts';

/** Members of items that no file has: keys are given to a file as a whole. */
const NOT_IN_FILES = ['idempotency_key'];

test('files have a column for every member of an item of a batch: what NDJSON takes, CSV takes too', () => {
  const members = new Set(inventoryItem.options.flatMap(({ shape }) => Object.keys(shape)));
  const columns = new Set<string>([...IMPORT_COLUMNS, ...IGNORED_COLUMNS, ...NOT_IN_FILES]);

  expect([...members.difference(columns)]).toEqual([]);
});
