import type {
  LocationRecord,
  LocationStockRecord,
  OrderHistoryEntry,
  OrderRecord,
  ScanRecord,
  SkuRecord,
  TransferRecord,
} from '@fulfilment/contracts';

const shelfId = 'loc_01KAJ6Q8Y4ZT5R2W9XBMSHE1F2';
const orderId = 'ord_01KAJ6V1N7D3C8QF5HG0ZRDER1';

/** The specification's sample SKU, with two units held by {@link sampleOrder}. */
export const sampleSku: SkuRecord = {
  sku: 'MUG-01',
  name: 'Mug',
  on_hand: 100,
  allocated: 2,
  available: 98,
  reorder_point: 10,
  low_stock: false,
  location: 'A3/S2',
  location_id: shelfId,
  stock: [{ location_id: shelfId, location: 'A3/S2', on_hand: 100 }],
  status: 'active',
  version: 2,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:05:12.411Z',
  archived_at: null,
};

export const sampleLocation: LocationRecord = {
  id: shelfId,
  type: 'shelf',
  code: 'S2',
  parent_id: 'loc_01KAJ6Q8Y4ZT5R2W9XBMA1S1E3',
  name: null,
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
  stock: [{ location_id: shelfId, location: 'A3/S2', on_hand: 100 }],
};

export const sampleTransfer: TransferRecord = {
  id: 'trf_01KAJ6X3E0B5V9KT7M2PTRANSF',
  from: { id: shelfId, path: 'MAIN:A3/S2' },
  to: { id: 'loc_01KAJ6Q8Y4ZT5R2W9XBMSHE1F7', path: 'MAIN:A3/S7' },
  lines: [{ sku: 'MUG-01', quantity: 5 }],
  note: null,
  created_at: '2026-11-21T09:20:00.000Z',
};

export const sampleOrder: OrderRecord = {
  id: orderId,
  external_id: 'shop-1001',
  status: 'created',
  allocation: 'allocated',
  lines: [
    {
      id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1',
      sku: 'MUG-01',
      name: 'Mug',
      quantity: 2,
      allocated: 2,
      shipped: 0,
      external_line_id: null,
    },
  ],
  ship_to: null,
  note: null,
  metadata: {},
  packages: [],
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  pending_transition: null,
  refusal: null,
  version: 2,
  created_at: '2026-11-21T09:05:12.388Z',
  packed_at: null,
  shipped_at: null,
  cancelled_at: null,
  updated_at: '2026-11-21T09:05:12.430Z',
};

export const sampleOrderHistoryEntry: OrderHistoryEntry = {
  transition: 'pack',
  refused: false,
  status: 'packed',
  version: 3,
  code: null,
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
