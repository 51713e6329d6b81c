import { MAX_QUANTITY, OPERATIONS } from '@fulfilment/contracts';
import {
  barcodeText,
  type BadBody,
  choice,
  flag,
  form,
  kind,
  list,
  object,
  pairs,
  type Shape,
  text,
  whole,
} from './bad-values.fixture.ts';
import { type BodyTable, bodyTableOf, type Forms } from './bodies-of-schemas.fixture.ts';

/** The table of a body by its schema, but for texts of a form: of these the schema says less than what is refused. */
function bySchema(id: string, sample: object, forms: Forms = {}): BodyTable {
  const operation = OPERATIONS.find((each) => each.id === id);
  if (!operation) throw new Error(`There is no operation ${id}`);
  return bodyTableOf(operation, { sample, forms });
}

const sku = form('', ' blank-at-its-start', 'blank-at-its-end ', '.', '..', 'tab\there', 'a\u200Bb', 'a\u202Eb', 'x'.repeat(101));
const quantity = whole(0, MAX_QUANTITY);
const home = form('', 'A3', 'MAIN:A3', 'A3/', '/S2', 'A3/S2/B1/C1', 'A 3/S2', 'MAIN:A3/S2:B1', `A3/${'S'.repeat(33)}`);
const code = form('', 'has space', 'a/b', 'x'.repeat(33));
const place = form('', 'A3/', 'a b', 'A3/S2/B1/C1', 'MAIN:', 'x'.repeat(33));
const locationId = form('', 'loc_', 'loc_01', 'ord_01JD8Z0000000000000000TEST');
const country = form('', 'DEU', 'de', 'AA');
/** Members of a SKU that are of a form. */
const ofSku = {
  location: home,
  'barcodes/0': barcodeText(),
  unit_cost: form('', '1,50', '-1', '1e3', '01', '1.'),
  currency: form('', 'EURO', 'eur'),
  hs_code: form('', '69', '6912.0', 'x'),
  country_of_origin: form('', 'DEU', 'de'),
};
const { 'barcodes/0': barcode, ...texts } = ofSku;
const skuFacts = {
  ...texts,
  name: text(1, 200),
  on_hand: quantity,
  reorder_point: quantity,
  safety_stock: quantity,
  barcodes: list(0, 20, barcode),
  metadata: pairs,
  weight_g: whole(0, 10_000_000),
};

/** Texts of an address that are of a form. */
const ofAddress = {
  country: form('', 'D', 'DEU', 'de', '12', 'XX', 'UK', 'EU'),
  email: form('', 'no-domain', '@example.com', `${'a'.repeat(250)}@example.com`),
};
const sampleAddress = { name: 'Ada', address1: '1 Main St', city: 'Berlin', country: 'DE' };

const reason = form('', 'Has Capitals', 'x'.repeat(65));
const moment = form('', 'yesterday', '2026-11-22', '2026-02-30T00:00:00Z');
const note = text(1, 1_000);
const skuChanges = { ...skuFacts, expected_on_hand: quantity, status: choice(), reason, note };
const barcodes = ['4006381333931'];
const adjustment = { delta: whole(-MAX_QUANTITY, MAX_QUANTITY), reason, location: place, note };
const sampleAdjustment = { delta: 1, reason: 'found' };
const named = { op: kind(), sku, idempotency_key: form('', 'ünprintable', 'x'.repeat(256)) };

/** A batch of all or none, since in one of each by itself a bad item fails alone. */
const batchOf = (operation: string, item: Shape, sample: object): BodyTable => ({
  operation: `batchInventory (${operation})`,
  sample: { mode: 'atomic', items: [{ op: operation, idempotency_key: 'x', ...sample }] },
  shape: object({ mode: choice(), items: list(1, 1_000, item) }, ['items']),
});

const sampleLines = [{ sku: 'MUG-01', quantity: 1 }];

