import type {
  DeliveredType,
  DomainEvent,
  endpointDisabled,
  EventType,
  FulfilmentRecord,
  OrderRecord,
  ReturnRecord,
  ScanRecord,
  webhookTest,
} from '@fulfilment/contracts';
import type { z } from 'zod';
import { cancelledFulfilment, packedFulfilment, sampleFulfilment, shippedFulfilment } from './fulfilments.ts';
import { cancelledReturn, closedReturn, receivedReturn, restockedReturn, sampleReturn } from './returns.ts';
import { inMain, placedOrder, sampleLocation, sampleOrder, sampleReservation, sampleScan, sampleSku } from './records.ts';

const packed = {
  ...sampleOrder,
  status: 'packed',
  lines: sampleOrder.lines.map((line) => ({ ...line, packed: line.allocated })),
  version: 3,
  packed_at: '2026-11-21T09:10:00.000Z',
} as const;
const ORDER_STATUS = { open: 'created', packed: 'packed', shipped: 'shipped', cancelled: 'created' } as const;
const reference = { type: 'order', id: sampleOrder.id };
const shippedSku = {
  ...sampleSku,
  on_hand: 98,
  allocated: 0,
  version: 3,
  stock: sampleSku.stock.map((place) => ({ ...place, on_hand: 98 })),
  warehouses: inMain({ on_hand: 98, allocated: 0 }),
  updated_at: '2026-11-21T09:15:00.000Z',
};

/** A scan that receives units. */
const sampleReceipt: ScanRecord = {
  ...sampleScan,
  id: 'scn_01KAJ6Y7H3Q9M5W1R8TBSCAN03',
  type: 'receive',
  quantity: 24,
  order_id: null,
  client_scan_id: 'gun-7-000182',
};

