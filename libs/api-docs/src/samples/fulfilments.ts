import type { FulfilmentRecord, OrderRecord } from '@fulfilment/contracts';
import { sampleOrder } from './records.ts';

const packedAt = '2026-11-21T09:10:00.000Z';
const shippedAt = '2026-11-21T09:15:00.000Z';

/** A fulfilment of all of {@link sampleOrder}, as it is created. */
export const sampleFulfilment: FulfilmentRecord = {
  id: 'ful_01KAJ70B2X6M9W3R5TVCFVN1E1',
  order_id: sampleOrder.id,
  external_id: null,
  status: 'open',
  lines: sampleOrder.lines.map(({ id, sku, name, quantity, allocated }) => ({ line_id: id, sku, name, quantity, allocated })),
  warehouse_id: null,
  warehouse: null,
  packages: [],
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  note: null,
  cancel_reason: null,
  pending_transition: null,
  version: 1,
  created_at: '2026-11-21T09:08:00.000Z',
  packed_at: null,
  shipped_at: null,
  delivered_at: null,
  cancelled_at: null,
  updated_at: '2026-11-21T09:08:00.000Z',
};

/** The same in its later states. */
export const packedFulfilment: FulfilmentRecord = {
  ...sampleFulfilment,
  status: 'packed',
  packages: [{ weight_g: 850, lines: sampleFulfilment.lines.map(({ line_id, quantity }) => ({ line_id, quantity })) }],
  version: 2,
  packed_at: packedAt,
  updated_at: packedAt,
};
export const shippedFulfilment: FulfilmentRecord = {
  ...packedFulfilment,
  status: 'shipped',
  lines: sampleFulfilment.lines.map((line) => ({ ...line, allocated: 0 })),
  carrier: 'DHL',
  tracking_number: '00340434161094042557',
  version: 3,
  shipped_at: shippedAt,
  updated_at: shippedAt,
};
export const cancelledFulfilment: FulfilmentRecord = {
  ...sampleFulfilment,
  status: 'cancelled',
  lines: sampleFulfilment.lines.map((line) => ({ ...line, allocated: 0 })),
  cancel_reason: 'packed together with another',
  version: 2,
  cancelled_at: packedAt,
  updated_at: packedAt,
};

/** {@link sampleOrder} with its units dropped. */
export const closedOrder: OrderRecord = {
  ...sampleOrder,
  status: 'cancelled',
  lines: sampleOrder.lines.map((line) => ({ ...line, allocated: 0, cancelled: line.quantity })),
  version: 3,
  cancel_reason: 'the rest is no longer made',
  cancelled_at: packedAt,
  updated_at: packedAt,
};

/** {@link sampleOrder} with its units held in a second warehouse. */
export const reassignedOrder: OrderRecord = {
  ...sampleOrder,
  lines: sampleOrder.lines.map((line) => ({
    ...line,
    allocations: [{ warehouse_id: 'loc_01KAJ6Q8Y4ZT5R2W9XBMWARE02', warehouse: 'W2', quantity: line.allocated }],
  })),
  version: 3,
  updated_at: packedAt,
};
