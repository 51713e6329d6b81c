import { unknownFieldsOf } from '@fulfilment/mongo';
import { goldenDocuments } from '@fulfilment/testing';
import { BSON } from 'mongodb';
import { expect, test } from 'vitest';
import * as documents from './documents.ts';

const GOLDEN = goldenDocuments(import.meta.dirname, (line) => BSON.EJSON.parse(line));

/** The reader of each collection. Its argument is a document as MongoDB gives it, which no type vouches for. */
const READERS: ReadonlyMap<string, Function> = new Map(
  Object.entries(documents.COLLECTIONS).map(([name, { read }]) => [name, read]),
);

test('every collection of the service has golden documents', () => {
  const named = Object.values(documents).filter((each) => typeof each === 'string');

  expect(named.toSorted()).toEqual([...READERS.keys()].toSorted());
  expect([...new Set(GOLDEN.map(({ collection }) => collection))].toSorted()).toEqual([...READERS.keys()].toSorted());
});

test.each(GOLDEN)('a stored document of $collection is read to the value it was read to', ({ collection, document, reads }) => {
  const read: object = READERS.get(collection)?.(document);

  expect(read).toEqual(reads);
  expect(unknownFieldsOf(read)).toBeUndefined();
});
