import type {
  LocationNames,
  LocationRecord,
  LocationStockRecord,
  MoveCommand,
  MoveOutcome,
  OrderHistoryEntry,
  OrderHold,
  OrderRecord,
  ReservationRecord,
  ScanRecord,
  SkuRecord,
  StockCommand,
  StockCommandType,
  StockOutcome,
  TransferRecord,
} from '@fulfilment/contracts';

const shelfId = 'loc_01KAJ6Q8Y4ZT5R2W9XBMSHE1F2';
const orderId = 'ord_01KAJ6V1N7D3C8QF5HG0ZRDER1';

const onShelf = {
  location_id: shelfId,
  location: 'A3/S2',
  location_path: 'MAIN:A3/S2',
  lot_id: null,
  on_hand: 100,
  picking: 0,
  sellable: true,
} as const;

const NOTHING_ELSE = { reserved: 0, unavailable: 0, buffer: 0, incoming: 0 };

/** The quantities of a SKU that lies in one warehouse alone. */
export function inMain({ on_hand, allocated }: Pick<SkuRecord, 'on_hand' | 'allocated'>): SkuRecord['warehouses'] {
  const available = on_hand - allocated;
  const units = { on_hand, allocated, ...NOTHING_ELSE, available };
  return [
    { warehouse_id: 'loc_01KAJ6Q8Y4ZT5R2W9XBMMA1N01', warehouse: 'MAIN', ...units, safety_stock: null, reorder_point: null },
  ];
}

/** The specification's sample SKU, with two units held by {@link sampleOrder}. */
export const sampleSku: SkuRecord = {
  sku: 'MUG-01',
  name: 'Mug',
  on_hand: 100,
  unavailable: 0,
  allocated: 2,
  reserved: 0,
  buffer: 0,
  available: 98,
  incoming: 0,
  safety_stock: 0,
  reorder_point: 10,
  low_stock: false,
  sold_out: false,
  location: 'A3/S2',
  location_id: shelfId,
  location_path: 'MAIN:A3/S2',
  stock: [onShelf],
  warehouses: inMain({ on_hand: 100, allocated: 2 }),
  barcodes: ['4006381333931'],
  metadata: { season: 'winter' },
  weight_g: 350,
  unit_cost: '4.20',
  currency: 'EUR',
  hs_code: '6912.00',
  country_of_origin: 'DE',
  status: 'active',
  version: 2,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:05:12.411Z',
  archived_at: null,
};

/** A cart of two mugs, kept for ten minutes. */
export const sampleReservation: ReservationRecord = {
  id: 'rsv_01KAJ6T2C7Y5D9QK4HN0ZRSV01',
  external_id: 'cart-4711',
  status: 'active',
  lines: [{ sku: 'MUG-01', quantity: 2, reserved: 2 }],
  partial: false,
  warehouse_id: null,
  warehouse: null,
  expires_at: '2026-11-21T09:15:12.411Z',
  order_id: null,
  version: 1,
  created_at: '2026-11-21T09:05:12.411Z',
  updated_at: '2026-11-21T09:05:12.411Z',
  ended_at: null,
};

export const sampleLocation: LocationRecord = {
  id: shelfId,
  type: 'shelf',
  code: 'S2',
  parent_id: 'loc_01KAJ6Q8Y4ZT5R2W9XBMA1S1E3',
  name: null,
  usage: 'storage',
  sellable: true,
  pickable: true,
  pick_sequence: 320,
  ships: null,
  priority: null,
  countries: null,
  path: 'MAIN:A3/S2',
  status: 'active',
  version: 1,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
};

export const sampleLocationStock: LocationStockRecord = {
  sku: 'MUG-01',
  name: 'Mug',
  status: 'active',
  on_hand: 100,
  stock: [onShelf],
};

export const sampleTransfer: TransferRecord = {
  id: 'trf_01KAJ6X3E0B5V9KT7M2PTRANSF',
  from: { id: shelfId, path: 'MAIN:A3/S2' },
  to: { id: 'loc_01KAJ6Q8Y4ZT5R2W9XBMSHE1F7', path: 'MAIN:A3/S7' },
  lines: [{ sku: 'MUG-01', quantity: 5 }],
  note: null,
  created_at: '2026-11-21T09:20:00.000Z',
};

