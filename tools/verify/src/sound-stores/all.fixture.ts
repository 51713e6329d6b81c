import type { ProcessName } from '@fulfilment/contracts';
import { soundDeliveries } from './deliveries.fixture.ts';
import { RESULT_EVENT, SCAN_EVENT } from './events.fixture.ts';
import { soundOrders } from './orders.fixture.ts';
import { soundStock } from './inventory.fixture.ts';
import { ACCOUNT, at, type Documents, SCAN, SKU, TENANT } from './world.fixture.ts';

/** The documents of every service, in which everything agrees. */
export function soundDocuments(): Readonly<Record<ProcessName, Documents>> {
  const received = { type: 'receive', sku: SKU, quantity: 10, applied: 'done', refusal: null };
  const events = { event_id: SCAN_EVENT, result_event: { id: RESULT_EVENT, at: at(1) } };
  const scan = { _id: SCAN, tenant: TENANT, ...events, scan: { ...received, received_at: at(1).toISOString() } };
  return {
    gateway: { accounts: [{ _id: ACCOUNT }], keys: [{ _id: 'key_1', account_id: ACCOUNT, environment: 'sandbox' }] },
    inventory: soundStock(),
    orders: soundOrders(),
    scans: { scans: [scan] },
    webhooks: soundDeliveries(),
  };
}
