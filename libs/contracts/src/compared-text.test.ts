// oxlint-disable no-underscore-dangle -- zod has the parts of a schema under `_zod`.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { text } from './fields.ts';
import { accountOperations, operations } from './index.ts';

const NFD = ' Cafe\u0301\u00A0';
const NFC = 'Caf\u00E9';

describe('text that is compared is kept in NFC and without white space at its ends', () => {
  const line = { sku: 'A', quantity: 1 };
  test.each([
    ['barcode of a SKU', operations.createSku.body, { sku: 'A', name: 'A', barcodes: [NFD] }, { barcodes: [NFC] }],
    ['barcode in a path', operations.getSkuByBarcode.params, { code: NFD }, { code: NFC }],
    ['filter by barcode', operations.listSkus.query, { barcode: NFD }, { barcode: [NFC] }],
    ['search', operations.listSkus.query, { q: NFD }, { q: NFC }],
    ['reason of a movement', operations.adjustStock.body, { delta: 1, reason: ' found\n' }, { reason: 'found' }],
    ['place', operations.adjustStock.body, { delta: 1, reason: 'found', location: '\tA3/S2 ' }, { location: 'A3/S2' }],
    ['code of a location', operations.createLocation.body, { type: 'warehouse', code: ' W2 ' }, { code: 'W2' }],
    ['external id', operations.createOrder.body, { external_id: NFD, lines: [line] }, { external_id: NFC }],
    ['filter by external id', operations.listOrders.query, { external_id: NFD }, { external_id: NFC }],
    ['tracking number', operations.shipOrder.body, { tracking_number: ' 0034 ' }, { tracking_number: '0034' }],
    ['reason of a cancellation', operations.cancelOrder.body, { reason: NFD }, { reason: NFC }],
    ['scan', operations.createScan.body, { barcode: '4006381333931\r\n' }, { barcode: '4006381333931' }],
    [
      'names in a scan',
      operations.createScan.body,
      { barcode: NFD, device_id: NFD, operator: NFD, order_id: NFD, client_scan_id: NFD, location: NFD },
      { barcode: NFC, device_id: NFC, operator: NFC, order_id: NFC, client_scan_id: NFC, location: NFC },
    ],
    ['filter of scans', operations.listScans.query, { device_id: [NFD], operator: NFD }, { device_id: [NFC], operator: NFC }],
  ])('%s', (_what, schema: z.ZodType, given, kept) => {
    expect(schema.parse(given)).toMatchObject(kept);
  });

  test.each([
    [operations.createOrder.body, { external_id: '  ', lines: [{ sku: 'A', quantity: 1 }] }],
    [operations.createScan.body, { barcode: ' \u00A0' }],
    [operations.listOrders.query, { external_id: ' ' }],
  ])('and nothing but white space is none', (schema: z.ZodType, given) => {
    expect(schema.safeParse(given).success).toBe(false);
  });
});

/** Fields that are kept as they are written and are not made by `text`, each for its reason. */
const AS_WRITTEN: Readonly<Record<string, string>> = {
  idempotency_key: 'printable ASCII, compared as it is by the draft of the IETF',
  cursor: 'made by the service',
  token: 'made by the service',
  target_id: 'made by the service',
  actor: 'made by the service, or the name that an operator had in the log',
  password: 'in NFKC by the rules of credentials (RFC 8265)',
  current_password: 'in NFKC by the rules of credentials (RFC 8265)',
  new_password: 'in NFKC by the rules of credentials (RFC 8265)',
  email: 'an address, which has a form of its own',
  url: 'a URL, which has a form of its own',
  tracking_url: 'a URL, which has a form of its own',
  return_to: 'a path of the console',
  ip_allowlist: 'an address, which has a form of its own',
  code: 'of the identity provider, as it gave it',
  state: 'of the identity provider, as it gave it',
  iss: 'of the identity provider, as it gave it',
  error: 'of the identity provider, as it gave it',
};
const IDENTITY_PROVIDER = 'finishSingleSignOn';
const OF_IDENTITY_PROVIDER = new Set(['code', 'state', 'iss', 'error']);

