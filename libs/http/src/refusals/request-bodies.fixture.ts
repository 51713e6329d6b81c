import { MAX_QUANTITY } from '@fulfilment/contracts';
import {
  barcodeText,
  anything,
  type BadBody,
  choice,
  flag,
  form,
  kind,
  line,
  list,
  object,
  pairs,
  type Shape,
  text,
  whole,
} from './bad-values.fixture.ts';

/** The body of an operation, by its bounds in the reference. */
export interface BodyTable {
  /** Its id, and which kind of its bodies. */
  readonly operation: string;
  /** A right body with every field. */
  readonly sample: object;
  readonly shape: Shape;
}

const sku = form('', ' blank-at-its-start', 'blank-at-its-end ', '.', '..', 'tab\there', 'a\u200Bb', 'a\u202Eb', 'x'.repeat(101));
const quantity = whole(0, MAX_QUANTITY);
const home = form('', 'A3', 'MAIN:A3', 'A3/', '/S2', 'A3/S2/B1/C1', 'A 3/S2', 'MAIN:A3/S2:B1', `A3/${'S'.repeat(33)}`);
const code = form('', 'has space', 'a/b', 'x'.repeat(33));
const place = form('', 'A3/', 'a b', 'A3/S2/B1/C1', 'MAIN:', 'x'.repeat(33));
const locationId = form('', 'loc_', 'loc_01', 'ord_01JD8Z0000000000000000TEST');
const country = form('', 'DEU', 'de', 'AA');
const details = {
  barcodes: list(0, 20, barcodeText()),
  metadata: pairs,
  weight_g: whole(0, 10_000_000),
  unit_cost: form('', '1,50', '-1', '1e3', '01', '1.'),
  currency: form('', 'EURO', 'eur'),
  hs_code: form('', '69', '6912.0', 'x'),
  country_of_origin: form('', 'DEU', 'de'),
};
const sampleDetails = {
  barcodes: ['4006381333931'],
  metadata: { k: 'v' },
  weight_g: 1,
  unit_cost: '1.50',
  currency: 'EUR',
  hs_code: '6912.00',
  country_of_origin: 'DE',
};
const skuFacts = {
  name: text(1, 200),
  on_hand: quantity,
  reorder_point: quantity,
  safety_stock: quantity,
  location: home,
  ...details,
};

const address = object(
  {
    name: text(1, 200),
    company: text(1, 200),
    address1: text(1, 200),
    address2: text(1, 200),
    city: text(1, 100),
    region: text(1, 100),
    postal_code: text(1, 20),
    country: form('', 'D', 'DEU', 'de', '12', 'XX', 'UK', 'EU'),
    phone: text(1, 40),
    email: form('', 'no-domain', '@example.com', `${'a'.repeat(250)}@example.com`),
  },
  ['name', 'address1', 'city', 'country'],
);
const sampleAddress = {
  name: 'Ada',
  company: 'Analytical',
  address1: '1 Main St',
  address2: 'rear',
  city: 'Berlin',
  region: 'BE',
  postal_code: '10115',
  country: 'DE',
  phone: '+49 30 1',
  email: 'ada@example.com',
};

const reason = form('', 'Has Capitals', 'x'.repeat(65));
const moment = form('', 'yesterday', '2026-11-22', '2026-02-30T00:00:00Z');
const note = text(1, 1_000);
const skuChanges = { ...skuFacts, expected_on_hand: quantity, status: choice(), reason, note };
const sampleUpdate = {
  name: 'Other',
  on_hand: 1,
  expected_on_hand: 1,
  reorder_point: 1,
  safety_stock: 1,
  location: 'A3/S2',
  ...sampleDetails,
  status: 'active',
  reason: 'count',
  note: 'x',
};
const adjustment = { delta: whole(-MAX_QUANTITY, MAX_QUANTITY), reason, location: place, note };
const sampleAdjustment = { delta: 1, reason: 'found', location: 'A3/S2', note: 'x' };
const named = { op: kind(), sku, idempotency_key: form('', 'ünprintable', 'x'.repeat(256)) };