/** The warehouse of {@link sampleLocation}. */
const sampleWarehouse = { id: 'loc_01KAJ6Q8Y4ZT5R2W9XBMWARE01', code: 'MAIN' };

export const sampleOrder: OrderRecord = {
  id: orderId,
  external_id: 'shop-1001',
  status: 'created',
  allocation: 'allocated',
  fulfilment: 'none',
  lines: [
    {
      id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1',
      sku: 'MUG-01',
      name: 'Mug',
      quantity: 2,
      allocated: 2,
      allocations: [],
      packed: 0,
      backordered: 0,
      shipped: 0,
      returned: 0,
      cancelled: 0,
      external_line_id: null,
    },
  ],
  fulfilments: [],
  priority: 5,
  ship_by: null,
  holds: [],
  ship_from: null,
  split: null,
  allocation_reason: null,
  returns: [],
  exchange_for: null,
  ship_to: null,
  note: null,
  metadata: {},
  packages: [],
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  cancel_reason: null,
  pending_transition: null,
  pending_fulfilment_id: null,
  pending_return_id: null,
  refusal: null,
  version: 2,
  created_at: '2026-11-21T09:05:12.388Z',
  packed_at: null,
  shipped_at: null,
  cancelled_at: null,
  erased_at: null,
  updated_at: '2026-11-21T09:05:12.430Z',
};

/** The same of a tenant that allocates by warehouse. */
export const placedOrder: OrderRecord = {
  ...sampleOrder,
  lines: sampleOrder.lines.map((line) => ({
    ...line,
    allocations: [{ warehouse_id: sampleWarehouse.id, warehouse: sampleWarehouse.code, quantity: line.allocated }],
  })),
  ship_from: [sampleWarehouse.code],
  split: 'by_line',
};

export const sampleHold: OrderHold = {
  id: 'hld_01KAJ6W2J4M6N8Q0S2V4X6Z8B1',
  reason: 'awaiting_payment',
  note: null,
  release_stock: false,
  until: null,
  placed_by: 'key_01KAJ6P2C4G8TN5YD0WQ9KEY01',
  placed_at: '2026-11-21T09:20:00.000Z',
};

export const sampleOrderHistoryEntry: OrderHistoryEntry = {
  transition: 'pack',
  refused: false,
  status: 'packed',
  version: 3,
  code: null,
  fulfilment_id: null,
  return_id: null,
  reason: null,
  actor: 'key_01KAJ6P2C4G8TN5YD0WQ9KEY01',
  request_id: 'req_01KAJ6W4R9F2S7HXB3ZMREQ01A',
  at: '2026-11-21T09:10:00.000Z',
};

export const sampleScan: ScanRecord = {
  id: 'scn_01KAJ6Y7H3Q9M5W1R8TBSCAN01',
  barcode: '4006381333931',
  type: 'pick',
  sku: 'MUG-01',
  quantity: 1,
  location: 'A3/S2',
  order_id: orderId,
  device_id: 'gun-7',
  operator: null,
  scanned_at: '2026-11-21T09:07:30.000Z',
  client_scan_id: 'gun-7-000181',
  metadata: {},
  received_at: '2026-11-21T09:07:30.214Z',
  applied: null,
  refusal: null,
};

const tenant = { account_id: 'acc_01KAJ6N0A1B2C3D4E5F6G7H8JK', environment: 'sandbox' } as const;
const actor = 'key_01KAJ6P2C4G8TN5YD0WQ9KEY01';
const request_id = 'req_01KAJ6W4R9F2S7HXB3ZMREQ01A';
const at = '2026-11-21T09:05:12.388Z';

const step = (verb: StockCommandType, attempt: number) => ({
  id: `${verb}:${sampleOrder.id}:${attempt}`,
  ...tenant,
  order_id: sampleOrder.id,
  attempt,
  actor,
  request_id,
  at,
});

const FULFILMENT_ID = 'ful_01KAJ6X1B3D5F7H9K1M3P5R7T9';

const RETURN_ID = 'ret_01KAJ6X1B3D5F7H9K1M3P5R7T9';

