import type { DomainEvent, EventType } from '../events.ts';
import type { OrderRecord } from '../orders.ts';
import { sampleOrder, sampleScan, sampleSku } from './records.ts';

const envelope = {
  api_version: 'v1',
  account_id: 'acc_01KAJ6N0A1B2C3D4E5F6G7H8JK',
  environment: 'sandbox',
} as const;
const packed = { ...sampleOrder, status: 'packed', version: 3, packed_at: '2026-11-21T09:10:00.000Z' } as const;
const reference = { type: 'order', id: sampleOrder.id };
const shipment = {
  previous: { on_hand: 100, allocated: 2, available: 98, stock: sampleSku.stock },
  reason: 'shipment',
  reference,
};
const shippedSku = {
  ...sampleSku,
  on_hand: 98,
  allocated: 0,
  version: 3,
  stock: sampleSku.stock.map((place) => ({ ...place, on_hand: 98 })),
  updated_at: '2026-11-21T09:15:00.000Z',
};

/** One event of each type, as subscribers get it. */
export const SAMPLE_EVENTS: Readonly<Record<EventType, DomainEvent>> = {
  'inventory.updated': {
    ...envelope,
    id: 'evt_01KAJ71C5V8X2N6R4TPBEVNT01',
    type: 'inventory.updated',
    created_at: '2026-11-21T09:15:00.000Z',
    sequence: 3,
    data: shippedSku,
    ...shipment,
    changed: ['on_hand', 'allocated', 'stock'],
  },
  'inventory.low_stock': {
    ...envelope,
    id: 'evt_01KAJ71C5V8X2N6R4TPBEVNT02',
    type: 'inventory.low_stock',
    created_at: '2026-11-21T11:40:00.000Z',
    sequence: 57,
    data: {
      ...shippedSku,
      on_hand: 9,
      available: 9,
      low_stock: true,
      version: 57,
      stock: sampleSku.stock.map((place) => ({ ...place, on_hand: 9 })),
      updated_at: '2026-11-21T11:40:00.000Z',
      threshold: 10,
    },
    ...shipment,
    previous: {
      on_hand: 11,
      allocated: 2,
      available: 9,
      stock: sampleSku.stock.map((place) => ({ ...place, on_hand: 11 })),
    },
    changed: ['on_hand', 'allocated', 'stock'],
  },
  'order.created': orderEvent('order.created', 'evt_01KAJ71C5V8X2N6R4TPBEVNT03', sampleOrder),
  'order.updated': orderEvent('order.updated', 'evt_01KAJ71C5V8X2N6R4TPBEVNT04', {
    ...sampleOrder,
    version: 3,
    updated_at: '2026-11-21T09:08:00.000Z',
  }),
  'order.packed': orderEvent('order.packed', 'evt_01KAJ71C5V8X2N6R4TPBEVNT05', { ...packed, updated_at: packed.packed_at }),
  'order.shipped': orderEvent('order.shipped', 'evt_01KAJ71C5V8X2N6R4TPBEVNT06', {
    ...packed,
    status: 'shipped',
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
    lines: sampleOrder.lines.map((line) => ({ ...line, allocated: 0 })),
    version: 3,
    cancelled_at: '2026-11-21T09:09:00.000Z',
    updated_at: '2026-11-21T09:09:00.000Z',
  }),
  'scan.completed': {
    ...envelope,
    id: 'evt_01KAJ71C5V8X2N6R4TPBEVNT08',
    type: 'scan.completed',
    created_at: sampleScan.received_at,
    data: sampleScan,
  },
};

function orderEvent<Type extends string>(type: Type, id: string, data: OrderRecord) {
  return { ...envelope, id, type, created_at: data.updated_at, sequence: data.version, data };
}
