import { ACCOUNT_OPERATIONS, createReturnBody, createScanBody, OPERATIONS } from '@fulfilment/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { accountApiDocument, openApiDocument } from '../index.ts';

const options = { publicUrl: 'http://localhost:8080' };
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const checks = new Map(
  [openApiDocument(options), accountApiDocument(options)].flatMap((document, place) => {
    ajv.addSchema({ ...document, $id: `api-${place}` });
    return Object.keys(document.components.schemas).map(
      (name) => [name, ajv.compile({ $ref: `api-${place}#/components/schemas/${name}` })] as const,
    );
  }),
);

/** True if the document allows a body of the schema. */
function allows(name: string, body: object): boolean {
  const check = checks.get(name);
  if (!check) throw new Error(`There is no schema ${name}`);
  return check(body);
}

/** Every body that has one of the values of each field; undefined leaves it out. */
function bodiesOf(fields: Readonly<Record<string, readonly unknown[]>>): readonly Record<string, unknown>[] {
  return Object.entries(fields).reduce<readonly Record<string, unknown>[]>(
    (bodies, [name, values]) =>
      bodies.flatMap((body) => values.map((value) => (value === undefined ? body : { ...body, [name]: value }))),
    [{}],
  );
}

const isReturn = (body: object): boolean => createReturnBody.safeParse(body).success;
const isTaken = (body: object): boolean => createScanBody.safeParse(body).success;

test('of the combinations of the fields of an applied scan, the document allows only what is taken, and all of that without blanks', () => {
  const blanks = [undefined, null, ''];
  const bodies = bodiesOf({
    barcode: ['4006381333931'],
    apply: [undefined, false, true],
    type: [...blanks, 'receive', 'count', 'pick'],
    sku: [...blanks, 'MUG-01'],
    quantity: [...blanks, 0, 5, 1_000_001],
    location: [...blanks, 'A3/S2', 'beside the door'],
  });
  const allowed = bodies.filter((body) => allows('ScanCreate', body));
  // The document does not say of every type that a blank field counts as left out.
  const taken = bodies.filter((body) => isTaken(body) && !Object.values(body).some((value) => value === null || value === ''));

  expect(taken.length).toBeGreaterThan(50);
  expect(allowed.filter((body) => !isTaken(body))).toEqual([]);
  expect(taken.filter((body) => !allows('ScanCreate', body))).toEqual([]);
});

test('of the combinations of the fields of an applied return, the document allows only what is taken, and all of that', () => {
  const bodies = bodiesOf({
    barcode: ['4006381333931'],
    quantity: [1],
    apply: [undefined, false, true],
    type: ['receive', 'return'],
    return_id: [undefined, '', `ret_${'0'.repeat(26)}`, 'RMA 7'],
    order_id: [undefined, null, '', `ord_${'0'.repeat(26)}`, '1001'],
    unlinked: [undefined, false, true],
  });

  expect(bodies.filter(isTaken).length).toBeGreaterThan(50);
  expect(bodies.filter((body) => allows('ScanCreate', body) !== isTaken(body))).toEqual([]);
});

test('of the combinations of the fields of a new return, the document allows only what is taken, and all of that', () => {
  const line = bodiesOf({
    line_id: [undefined, '', `lin_${'0'.repeat(26)}`],
    sku: [undefined, null, 'MUG-01'],
    quantity: [1],
    reason: [undefined, 'damaged'],
  });
  const bodies = bodiesOf({
    order_id: [undefined, null, '', `ord_${'0'.repeat(26)}`],
    lines: line.map((each) => [each]),
    approved: [undefined, false, true],
    exchange: [undefined, null, { lines: [{ sku: 'MUG-01', quantity: 1 }] }],
  });

  expect(bodies.filter(isReturn).length).toBeGreaterThan(30);
  expect(bodies.filter((body) => allows('ReturnCreate', body) !== isReturn(body))).toEqual([]);
});

const cup = { sku: 'CUP-01', name: 'Cup' };
const hook = { url: 'https://hooks.example.com/orders' };

// The rules that services keep; a change is held against what the record has besides, which no schema says.
test.each<readonly [string, string, object, boolean]>([
  ['a cost with its currency', 'SkuCreate', { ...cup, unit_cost: '1', currency: 'EUR' }, true],
  ['a cost without a currency', 'SkuCreate', { ...cup, unit_cost: '1' }, false],
  ['a cost with no currency', 'SkuCreate', { ...cup, unit_cost: '1', currency: null }, false],
  ['a cost with an empty currency', 'SkuCreate', { ...cup, unit_cost: '1', currency: '' }, false],
  ['no cost', 'SkuCreate', { ...cup, unit_cost: null }, true],
  ['an empty cost', 'SkuCreate', { ...cup, unit_cost: '' }, true],
  ['a currency alone', 'SkuCreate', { ...cup, currency: 'EUR' }, true],
  ['a cost without a currency', 'BatchCreate', { op: 'create', ...cup, unit_cost: '1' }, false],
  ['a cost with its currency', 'BatchCreate', { op: 'create', ...cup, unit_cost: '1', currency: 'EUR' }, true],
  ['a cost of a SKU that may have a currency', 'SkuUpdate', { unit_cost: '1' }, true],
  ['a warehouse', 'LocationCreate', { type: 'warehouse', code: 'W2' }, true],
  ['a warehouse within a place', 'LocationCreate', { type: 'warehouse', code: 'W2', parent_id: `loc_${'0'.repeat(26)}` }, false],
  ['an aisle that stands nowhere', 'LocationCreate', { type: 'aisle', code: 'A1', parent_id: null }, false],
  ['order and batches', 'WebhookCreate', { ...hook, ordered: true, batch: { max_events: 10 } }, false],
  ['order', 'WebhookCreate', { ...hook, ordered: true, batch: null }, true],
  ['batches', 'WebhookCreate', { ...hook, ordered: false, batch: { max_events: 10 } }, true],
  ['order and batches', 'WebhookUpdate', { ordered: true, batch: { max_events: 10 } }, false],
  ['order instead of batches', 'WebhookUpdate', { ordered: true, batch: null }, true],
])('%s: of %s, the document says what the service says', (_what, name, body, isAllowed) => {
  expect(allows(name, body)).toBe(isAllowed);
});

test('a rule between the fields of a body that its schema has in code stands in the document too', () => {
  const withRules = [...OPERATIONS, ...ACCOUNT_OPERATIONS].flatMap(({ body }) =>
    body instanceof z.ZodObject && (body.def.checks ?? []).length > 0 ? [body.meta() ?? {}] : [],
  );

  expect(withRules.map(({ id }) => id)).toContain('ScanCreate');
  expect(withRules.filter((meta) => !('allOf' in meta || 'if' in meta || 'not' in meta))).toEqual([]);
});
