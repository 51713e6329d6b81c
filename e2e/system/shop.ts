import {
  type createLocationBody,
  type createOrderBody,
  type createScanBody,
  type createSkuBody,
  type DomainEvent,
  domainEvent,
  type LocationRecord,
  locationRecord,
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
import { z } from 'zod';
import type { Answer, Call } from './call.ts';
import { readPages } from './pages.ts';
import { type Ask, listOf, pathTo } from './resources.ts';

/** A client to whom everything is granted: what is not answered with success is an error. */
export interface Shop {
  readonly key: string;
  /** Any operation. */
  readonly ask: Ask;
  /** Every record of a list. */
  all(path: string, filter?: Readonly<Record<string, string>>): Promise<unknown[]>;
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
  return {
    key,
    ask: async (operation, { at = {}, body } = {}) => {
      const answer = await call(operation.method, pathTo(operation, at), { key, body });
      if (answer.status >= 300) throw new Error(`${operation.id} was answered with ${answer.status}: ${answer.text}`);
      if (answer.status === 202) return await settled({ call, key, answer, success: 202 });
      return /[/+]json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(answer.text) : answer.text;
    },
    all: (path, filter = {}) => readPages(call, { key, path, item: z.unknown(), filter }),
    ...inventoryOf(call, key),
    ...ordersOf(call, key),
    ...scansOf(call, key),
  };
}

/** The order that a request leads to, also where a stalled machine lets it be answered with 202, before inventory did its part. */
async function settled(asked: {
  readonly call: Call;
  readonly key: string;
  readonly answer: Answer;
  /** The status with which it is answered otherwise. */
  readonly success: number;
}): Promise<OrderRecord> {
  const { call, key, answer, success } = asked;
  if (answer.status !== 202) return answer.as(success, orderRecord);
  const { id } = answer.as(202, orderRecord);
  const order = await eventually(async () => {
    const now = (await call('GET', `/orders/${id}`, { key })).as(200, orderRecord);
    const waits = now.status === 'pending' || now.pending_transition !== null;
    if (waits) throw new Error(`inventory has not answered for the order: ${JSON.stringify(now)}`);
    return now;
  });
  if (order.refusal !== null) throw new Error(`the step was refused: ${JSON.stringify(order.refusal)}`);
  return order;
}

function inventoryOf(call: Call, key: string) {
  return {
    createSku: async (body) => (await call('POST', '/inventory', { key, body })).as(201, skuRecord),
    sku: async (code) => (await call('GET', `/inventory/${encodeURIComponent(code)}`, { key })).as(200, skuRecord),
    updateSku: async (code, body) =>
      (await call('PATCH', `/inventory/${encodeURIComponent(code)}`, { key, body })).as(200, skuRecord),
    archiveSku: async (code) => (await call('DELETE', `/inventory/${encodeURIComponent(code)}`, { key })).as(200, skuRecord),
    skus: () => readPages(call, { key, ...listOf('sku'), item: skuRecord }),
    createLocation: async (body) => (await call('POST', '/locations', { key, body })).as(201, locationRecord),
    location: async (id) => (await call('GET', `/locations/${id}`, { key })).as(200, locationRecord),
    transfer: async (fromId, body) =>
      (await call('POST', `/locations/${fromId}/transfer`, { key, body })).as(201, transferRecord),
    locations: () => readPages(call, { key, ...listOf('loc_'), item: locationRecord }),
  } satisfies Partial<Shop>;
}

function ordersOf(call: Call, key: string) {
  const order = async (id: string) => (await call('GET', `/orders/${id}`, { key })).as(200, orderRecord);
  const step = (name: 'pack' | 'ship' | 'cancel') => async (id: string, body?: unknown) =>
    await settled({ call, key, answer: await call('POST', `/orders/${id}/${name}`, { key, body }), success: 200 });
  return {
    createOrder: async (body) => await settled({ call, key, answer: await call('POST', '/orders', { key, body }), success: 201 }),
    order,
    history: (id) => readPages(call, { key, path: `/orders/${id}/history`, item: orderHistoryEntry }),
    pack: step('pack'),
    ship: step('ship'),
    cancel: step('cancel'),
    orders: () => readPages(call, { key, ...listOf('ord_'), item: orderRecord }),
  } satisfies Partial<Shop>;
}

function scansOf(call: Call, key: string) {
  return {
    scan: async (body) => (await call('POST', '/scans', { key, body })).as(201, scanRecord),
    scans: () => readPages(call, { key, ...listOf('scn_'), item: scanRecord }),
    events: () => readPages(call, { key, ...listOf('evt_'), item: domainEvent }),
  } satisfies Partial<Shop>;
}