test('every text of every operation is compared in one form, made by `text`, which people read, or exempt by its name', () => {
  const all = [...Object.values(operations), ...Object.values(accountOperations)];
  const texts = all.flatMap(({ id, params, query, body }) =>
    [params, query, body].flatMap((part) => textsOf(part, []).map((found) => ({ id, ...found }))),
  );
  const loose = texts.filter(({ id, path, schema }) => !hasOneForm(schema) && !isForPeople(schema) && !isExempt(id, path));

  expect(texts.length).toBeGreaterThan(150);
  expect(loose.map(({ id, path }) => `${id}: ${path.join('/')}`)).toEqual([]);
});

/** More than any text has in any form, and less than takes long to compose. */
const LONG = 'e\u0301'.repeat(2_001);

test('no text of any operation is composed that is too long for its field in every form', () => {
  const all = [...Object.values(operations), ...Object.values(accountOperations)];
  const texts = all.flatMap(({ id, params, query, body }) =>
    [params, query, body].flatMap((part) => textsOf(part, []).map(({ path, schema }) => ({ id, path, schema }))),
  );
  const composing = texts.filter(
    ({
      schema: {
        _zod: { def },
      },
    }) => (def.checks ?? []).some((check) => check instanceof z.core.$ZodCheckOverwrite && check._zod.def.tx(LONG) !== LONG),
  );

  expect(composing.map(({ id, path }) => `${id}: ${path.join('/')}`)).toEqual([]);
});

test.each([
  ['code of a SKU', operations.getSku.params, 'sku', 100],
  ['external id', operations.listOrders.query, 'external_id', 200],
  ['barcode in a path', operations.getSkuByBarcode.params, 'code', 128],
])('a %s of the most characters is taken in its longest form', (_what, schema: z.ZodType, name, most) => {
  const kept = '\u1F82'.repeat(most);
  expect(kept.normalize('NFD')).toHaveLength(4 * most);
  expect(schema.parse({ [name]: kept.normalize('NFD') })).toMatchObject({ [name]: kept });
});

function isExempt(id: string, path: readonly string[]): boolean {
  return path.some((name) => name in AS_WRITTEN && (id === IDENTITY_PROVIDER || !OF_IDENTITY_PROVIDER.has(name)));
}

interface Text {
  readonly path: readonly string[];
  readonly schema: z.core.$ZodString;
}

function textsOf(schema: z.core.$ZodType, path: readonly string[]): Text[] {
  if (schema instanceof z.core.$ZodString) return [{ path, schema }];
  if (schema instanceof z.core.$ZodObject)
    return Object.entries(schema._zod.def.shape).flatMap(([name, inner]) => textsOf(inner, [...path, name]));
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((inner) => textsOf(inner, path));
  if (schema instanceof z.core.$ZodArray) return textsOf(schema._zod.def.element, path);
  if (schema instanceof z.core.$ZodRecord)
    return [...textsOf(schema._zod.def.keyType, path), ...textsOf(schema._zod.def.valueType, path)];
  if (schema instanceof z.core.$ZodPipe) return [...textsOf(schema._zod.def.in, path), ...textsOf(schema._zod.def.out, path)];
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault
  )
    return textsOf(schema._zod.def.innerType, path);
  return [];
}

/** True of what is brought into one form, of ids, which the service makes, and of moments, which are compared as such. */
function hasOneForm({ _zod: { def } }: z.core.$ZodString): boolean {
  if ('format' in def && def.format === 'datetime') return true;
  return (def.checks ?? []).some((check) => {
    if (check instanceof z.core.$ZodCheckOverwrite)
      return check._zod.def.tx(NFD) === NFC || check._zod.def.tx(NFD) === NFD.normalize();
    return check instanceof z.core.$ZodCheckRegex && /^\^\(?:?[a-z]{3}_\[/.test(check._zod.def.pattern.source);
  });
}

/** The form of `text`, which is not compared. */
const FORMS_FOR_PEOPLE = new Set(formsOf(text(1, 1)));

/** True of a text that is made by `text`. One that names something is made by `comparedText`, which brings it into one form. */
function isForPeople(schema: z.core.$ZodString): boolean {
  return formsOf(schema).some((form) => FORMS_FOR_PEOPLE.has(form));
}

function formsOf({ _zod: { def } }: z.core.$ZodString): readonly string[] {
  return (def.checks ?? []).flatMap((check) => (check instanceof z.core.$ZodCheckRegex ? [check._zod.def.pattern.source] : []));
}
