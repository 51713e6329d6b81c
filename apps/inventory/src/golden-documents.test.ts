import { unknownFieldsOf } from '@fulfilment/mongo';
import { goldenDocuments } from '@fulfilment/testing';
import { BSON } from 'mongodb';
import { expect, test } from 'vitest';
import { toAllocationRules } from './database/allocation-rules-documents.ts';
import { toAllocation } from './database/allocation-documents.ts';
import * as documents from './documents.ts';
import { toCheckpoint } from './database/checkpoint-documents.ts';
import { toMovement } from './database/movement-documents.ts';
import { toLocation } from './database/location-documents.ts';
import { toReservation } from './database/reservation-documents.ts';
import { toSku } from './database/sku-documents.ts';
import { toScanAnswer } from './database/scan-answer-documents.ts';

const GOLDEN = goldenDocuments(import.meta.dirname, (line) => BSON.EJSON.parse(line));

/** The reader of each collection. Its argument is a document as MongoDB gives it, which no type vouches for. */
const READERS: Readonly<Record<string, Function>> = {
  skus: toSku,
  reservations: toReservation,
  allocations: toAllocation,
  locations: toLocation,
  allocation_rules: toAllocationRules,
  movements: toMovement,
  cold_movements: toMovement,
  scan_answers: toScanAnswer,
  ledger_checkpoints: toGoldenCheckpoint,
};

/** Golden values are JSON, which has no maps. */
function toGoldenCheckpoint(document: documents.CheckpointDocument): object {
  const checkpoint = toCheckpoint(document);
  return { ...checkpoint, balances: Array.from(checkpoint?.balances ?? []) };
}

test('every collection of the service has golden documents', () => {
  const collections = Object.values(documents).filter((each) => typeof each === 'string');

  expect([...new Set(GOLDEN.map(({ collection }) => collection))].toSorted()).toEqual(collections.toSorted());
});

test.each(GOLDEN)('a stored document of $collection is read to the value it was read to', ({ collection, document, reads }) => {
  const read: object = READERS[collection]?.(document);

  expect(read).toEqual(reads);
  expect(unknownFieldsOf(read)).toBeUndefined();
});
