import { expect, test } from 'vitest';
import { type KnownFields, unknownFieldsOf, withUnknownFields } from './unknown-fields.ts';

interface LineDocument {
  readonly id: string;
  readonly quantity: number;
}

const LINE_FIELDS: KnownFields<LineDocument> = { id: true, quantity: true };

function toLine(document: LineDocument) {
  const { id, quantity } = document;
  return withUnknownFields({ id, quantity }, document, LINE_FIELDS);
}

const stored = { id: 'lin_1', quantity: 2, lot: { code: 'L1' } };

test('fields that are not known go with every copy of a value, and are stored with it', () => {
  const changed = { ...toLine(stored), quantity: 3 };

  expect({ ...unknownFieldsOf(changed), ...changed }).toMatchObject({ id: 'lin_1', quantity: 3, lot: { code: 'L1' } });
});

test('they are in no JSON, and no list of fields', () => {
  const line = toLine(stored);

  expect(JSON.stringify(line)).toBe('{"id":"lin_1","quantity":2}');
  expect(Object.keys(line)).toEqual(['id', 'quantity']);
});

test('a value made from its parts has none, nor has one whose document had none', () => {
  const { id, quantity } = toLine(stored);

  expect(unknownFieldsOf({ id, quantity })).toBeUndefined();
  expect(unknownFieldsOf(toLine({ id: 'lin_1', quantity: 2 }))).toBeUndefined();
});