/** A batch of all or none, since in one of each by itself a bad item fails alone. */
const batchOf = (operation: string, item: Shape, sample: object): BodyTable => ({
  operation: `batchInventory (${operation})`,
  sample: { mode: 'atomic', items: [{ op: operation, idempotency_key: 'x', ...sample }] },
  shape: object({ mode: choice(), items: list(1, 1_000, item) }, ['items']),
});

const reserved = object({ sku, quantity: whole(1, 1_000_000) }, ['sku', 'quantity']);
const reservedLines = list(1, 100, reserved);
const expiresIn = whole(30, 86_400);
const sampleLines = [{ sku: 'MUG-01', quantity: 1 }];

const STOCK: readonly BodyTable[] = [
  {
    operation: 'createReservation',
    sample: { lines: sampleLines, expires_in: 60, external_id: 'cart-1', partial: true, warehouse: 'MAIN' },
    shape: object({ lines: reservedLines, expires_in: expiresIn, external_id: text(1, 200), partial: flag(), warehouse: place }, [
      'lines',
      'expires_in',
    ]),
  },
  {
    operation: 'updateReservation',
    sample: { lines: sampleLines, expires_in: 60 },
    shape: object({ lines: reservedLines, expires_in: expiresIn }, []),
  },
  {
    operation: 'quoteAvailability',
    sample: { lines: sampleLines, ship_from: ['MAIN'], ship_to_country: 'DE', split: 'never' },
    shape: object({ lines: list(1, 200, reserved), ship_from: list(1, 100, place), ship_to_country: country, split: choice() }, [
      'lines',
    ]),
  },
  {
    operation: 'adjustStock',
    sample: sampleAdjustment,
    shape: object(adjustment, ['delta', 'reason']),
  },
  batchOf('create', object({ ...named, ...skuFacts }, ['op', 'sku', 'name']), {
    sku: 'NEW-01',
    name: 'New',
    on_hand: 1,
    reorder_point: 1,
    safety_stock: 1,
    location: 'A3/S2',
    ...sampleDetails,
  }),
  batchOf('update', object({ ...named, ...skuChanges }, ['op', 'sku']), { sku: 'MUG-01', ...sampleUpdate }),
  batchOf('adjust', object({ ...named, ...adjustment }, ['op', 'sku', 'delta', 'reason']), {
    sku: 'MUG-01',
    ...sampleAdjustment,
  }),
];

const SKUS: readonly BodyTable[] = [
  {
    operation: 'createSku',
    sample: { sku: 'NEW-01', name: 'New', on_hand: 1, reorder_point: 1, location: 'A3/S2', ...sampleDetails },
    shape: object({ sku, ...skuFacts }, ['sku', 'name']),
  },
  {
    operation: 'updateSku',
    sample: { ...sampleUpdate },
    shape: object(skuChanges),
  },
  {
    operation: 'updateSkuWarehouse',
    sample: { safety_stock: 5, reorder_point: 10 },
    shape: object({ safety_stock: quantity, reorder_point: quantity }),
  },
];

const transferLine = object({ sku, quantity: whole(1, MAX_QUANTITY) }, ['sku', 'quantity']);

const shipping = { ships: flag(), priority: whole(0, 1_000), countries: list(1, 250, country) };
const sampleShipping = { ships: true, priority: 10, countries: ['DE'] };

const LOCATIONS: readonly BodyTable[] = [
  {
    operation: 'createLocation',
    sample: { type: 'warehouse', code: 'W9', name: 'New', parent_id: 'loc_01JD8Z0000000000000000TEST', ...sampleShipping },
    shape: object({ type: choice(), code, parent_id: locationId, name: text(1, 200), ...shipping }, ['type', 'code']),
  },
  {
    operation: 'updateLocation',
    sample: { name: 'New', code: 'S9', status: 'active', ...sampleShipping },
    shape: object({ name: text(1, 200), code, status: choice(), ...shipping }),
  },
  {
    operation: 'transferStock',
    sample: { to: 'A9/S9', sku: 'MUG-01', quantity: 1, note: 'x' },
    shape: object({ to: place, sku, quantity: whole(1, MAX_QUANTITY), note: text(1, 1_000) }, ['to', 'sku', 'quantity']),
  },
  {
    operation: 'transferStock (lines)',
    sample: { to: 'A9/S9', lines: [{ sku: 'MUG-01', quantity: 1 }], note: 'x' },
    shape: object({ to: place, lines: list(1, 100, transferLine), note: text(1, 1_000) }, ['to']),
  },
];

