import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unknownFieldsOf } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { toAllocation } from './allocations/allocation-documents.ts';
import * as documents from './documents.ts';
import { toCheckpoint } from './ledger/checkpoint-documents.ts';
import { toMovement } from './ledger/movement-store.ts';
import { toLocation } from './locations/location-store.ts';
import { toSku } from './skus/sku-documents.ts';
import { toScanAnswer } from './stock/scan-answer-documents.ts';

const golden = z.strictObject({ collection: z.string(), document: z.looseObject({}), reads: z.looseObject({}) });

/** Documents as they were stored, each with the value that it is read to. Lines are added, and none is changed or removed. */
const GOLDEN = readFileSync(join(import.meta.dirname, '../golden/documents.ndjson'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => golden.parse(JSON.parse(line, dated)));

/** Moments are written as `{ "$date": … }`, as in MongoDB's own JSON. */
function dated(_name: string, value: unknown): unknown {
  const found = z.strictObject({ $date: z.iso.datetime() }).safeParse(value);
  return found.success ? new Date(found.data.$date) : value;
}

/** The reader of each collection. Its argument is a document as MongoDB gives it, which no type vouches for. */
const READERS: Readonly<Record<string, Function>> = {
  skus: toSku,
  allocations: toAllocation,
  locations: toLocation,
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
