import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  ACCOUNT_OPERATIONS,
  clearableField,
  defaultedField,
  differingDetail,
  differingFields,
  type Operation,
  operations,
  optionalField,
  readOnlyField,
  skuRecord,
} from './index.ts';

const body = z.strictObject({
  note: optionalField(z.string().min(1)),
  point: defaultedField(z.int().min(0).default(7)),
  home: clearableField(z.string().min(1)),
  version: readOnlyField,
});

test.each([
  ['nothing', {}],
  ['null', { note: null, point: null }],
  ['empty texts', { note: '', point: '', home: '' }],
])('%s leaves optional fields out', (_what, given) => {
  const { note, point, home } = body.parse(given);

  expect({ note, point, home }).toEqual({ note: undefined, point: 7, home: undefined });
});

test('null clears a field that can be cleared', () => {
  expect(body.parse({ home: null }).home).toBeNull();
});

test.each([
  ['note', 0],
  ['note', false],
  ['point', -1],
  ['home', 42],
])('%s: %j is refused as before', (name, value) => {
  expect(body.safeParse({ [name]: value }).error?.issues.map(({ path }) => path)).toEqual([[name]]);
});

test('a read-only field may repeat the record, or be blank, and is named where it differs', () => {
  const record = { version: 3, stock: [{ on_hand: 2 }], archived_at: '2026-11-21T09:05:12.411Z' };
  const names = Object.keys(record);

  expect(differingFields({ ...record }, record, names)).toEqual([]);
  expect(differingFields({ archived_at: null, version: '' }, record, names)).toEqual([]);
  const items = differingFields({ version: 4, stock: [{ on_hand: 3 }] }, record, names);
  expect(items.map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/version', 'read_only'],
    ['/stock', 'read_only'],
  ]);
  expect(differingDetail(items)).toBe('2 read-only fields differ from the record.');
});

/** The part of an answer that a PATCH is about, where it is not the whole. */
const PARTS: Readonly<Record<string, z.ZodType>> = { updateSkuWarehouse: skuRecord.shape.warehouses.element };

test('every PATCH takes each field of the record that it answers', () => {
  const all: readonly Operation[] = [...Object.values(operations), ...ACCOUNT_OPERATIONS];
  const patches = all.filter(({ method }) => method === 'PATCH');
  const missing = patches.flatMap(({ id, body: taken, replies }) => {
    const record = PARTS[id] ?? replies[200]?.body;
    if (!(record instanceof z.ZodObject) || !(taken instanceof z.ZodObject)) return [`${id}: no object`];
    return Object.keys(record.shape).flatMap((name) => (name in taken.shape ? [] : [`${id}: ${name}`]));
  });

  expect(patches.length).toBeGreaterThan(9);
  expect(missing).toEqual([]);
});