const orderLine = object({ sku, quantity: whole(1, 1_000_000), external_line_id: text(1, 200) }, ['sku', 'quantity']);
const measures = {
  weight_g: whole(0, 10_000_000),
  length_mm: whole(0, 100_000),
  width_mm: whole(0, 100_000),
  height_mm: whole(0, 100_000),
  tracking: text(1, 100),
};
const parcel = object(measures);
const lineId = form('', 'lin_', 'lin_01', 'ord_01JD8Z0000000000000000TEST');
const units = object({ line_id: lineId, quantity: whole(1, 1_000_000) }, ['line_id', 'quantity']);
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
  {
    operation: 'createOrder',
    sample: {
      external_id: 'new',
      replaces: 'ord_01JD8Z0000000000000000TEST',
      exchange_for: 'ret_01JD8Z0000000000000000TEST',
      lines: [{ sku: 'MUG-01', quantity: 1, external_line_id: 'x' }],
      ship_to: sampleAddress,
      note: 'x',
      metadata: { k: 'v' },
      priority: 9,
      ship_by: '2026-11-24T15:00:00.000Z',
      ship_from: ['W1', 'W2'],
      split: 'by_line',
      allow_backorder: false,
      reservation_id: 'rsv_01JD8Z0000000000000000TEST',
      require_reservation: true,
    },
    shape: object(
      {
        external_id: text(1, 200),
        replaces: form('ord_1', 'loc_01JD8Z0000000000000000TEST'),
        exchange_for: form('ret_1', 'loc_01JD8Z0000000000000000TEST'),
        lines: list(1, 200, orderLine),
        ship_to: address,
        note: text(1, 2_000),
        metadata: pairs,
        priority: whole(0, 9),
        ship_by: moment,
        ship_from: list(1, 100, place),
        split: choice(),
        allow_backorder: flag(),
        reservation_id: form('', 'rsv_', 'rsv_01', 'ord_01JD8Z0000000000000000TEST'),
        require_reservation: flag(),
      },
      ['lines'],
    ),
  },
  {
    operation: 'createOrders',
    sample: { orders: [{ lines: [{ sku: 'MUG-01', quantity: 1 }] }] },
    shape: object({ orders: list(1, 200, anything) }, ['orders']),
  },
  {
    operation: 'updateOrder',
    sample: {
      note: 'x',
      metadata: { k: 'v' },
      priority: 9,
      ship_by: '2026-11-24T15:00:00.000Z',
      ship_to: sampleAddress,
      carrier: 'DHL',
      tracking_number: '1',
      tracking_url: 'https://example.com/1',
      packages: [{ tracking: 'x', weight_g: 1, length_mm: 1, width_mm: 1, height_mm: 1 }],
    },
    shape: object({
      note: text(1, 2_000),
      metadata: pairs,
      priority: whole(0, 9),
      ship_by: moment,
      ship_to: address,
      carrier: text(1, 100),
      tracking_number: text(1, 100),
      tracking_url: trackingUrl,
      packages: list(0, 100, object({ tracking: text(1, 100) })),
    }),
  },
  {
    operation: 'editOrder',
    sample: {
      lines: [{ id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', sku: 'MUG-01', quantity: 1, external_line_id: 'x' }],
      mode: 'patch',
      allow_backorder: false,
    },
    shape: object(
      {
        lines: list(
          1,
          200,
          object({ id: lineId, sku, quantity: whole(0, 1_000_000), external_line_id: text(1, 200) }, ['quantity']),
        ),
        mode: choice(),
        allow_backorder: flag(),
      },
      ['lines'],
    ),
  },
  {
    operation: 'holdOrder',
    sample: { reason: 'awaiting_payment', note: 'x', until: '2126-11-22T10:30:00.000Z', release_stock: false },
    shape: object({ reason, note: text(1, 500), until: moment, release_stock: flag() }, ['reason']),
  },
  {
    operation: 'createFulfilment',
    sample: { lines: [sampleUnits], warehouse: 'W1', external_id: 'x', note: 'x' },
    shape: object({ lines: list(1, 200, units), warehouse: place, external_id: text(1, 200), note: text(1, 2_000) }),
  },
  {
    operation: 'packFulfilment',
    sample: {
      packages: [{ weight_g: 1, length_mm: 1, width_mm: 1, height_mm: 1, tracking: 'x', lines: [sampleUnits] }],
      lines: [sampleUnits],
      short: 'backorder',
    },
    shape: object({
      packages: list(0, 100, object({ ...measures, lines: list(1, 200, units) })),
      lines: list(1, 200, units),
      short: choice(),
    }),
  },
  { operation: 'unpackFulfilment', sample: { reason: 'x' }, shape: object({ reason: text(1, 500) }) },
  { operation: 'cancelFulfilment', sample: { reason: 'x' }, shape: object({ reason: text(1, 500) }) },
  {
    operation: 'shipFulfilment',
    sample: {
      carrier: 'DHL',
      tracking_number: '1',
      tracking_url: 'https://example.com/1',
      from: [{ line_id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', location: 'A3/S2', quantity: 1 }],
    },
    shape: object({
      carrier: text(1, 100),
      tracking_number: text(1, 100),
      tracking_url: trackingUrl,
      from: list(
        1,
        1_000,
        object({ line_id: lineId, location: place, quantity: whole(1, 1_000_000) }, ['line_id', 'location', 'quantity']),
      ),
    }),
  },
  {
    operation: 'updateFulfilment',
    sample: {
      carrier: 'DHL',
      tracking_number: '1',
      tracking_url: 'https://example.com/1',
      note: 'x',
      delivered_at: '2026-11-22T10:30:00.000Z',
      packages: [{ tracking: 'x', weight_g: 1, length_mm: 1, width_mm: 1, height_mm: 1 }],
    },
    shape: object({
      carrier: text(1, 100),
      tracking_number: text(1, 100),
      tracking_url: trackingUrl,
      note: text(1, 2_000),
      delivered_at: form('', 'yesterday', '2026-11-22'),
      packages: list(0, 100, object({ tracking: text(1, 100) })),
    }),
  },
  {
    operation: 'reassignOrder',
    sample: { lines: [{ line_id: 'lin_01JD8Z0000000000000000TEST', quantity: 1, from: 'W1', to: 'W2' }] },
    shape: object(
      {
        lines: list(
          1,
          200,
          object({ line_id: lineId, quantity: whole(1, 1_000_000), from: place, to: place }, ['line_id', 'quantity', 'to']),
        ),
      },
      ['lines'],
    ),
  },
  {
    operation: 'closeOrder',
    sample: { reason: 'x', lines: [sampleUnits] },
    shape: object({ reason: text(1, 500), lines: list(1, 200, units) }),
  },
  {
    operation: 'createReturn',
    sample: {
      order_id: 'ord_01KAJ6V1N7D3C8QF5HG0ZZ1NE0',
      external_id: 'x',
      lines: [{ ...sampleUnits, reason: 'damaged', note: 'x' }],
      approved: true,
      note: 'x',
      exchange: { lines: [{ sku: 'MUG-01', quantity: 1, external_line_id: 'x' }] },
    },
    shape: object(
      {
        order_id: form('ord_1', 'loc_01JD8Z0000000000000000TEST'),
        external_id: text(1, 200),
        lines: list(
          1,
          200,
          object(
            {
              line_id: missingIfBlank(lineId),
              quantity: whole(1, 1_000_000),
              reason: missingIfBlank(reason),
              note: text(1, 1_000),
            },
            ['line_id', 'quantity', 'reason'],
          ),
        ),
        note: text(1, 2_000),
        exchange: object(
          {
            lines: list(
              1,
              200,
              object({ sku, quantity: whole(1, 1_000_000), external_line_id: text(1, 200) }, ['sku', 'quantity']),
            ),
          },
          ['lines'],
        ),
      },
      ['order_id', 'lines'],
    ),
  },
  {
    operation: 'createReturn (without an order)',
    sample: { order_id: null, lines: [{ sku: 'MUG-01', quantity: 1, reason: 'damaged', note: 'x' }], approved: true },
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
  {
    operation: 'disposeReturn',
    sample: { lines: [{ ...sampleUnits, from: 'inspect', disposition: 'restock', from_location: 'A3/S1', location: 'A3/S2' }] },
    shape: object(
      {
        lines: list(
          1,
          200,
          object(
            {
              line_id: lineId,
              quantity: whole(1, 1_000_000),
              from: choice(),
              disposition: choice(),
              from_location: place,
              location: place,
            },
            ['line_id', 'quantity', 'disposition'],
          ),
        ),
      },
      ['lines'],
    ),
  },
  {
    operation: 'packOrder',
    sample: { packages: [{ weight_g: 1, length_mm: 1, width_mm: 1, height_mm: 1, tracking: 'x' }] },
    shape: object({ packages: list(0, 100, parcel) }),
  },
  {
    operation: 'shipOrder',
    sample: { carrier: 'DHL', tracking_number: '1', tracking_url: 'https://example.com/1' },
    shape: object({
      carrier: text(1, 100),
      tracking_number: text(1, 100),
      tracking_url: trackingUrl,
    }),
  },
  {
    operation: 'cancelOrder',
    sample: { reason: 'x' },
    shape: object({ reason: text(1, 500) }),
  },
];

const seen = {
  barcode: line(1, 128),
  sku,
  location: text(1, 128),
  order_id: text(1, 64),
  return_id: form('ret_1', 'loc_01JD8Z0000000000000000TEST'),
  device_id: text(1, 64),
  operator: text(1, 100),
  scanned_at: form(
    '',
    '2026-11-21',
    '2026-11-21 10:05:12Z',
    '2026-11-21T10:05:12',
    '2026-02-30T10:05:12Z',
    '0000-01-01T00:00:00+01:00',
  ),
  client_scan_id: text(1, 128),
  metadata: pairs,
  apply: flag(),
};

/** A field that other fields make required: left blank it is missing. */
function missingIfBlank(shape: Shape): Shape {
  return (at, sample) => shape(at, sample).map((bad) => (bad.isBlank ? { ...bad, code: 'required' } : bad));
}

const SCANS: readonly BodyTable[] = [
  {
    operation: 'createScan',
    sample: {
      barcode: '1',
      type: 'pick',
      sku: 'MUG-01',
      quantity: 1,
      location: 'x',
      order_id: 'x',
      return_id: 'ret_01JD8Z0000000000000000TEST',
      disposition: 'restock',
      device_id: 'x',
      operator: 'x',
      scanned_at: '2026-11-21T10:05:12+01:00',
      client_scan_id: 'x',
      metadata: { k: 'v' },
      apply: false,
    },
    shape: object({ ...seen, type: choice(), disposition: choice(), quantity: whole(0, 1_000_000) }, ['barcode']),
  },
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
  {
    operation: 'createScans',
    sample: { scans: [{ barcode: '1' }] },
    shape: object({ scans: list(1, 1_000, anything) }, ['scans']),
  },
];

/** Bodies with bounds of their own, held against what is written here. Others are held against their schemas. */
export const BODIES: readonly BodyTable[] = [...SKUS, ...STOCK, ...LOCATIONS, ...ORDERS, ...SCANS];

/** The bodies that are wrong in one place. */
export function badBodies({ sample, shape }: BodyTable): readonly BadBody[] {
  return shape([], sample);
}