const STOCK: readonly BodyTable[] = [
  bySchema('createReservation', { lines: sampleLines, expires_in: 60 }, { sku, warehouse: place }),
  bySchema('updateReservation', { lines: sampleLines }, { sku }),
  bySchema(
    'quoteAvailability',
    { lines: sampleLines, ship_from: ['MAIN'] },
    { sku, 'ship_from/0': place, ship_to_country: country },
  ),
  bySchema('adjustStock', sampleAdjustment, { reason, location: place }),
  batchOf('create', object({ ...named, ...skuFacts }, ['op', 'sku', 'name']), { sku: 'NEW-01', name: 'New', barcodes }),
  batchOf('update', object({ ...named, ...skuChanges }, ['op', 'sku']), { sku: 'MUG-01', barcodes }),
  batchOf('adjust', object({ ...named, ...adjustment }, ['op', 'sku', 'delta', 'reason']), {
    sku: 'MUG-01',
    ...sampleAdjustment,
  }),
];

const SKUS: readonly BodyTable[] = [
  bySchema('createSku', { sku: 'NEW-01', name: 'New', barcodes }, { sku, ...ofSku }),
  bySchema('updateSku', { barcodes }, { ...ofSku, reason }),
];

const transferLine = object({ sku, quantity: whole(1, MAX_QUANTITY) }, ['sku', 'quantity']);

const LOCATIONS: readonly BodyTable[] = [
  bySchema(
    'createLocation',
    { type: 'warehouse', code: 'W9', countries: ['DE'] },
    { code, parent_id: locationId, 'countries/0': country },
  ),
  bySchema('updateLocation', { countries: ['DE'] }, { code, 'countries/0': country }),
  {
    operation: 'transferStock',
    sample: { to: 'A9/S9', sku: 'MUG-01', quantity: 1 },
    shape: object({ to: place, sku, quantity: whole(1, MAX_QUANTITY), note: text(1, 1_000) }, ['to', 'sku', 'quantity']),
  },
  {
    operation: 'transferStock (lines)',
    sample: { to: 'A9/S9', lines: sampleLines },
    shape: object({ to: place, lines: list(1, 100, transferLine), note: text(1, 1_000) }, ['to']),
  },
];