/** One event of each type, as subscribers get it, its members in the order in which they are sent. */
export const SAMPLE_EVENTS: Readonly<Record<EventType, DomainEvent>> = {
  'inventory.updated': {
    ...envelope('inventory.updated', 'evt_01KAJ71C5V8X2N6R4TPBEVNT01', '2026-11-21T09:15:00.000Z'),
    sequence: 3,
    data: shippedSku,
    previous: { on_hand: 100, unavailable: 0, allocated: 2, reserved: 0, buffer: 0, available: 98, stock: sampleSku.stock },
    changed: ['on_hand', 'allocated', 'stock'],
    reason: 'shipment',
    reference,
  },
  'inventory.low_stock': {
    ...envelope('inventory.low_stock', 'evt_01KAJ71C5V8X2N6R4TPBEVNT02', '2026-11-21T11:40:00.000Z'),
    sequence: 57,
    data: {
      ...shippedSku,
      on_hand: 9,
      available: 9,
      low_stock: true,
      version: 57,
      stock: sampleSku.stock.map((place) => ({ ...place, on_hand: 9 })),
      warehouses: inMain({ on_hand: 9, allocated: 0 }),
      updated_at: '2026-11-21T11:40:00.000Z',
      threshold: 10,
    },
    previous: {
      on_hand: 11,
      unavailable: 0,
      allocated: 0,
      reserved: 0,
      buffer: 0,
      available: 11,
      stock: sampleSku.stock.map((place) => ({ ...place, on_hand: 11 })),
    },
    changed: ['on_hand', 'available', 'stock'],
    reason: 'count',
    reference: { type: 'scan', id: 'scn_01KAJ6Y7H3Q9M5W1R8TBSCAN04' },
    occurred_at: '2026-11-21T11:31:07.000Z',
  },
  'inventory.out_of_stock': {
    ...envelope('inventory.out_of_stock', 'evt_01KAJ71C5V8X2N6R4TPBEVNT10', '2026-11-21T11:55:00.000Z'),
    sequence: 58,
    data: {
      ...shippedSku,
      allocated: 98,
      available: 0,
      sold_out: true,
      warehouses: inMain({ on_hand: 98, allocated: 98 }),
      version: 58,
      updated_at: '2026-11-21T11:55:00.000Z',
    },
    previous: { on_hand: 98, unavailable: 0, allocated: 90, reserved: 0, buffer: 0, available: 8 },
    changed: ['allocated', 'available'],
    reason: 'allocation',
    reference,
  },
  'sku.updated': {
    ...envelope('sku.updated', 'evt_01KAJ71C5V8X2N6R4TPBEVNT11', '2026-11-21T12:00:00.000Z'),
    sequence: 59,
    data: { ...shippedSku, name: 'Large mug', version: 59, updated_at: '2026-11-21T12:00:00.000Z' },
    changed: ['name'],
  },
  'location.created': {
    ...envelope('location.created', 'evt_01KAJ71C5V8X2N6R4TPBEVNT12', sampleLocation.created_at),
    sequence: 1,
    data: sampleLocation,
  },
  'location.updated': {
    ...envelope('location.updated', 'evt_01KAJ71C5V8X2N6R4TPBEVNT13', '2026-11-21T12:05:00.000Z'),
    sequence: 2,
    data: { ...sampleLocation, name: 'Cold store', version: 2, updated_at: '2026-11-21T12:05:00.000Z' },
    changed: ['name'],
  },
  'location.archived': {
    ...envelope('location.archived', 'evt_01KAJ71C5V8X2N6R4TPBEVNT14', '2026-11-21T12:10:00.000Z'),
    sequence: 3,
    data: { ...sampleLocation, status: 'archived', version: 3, updated_at: '2026-11-21T12:10:00.000Z' },
  },
  'reservation.expired': {
    ...envelope('reservation.expired', 'evt_01KAJ71C5V8X2N6R4TPBEVNT21', '2026-11-21T09:15:12.498Z'),
    sequence: 2,
    data: endedReservation('expired', '2026-11-21T09:15:12.498Z'),
  },
  'reservation.released': {
    ...envelope('reservation.released', 'evt_01KAJ71C5V8X2N6R4TPBEVNT22', '2026-11-21T09:11:40.020Z'),
    sequence: 2,
    data: endedReservation('released', '2026-11-21T09:11:40.020Z'),
  },
  'order.created': orderEvent('order.created', 'evt_01KAJ71C5V8X2N6R4TPBEVNT03', sampleOrder),
  'order.updated': {
    ...orderEvent('order.updated', 'evt_01KAJ71C5V8X2N6R4TPBEVNT04', {
      ...placedOrder,
      version: 3,
      updated_at: '2026-11-21T09:08:00.000Z',
    }),
    changed: ['lines', 'allocation'],
  },
  'order.packed': orderEvent('order.packed', 'evt_01KAJ71C5V8X2N6R4TPBEVNT05', { ...packed, updated_at: packed.packed_at }),
  'order.shipped': orderEvent('order.shipped', 'evt_01KAJ71C5V8X2N6R4TPBEVNT06', {
    ...packed,
    status: 'shipped',
    fulfilment: 'complete',
    lines: sampleOrder.lines.map((line) => ({ ...line, allocated: 0, shipped: line.quantity })),
    carrier: 'DHL',
    tracking_number: '00340434161094042557',
    version: 4,
    shipped_at: '2026-11-21T09:15:00.000Z',
    updated_at: '2026-11-21T09:15:00.000Z',
  }),
  'order.cancelled': orderEvent('order.cancelled', 'evt_01KAJ71C5V8X2N6R4TPBEVNT07', {
    ...sampleOrder,
    status: 'cancelled',
    lines: sampleOrder.lines.map((line) => ({ ...line, allocated: 0, cancelled: line.quantity })),
    version: 3,
    cancelled_at: '2026-11-21T09:09:00.000Z',
    cancel_reason: 'customer changed their mind',
    updated_at: '2026-11-21T09:09:00.000Z',
  }),
  'fulfilment.created': fulfilmentEvent('fulfilment.created', 'evt_01KAJ71C5V8X2N6R4TPBEVNT15', sampleFulfilment),
  'fulfilment.updated': {
    ...fulfilmentEvent('fulfilment.updated', 'evt_01KAJ71C5V8X2N6R4TPBEVNT16', {
      ...shippedFulfilment,
      version: 4,
      delivered_at: '2026-11-22T10:30:00.000Z',
      updated_at: '2026-11-22T10:31:00.000Z',
    }),
    changed: ['delivered_at'],
  },
  'fulfilment.packed': fulfilmentEvent('fulfilment.packed', 'evt_01KAJ71C5V8X2N6R4TPBEVNT17', packedFulfilment),
  'fulfilment.unpacked': fulfilmentEvent('fulfilment.unpacked', 'evt_01KAJ71C5V8X2N6R4TPBEVNT18', {
    ...sampleFulfilment,
    version: 3,
    updated_at: '2026-11-21T09:12:00.000Z',
  }),
  'fulfilment.shipped': fulfilmentEvent('fulfilment.shipped', 'evt_01KAJ71C5V8X2N6R4TPBEVNT19', shippedFulfilment),
  'fulfilment.cancelled': fulfilmentEvent('fulfilment.cancelled', 'evt_01KAJ71C5V8X2N6R4TPBEVNT20', cancelledFulfilment),
  'return.created': returnEvent('return.created', 'evt_01KAJ71C5V8X2N6R4TPBEVNT21', sampleReturn),
  'return.updated': {
    ...returnEvent('return.updated', 'evt_01KAJ71C5V8X2N6R4TPBEVNT22', restockedReturn),
    changed: ['lines'],
  },
  'return.received': returnEvent('return.received', 'evt_01KAJ71C5V8X2N6R4TPBEVNT23', receivedReturn),
  'return.closed': returnEvent('return.closed', 'evt_01KAJ71C5V8X2N6R4TPBEVNT24', closedReturn),
  'return.cancelled': returnEvent('return.cancelled', 'evt_01KAJ71C5V8X2N6R4TPBEVNT25', cancelledReturn),
  'scan.completed': {
    ...envelope('scan.completed', 'evt_01KAJ71C5V8X2N6R4TPBEVNT08', sampleScan.received_at),
    data: sampleScan,
  },
  'scan.applied': {
    ...envelope('scan.applied', 'evt_01KAJ71C5V8X2N6R4TPBEVNT10', '2026-11-21T09:07:31.055Z'),
    data: { ...sampleReceipt, applied: 'done' },
  },
  'scan.refused': {
    ...envelope('scan.refused', 'evt_01KAJ71C5V8X2N6R4TPBEVNT11', '2026-11-21T09:07:31.055Z'),
    data: {
      ...sampleReceipt,
      location: 'Z9/S9',
      applied: 'refused',
      refusal: {
        code: 'unknown_location',
        detail: 'There is no location Z9/S9.',
        errors: [{ pointer: '/location', code: 'unknown_location', message: 'There is no location Z9/S9.' }],
        at: '2026-11-21T09:07:31.055Z',
      },
    },
  },
};

