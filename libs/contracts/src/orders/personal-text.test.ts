import { expect, test } from 'vitest';
import { z } from 'zod';
import { skuCode } from '../fields.ts';
import { orderRecord } from '../orders.ts';
import { PERSONAL_ORDER_FIELDS, withoutPersons } from './erasure.ts';
import { fulfilmentRecord } from './fulfilments.ts';
import { isDeclared, notPersonal, personal } from './personal-text.ts';
import { returnRecord } from './returns.ts';

const NAMES = ['Ada', 'Ring twice for Ada', 'ada@example.com'];

/** True of what may name a person, or be of any form; ids and times are texts of another form. */
const mayName = (schema: z.core.$ZodType): boolean =>
  schema !== skuCode && NAMES.some((given) => z.safeParse(schema, given).success);

/** The paths of free texts, and of records of them, that are declared neither as personal nor as not personal. */
function undeclared(schema: z.core.$ZodType, at: string): readonly string[] {
  if (isDeclared(schema)) return [];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return undeclared(schema.unwrap(), at);
  if (schema instanceof z.ZodArray) return undeclared(schema.element, at);
  if (schema instanceof z.ZodRecord) return undeclared(schema.valueType, at);
  if (schema instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, member]) => undeclared(member, `${at}/${name}`));
  return mayName(schema) ? [at] : [];
}

test.each([
  ['an order', orderRecord],
  ['a fulfilment', fulfilmentRecord],
  ['a return', returnRecord],
])('each text of %s says whether persons’ data may stand in it: wrap it in `personal` or `notPersonal`', (_of, record) => {
  expect(undeclared(record, '')).toEqual([]);
});

test('a text that says nothing is found at any depth, and is none where it is an id, a time or a word of a list', () => {
  const text = z.string().nullable().describe('Free text.');
  const either = z.union([z.int(), z.string()]);
  const line = z.strictObject({
    gift_note: text,
    email: z.email(),
    either,
    known: personal(z.string()),
    name: notPersonal(z.string()),
  });
  const record = z.object({
    ...orderRecord.pick({ id: true, created_at: true, status: true }).shape,
    lines: z.array(line).nullable(),
    pairs: z.record(z.string(), z.string()).optional(),
  });

  expect(undeclared(record, '')).toEqual(['/lines/gift_note', '/lines/email', '/lines/either', '/pairs']);
});

test('the erasure of an order names the fields of its record that it empties', () => {
  expect(PERSONAL_ORDER_FIELDS).toEqual(['ship_to', 'note', 'metadata']);
});

const ofOrder = {
  id: 'ord_1',
  ship_to: { name: 'Ada', address1: 'Main St', city: 'Berlin', country: 'DE', email: 'ada@example.com' },
  note: 'Ada',
  metadata: { for: 'Ada' },
  lines: [{ id: 'lin_1', name: 'Mug', external_line_id: 'x' }],
  holds: [{ id: 'hld_1', reason: 'fraud', note: 'Ada' }],
  unknown: 'stays',
};
const erased = {
  ...ofOrder,
  ship_to: { name: '[erased]', address1: '[erased]', city: '[erased]', country: 'DE' },
  note: null,
  metadata: {},
  holds: [{ id: 'hld_1', reason: 'fraud', note: null }],
};

test('copies of an order, its fulfilments and its returns lose persons’ data, and those of another order none', () => {
  const fulfilment = { id: 'ful_1', order_id: 'ord_1', packages: [{ tracking: 't' }], note: 'Ada' };
  const returned = { id: 'ret_1', order_id: 'ord_1', lines: [{ line_id: 'lin_1', note: 'Ada' }], note: 'Ada' };
  const other = { ...ofOrder, id: 'ord_2' };
  const copies = { data: [ofOrder, other, { event: { fulfilment, returned } }] };

  expect(withoutPersons(copies, 'ord_1')).toEqual({
    data: [
      erased,
      other,
      {
        event: {
          fulfilment: { ...fulfilment, note: null },
          returned: { ...returned, note: null, lines: [{ line_id: 'lin_1', note: null }] },
        },
      },
    ],
  });
});

test('a member that a copy lacks is not added, and an address that cannot be read is left out', () => {
  expect(withoutPersons({ id: 'ord_1', ship_to: 'Ada' }, 'ord_1')).toEqual({ id: 'ord_1', ship_to: null });
});
