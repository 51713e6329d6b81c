import {
  type createLocationBody,
  type createOrderBody,
  type createScanBody,
  type createSkuBody,
  type DomainEvent,
  domainEvent,
  type LocationRecord,
  locationRecord,
  ORDER_STATUSES,
  type OrderHistoryEntry,
  orderHistoryEntry,
  type OrderRecord,
  orderRecord,
  type ScanRecord,
  scanRecord,
  type SkuRecord,
  skuRecord,
  type transferBody,
  type TransferRecord,
  transferRecord,
  type updateSkuBody,
} from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import type { z } from 'zod';
import type { Answer, Call } from './call.ts';
import { readPages } from './pages.ts';

/** A client to whom everything is granted: what is not answered with success is an error. */
export interface Shop {
  readonly key: string;
  createSku(body: z.input<typeof createSkuBody>): Promise<SkuRecord>;
  sku(code: string): Promise<SkuRecord>;
  updateSku(code: string, body: z.input<typeof updateSkuBody>): Promise<SkuRecord>;
  archiveSku(code: string): Promise<SkuRecord>;
  createLocation(body: z.input<typeof createLocationBody>): Promise<LocationRecord>;
  location(id: string): Promise<LocationRecord>;
  transfer(fromId: string, body: z.input<typeof transferBody>): Promise<TransferRecord>;
  createOrder(body: z.input<typeof createOrderBody>): Promise<OrderRecord>;
  order(id: string): Promise<OrderRecord>;
  history(id: string): Promise<OrderHistoryEntry[]>;
  pack(id: string, body?: unknown): Promise<OrderRecord>;
  ship(id: string, body?: unknown): Promise<OrderRecord>;
  cancel(id: string, body?: unknown): Promise<OrderRecord>;
  scan(body: z.input<typeof createScanBody>): Promise<ScanRecord>;
  /** Archived ones too. */
  skus(): Promise<SkuRecord[]>;
  locations(): Promise<LocationRecord[]>;
  /** Newest first, pending and rejected ones too. */
  orders(): Promise<OrderRecord[]>;
  scans(): Promise<ScanRecord[]>;
  /** Oldest first, those that are stored by now. */
  events(): Promise<DomainEvent[]>;
}

export function makeShop(call: Call, key: string): Shop {
  return { key, ...inventoryOf(call, key), ...ordersOf(call, key), ...scansOf(call, key) };
}

function inventoryOf(call: Call, key: string) {
  return {
    createSku: async (body) => (await call('POST', '/inventory', { key, body })).as(201, skuRecord),
    sku: async (code) => (await call('GET', `/inventory/${encodeURIComponent(code)}`, { key })).as(200, skuRecord),
    updateSku: async (code, body) =>
      (await call('PATCH', `/inventory/${encodeURIComponent(code)}`, { key, body })).as(200, skuRecord),
    archiveSku: async (code) => (await call('DELETE', `/inventory/${encodeURIComponent(code)}`, { key })).as(200, skuRecord),
    skus: () => readPages(call, { key, path: '/inventory', item: skuRecord, filter: { status: 'all' } }),
    createLocation: async (body) => (await call('POST', '/locations', { key, body })).as(201, locationRecord),
    location: async (id) => (await call('GET', `/locations/${id}`, { key })).as(200, locationRecord),
    transfer: async (fromId, body) =>
      (await call('POST', `/locations/${fromId}/transfer`, { key, body })).as(201, transferRecord),
    locations: () => readPages(call, { key, path: '/locations', item: locationRecord }),
  } satisfies Partial<Shop>;
}

function ordersOf(call: Call, key: string) {
  const order = async (id: string) => (await call('GET', `/orders/${id}`, { key })).as(200, orderRecord);
  /** The order that a request leads to, also where a stalled machine lets it be answered with 202, before inventory did its part. */
  const settled = async (answer: Answer, success: number): Promise<OrderRecord> => {
    if (answer.status !== 202) return answer.as(success, orderRecord);
    const { id } = answer.as(202, orderRecord);
    const settledOrder = await eventually(async () => {
      const now = await order(id);
      const waits = now.status === 'pending' || now.pending_transition !== null;
      if (waits) throw new Error(`inventory has not answered for the order: ${JSON.stringify(now)}`);
      return now;
    });
    if (settledOrder.refusal !== null) throw new Error(`the step was refused: ${JSON.stringify(settledOrder.refusal)}`);
    return settledOrder;
  };
  const step = (name: 'pack' | 'ship' | 'cancel') => async (id: string, body?: unknown) =>
    await settled(await call('POST', `/orders/${id}/${name}`, { key, body }), 200);
  const filter = { status: ORDER_STATUSES.join(',') };
  return {
    createOrder: async (body) => await settled(await call('POST', '/orders', { key, body }), 201),
    order,
    history: (id) => readPages(call, { key, path: `/orders/${id}/history`, item: orderHistoryEntry }),
    pack: step('pack'),
    ship: step('ship'),
    cancel: step('cancel'),
    orders: () => readPages(call, { key, path: '/orders', item: orderRecord, filter }),
  } satisfies Partial<Shop>;
}

function scansOf(call: Call, key: string) {
  return {
    scan: async (body) => (await call('POST', '/scans', { key, body })).as(201, scanRecord),
    scans: () => readPages(call, { key, path: '/scans', item: scanRecord }),
    events: () => readPages(call, { key, path: '/events', item: domainEvent }),
  } satisfies Partial<Shop>;
}