const firstLine = sampleOrder.lines.slice(0, 1).map(({ id }) => ({ id, quantity: 1 }));

/** One command of each type, as orders sends them. */
export const SAMPLE_STOCK_COMMANDS: Readonly<Record<StockCommandType, StockCommand>> = {
  allocate: {
    ...step('allocate', 1),
    type: 'allocate',
    order_created_at: sampleOrder.created_at,
    lines: sampleOrder.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity })),
    sourcing: { ship_from: ['MAIN'], split: 'by_line' },
    ship_to_country: 'DE',
  },
  amend: {
    ...step('amend', 2),
    type: 'amend',
    lines: sampleOrder.lines.map(({ id, sku }) => ({ id, sku, quantity: 3 })),
    rank: { priority: 8, ship_by: '2026-11-24T15:00:00.000Z' },
  },
  assign: { ...step('assign', 2), type: 'assign', fulfilment_id: FULFILMENT_ID, lines: firstLine, warehouse: 'MAIN' },
  confirm: { ...step('confirm', 2), type: 'confirm' },
  unconfirm: { ...step('unconfirm', 3), type: 'unconfirm', fulfilment_id: FULFILMENT_ID },
  unassign: { ...step('unassign', 3), type: 'unassign', fulfilment_id: FULFILMENT_ID },
  ship: { ...step('ship', 3), type: 'ship' },
  release: { ...step('release', 2), type: 'release' },
  reassign: { ...step('reassign', 2), type: 'reassign', lines: firstLine.map((line) => ({ ...line, to: 'W2' })) },
  open_return: {
    ...step('open_return', 1),
    type: 'open_return',
    return_id: RETURN_ID,
    lines: sampleOrder.lines.slice(0, 1).map(({ id, sku }) => ({ id, sku, quantity: 1 })),
    approved: true,
  },
  expect_return: {
    ...step('expect_return', 4),
    type: 'expect_return',
    return_id: RETURN_ID,
    lines: firstLine,
    exchange_skus: sampleOrder.lines.slice(0, 1).map(({ sku }) => sku),
  },
  unexpect_return: { ...step('unexpect_return', 5), type: 'unexpect_return', return_id: RETURN_ID },
  receive_return: {
    ...step('receive_return', 5),
    type: 'receive_return',
    return_id: RETURN_ID,
    lines: firstLine.map((line) => ({ ...line, disposition: 'inspect' })),
  },
  dispose_return: {
    ...step('dispose_return', 6),
    type: 'dispose_return',
    return_id: RETURN_ID,
    lines: firstLine.map((line) => ({ ...line, from: 'inspect', disposition: 'restock' })),
  },
};

/** The allocation document after the sample's first command. */
export const sampleStockOutcome: StockOutcome = {
  type: 'allocation',
  ...tenant,
  order_id: sampleOrder.id,
  version: 1,
  state: 'open',
  lines: sampleOrder.lines.map(({ id, sku, name, quantity, allocated, shipped }) => ({
    id,
    sku,
    quantity,
    name,
    allocated,
    shipped,
    sources: [{ warehouse_id: sampleWarehouse.id, warehouse: sampleWarehouse.code, units: allocated }],
  })),
  last_answer: { command_id: `allocate:${sampleOrder.id}:1`, type: 'allocate', accepted: true },
  actor,
  request_id,
  at,
};

const move = { ...tenant, scan_id: sampleScan.id };

/** The move that an applied scan requests. */
export const sampleMoveCommand: MoveCommand = {
  type: 'move',
  id: `move:${sampleScan.id}`,
  ...move,
  movement: 'receive',
  sku: 'MUG-01',
  barcode: '4006381333931',
  quantity: 24,
  location: 'A3/S2',
  actor,
  request_id,
  at,
};

/** And what it is answered. */
export const sampleMoveOutcome: MoveOutcome = {
  type: 'move',
  ...move,
  command_id: sampleMoveCommand.id,
  accepted: true,
  request_id,
  at,
};

/** The path that a location got. */
export const sampleLocationNames: LocationNames = {
  type: 'locations',
  ...tenant,
  locations: [{ id: sampleLocation.id, path: sampleLocation.path, version: 1, since: sampleLocation.created_at }],
  request_id,
};