type DeliveredEvent = DomainEvent | z.output<typeof endpointDisabled> | z.output<typeof webhookTest>;

/** One event of each type that is delivered, as subscribers get it. */
export const SAMPLE_DELIVERIES: Readonly<Record<DeliveredType, DeliveredEvent>> = {
  ...SAMPLE_EVENTS,
  'endpoint.disabled': {
    ...envelope('endpoint.disabled', 'evt_01KAJ71C5V8X2N6R4TPBEVNT09', '2026-11-25T09:20:00.000Z'),
    data: {
      id: 'whk_01KAJ6PB7J5N0R8YQ2ETW3BH01',
      origin: 'https://hooks.example.com',
      description: 'Shop',
      reason: 'failing',
      disabled_at: '2026-11-25T09:20:00.000Z',
      failing_since: '2026-11-21T09:20:00.000Z',
      last_success_at: '2026-11-21T09:15:00.000Z',
      failures: 212,
      last_status: 500,
      last_error: null,
      message: 'The endpoint has accepted no event for 4 days. Its events are held: resume it when its receiver works again.',
    },
  },
  'webhook.test': {
    ...envelope('webhook.test', 'evt_01KAJ71C5V8X2N6R4TPBEVNT10', '2026-11-21T09:16:00.000Z'),
    test: true,
    data: { webhook_id: 'whk_01KAJ6PB7J5N0R8YQ2ETW3BH01', message: 'It works.' },
  },
};

function envelope<Type extends string>(type: Type, id: string, createdAt: string) {
  return {
    id,
    type,
    created_at: createdAt,
    api_version: 'v1' as const,
    account_id: 'acc_01KAJ6N0A1B2C3D4E5F6G7H8JK',
    environment: 'sandbox' as const,
  };
}

function endedReservation(status: 'expired' | 'released', at: string) {
  const lines = sampleReservation.lines.map((line) => ({ ...line, reserved: 0 }));
  return { ...sampleReservation, status, lines, version: 2, updated_at: at, ended_at: at };
}

function orderEvent<Type extends string>(type: Type, id: string, data: OrderRecord) {
  return { ...envelope(type, id, data.updated_at), sequence: data.version, data };
}

function fulfilmentEvent<Type extends string>(type: Type, id: string, data: FulfilmentRecord) {
  const isShipped = data.status === 'shipped';
  const order = {
    id: sampleOrder.id,
    external_id: sampleOrder.external_id,
    status: ORDER_STATUS[data.status],
    fulfilment: isShipped ? ('complete' as const) : ('none' as const),
    version: data.version + 2,
  };
  return { ...envelope(type, id, data.updated_at), sequence: data.version, data, order };
}

function returnEvent<Type extends string>(type: Type, id: string, data: ReturnRecord) {
  const order = {
    id: sampleOrder.id,
    external_id: sampleOrder.external_id,
    status: 'shipped' as const,
    version: data.version + 4,
  };
  return { ...envelope(type, id, data.updated_at), sequence: data.version, data, order };
}