const lineId = form('', 'lin_', 'lin_01', 'ord_01JD8Z0000000000000000TEST');
const sampleUnits = { line_id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', quantity: 1 };

const trackingUrl = form(
  '',
  'example.com',
  'ftp://example.com/1',
  'javascript:alert(1)',
  'https://example.com/a b',
  'https:example.com',
  `https://example.com/${'x'.repeat(2_000)}`,
);

const ORDERS: readonly BodyTable[] = [
  bySchema(
    'createOrder',
    { lines: sampleLines, ship_to: sampleAddress, ship_from: ['W1'] },
    {
      replaces: form('ord_1', 'loc_01JD8Z0000000000000000TEST'),
      exchange_for: form('ret_1', 'loc_01JD8Z0000000000000000TEST'),
      sku,
      ...ofAddress,
      ship_by: moment,
      'ship_from/0': place,
      reservation_id: form('', 'rsv_', 'rsv_01', 'ord_01JD8Z0000000000000000TEST'),
    },
  ),
  bySchema(
    'updateOrder',
    { ship_to: sampleAddress, packages: [{ tracking: 'x' }] },
    { ship_by: moment, ...ofAddress, tracking_url: trackingUrl },
  ),
  bySchema('editOrder', { lines: [{ id: sampleUnits.line_id, quantity: 1 }] }, { id: lineId, sku }),
  bySchema('holdOrder', { reason: 'awaiting_payment' }, { reason, until: moment }),
  bySchema('createFulfilment', { lines: [sampleUnits] }, { line_id: lineId, warehouse: place }),
  bySchema(
    'packFulfilment',
    { packages: [{ lines: [sampleUnits] }], lines: [sampleUnits], short: 'backorder' },
    { line_id: lineId },
  ),
  bySchema(
    'shipFulfilment',
    { from: [{ ...sampleUnits, location: 'A3/S2' }] },
    { tracking_url: trackingUrl, line_id: lineId, location: place },
  ),
  bySchema(
    'updateFulfilment',
    { packages: [{ tracking: 'x' }] },
    { tracking_url: trackingUrl, delivered_at: form('', 'yesterday', '2026-11-22') },
  ),
  bySchema('reassignOrder', { lines: [{ ...sampleUnits, to: 'W2' }] }, { line_id: lineId, from: place, to: place }),
  bySchema('closeOrder', { lines: [sampleUnits] }, { line_id: lineId }),
  bySchema(
    'createReturn',
    {
      order_id: 'ord_01KAJ6V1N7D3C8QF5HG0ZZ1NE0',
      lines: [{ ...sampleUnits, reason: 'damaged' }],
      approved: true,
      exchange: { lines: sampleLines },
    },
    {
      order_id: form('ord_1', 'loc_01JD8Z0000000000000000TEST'),
      line_id: lineId,
      sku,
      reason,
    },
  ),
  {
    operation: 'createReturn (of an order)',
    sample: { order_id: 'ord_01KAJ6V1N7D3C8QF5HG0ZZ1NE0', lines: [{ ...sampleUnits, reason: 'damaged' }] },
    shape: object({
      lines: list(1, 200, object({ line_id: missingIfBlank(lineId), reason: missingIfBlank(reason) }, ['line_id', 'reason'])),
    }),
  },
  {
    operation: 'createReturn (without an order)',
    sample: { order_id: null, lines: sampleLines, approved: true },
    shape: object(
      {
        lines: list(
          1,
          200,
          object({ sku: missingIfBlank(sku), quantity: whole(1, 1_000_000), reason, note: text(1, 1_000) }, ['sku', 'quantity']),
        ),
        approved: flag(),
      },
      ['order_id', 'lines'],
    ),
  },
  bySchema(
    'disposeReturn',
    { lines: [{ ...sampleUnits, disposition: 'restock' }] },
    { line_id: lineId, from_location: place, location: place },
  ),
  bySchema('packOrder', { packages: [{ tracking: 'x' }] }),
  bySchema('shipOrder', {}, { tracking_url: trackingUrl }),
];

/** A field that other fields make required: left blank it is missing. */
function missingIfBlank(shape: Shape): Shape {
  return (at, sample) => shape(at, sample).map((bad) => (bad.isBlank ? { ...bad, code: 'required' } : bad));
}

const SCANS: readonly BodyTable[] = [
  bySchema(
    'createScan',
    { barcode: '1' },
    {
      sku,
      return_id: form('ret_1', 'loc_01JD8Z0000000000000000TEST'),
      scanned_at: form(
        '',
        '2026-11-21',
        '2026-11-21 10:05:12Z',
        '2026-11-21T10:05:12',
        '2026-02-30T10:05:12Z',
        '0000-01-01T00:00:00+01:00',
      ),
    },
  ),
  {
    operation: 'createScan (to be applied)',
    sample: { barcode: '1', type: 'receive', sku: 'MUG-01', quantity: 1, location: 'A3/S2', apply: true },
    shape: object(
      {
        type: choice(),
        sku,
        quantity: missingIfBlank(whole(1, 1_000_000)),
        location: form('', 'by the door', 'A 3/S2', 'A/B/C/D'),
        apply: flag(),
      },
      ['barcode', 'type', 'quantity'],
    ),
  },
];

/** Bodies with members of a form, or that other members make required. Others are held against their schemas alone. */
export const BODIES: readonly BodyTable[] = [...SKUS, ...STOCK, ...LOCATIONS, ...ORDERS, ...SCANS];

/** The bodies that are wrong in one place. */
export function badBodies({ sample, shape }: BodyTable): readonly BadBody[] {
  return shape([], sample);
}
