import { delay } from '@fulfilment/kernel';
import { orderRecord, skuRecord } from '@fulfilment/contracts';
import { z } from 'zod';
import { type ApiClient, makeApiClient } from './api-client.ts';

const SKU = 'SELF-TEST';
const PATIENCE_MS = 30_000;

/**
 * Sends one order through the whole system, in an account of its own, and cancels it: gateway, orders, Kafka, inventory and back.
 *
 * @throws Error with the last failure if none gets through within 30 s.
 */
export async function proveOneOrder(baseUrl: string, key: string, signal: AbortSignal): Promise<void> {
  const api = makeApiClient(baseUrl, key);
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await oneOrder(api);
    } catch (error) {
      signal.throwIfAborted();
      if (Date.now() > deadline) throw new Error('no order gets through the system', { cause: error });
    }
    await delay(100, signal);
  }
}

async function oneOrder(api: ApiClient): Promise<void> {
  const sku = { sku: SKU, name: 'Proves at each start that orders get through', on_hand: 1 };
  const exists = 409;
  await api({
    method: 'POST',
    path: '/inventory',
    body: sku,
    answer: z.union([skuRecord, z.looseObject({})]),
    statuses: [201, exists],
  });
  const lines = [{ sku: SKU, quantity: 1 }];
  // 202 says that inventory has not answered yet, which is not what is to be proven.
  const { id } = await api({ method: 'POST', path: '/orders', body: { lines }, answer: orderRecord, statuses: [201] });
  await api({ method: 'POST', path: `/orders/${id}/cancel`, body: {}, answer: orderRecord, statuses: [200] });
}
