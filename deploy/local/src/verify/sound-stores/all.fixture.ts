import type { ServiceName } from '../../system/services.ts';
import { soundDeliveries } from './deliveries.fixture.ts';
import { SCAN_EVENT } from './events.fixture.ts';
import { soundOrders } from './orders.fixture.ts';
import { soundStock } from './stock.fixture.ts';
import { ACCOUNT, at, type Documents, TENANT } from './world.fixture.ts';

/** The documents of every service, in which everything agrees. */
export function soundDocuments(): Readonly<Record<ServiceName, Documents>> {
  const scan = { _id: 'scn_1', tenant: TENANT, event_id: SCAN_EVENT, scan: { received_at: at(9).toISOString() } };
  return {
    gateway: { accounts: [{ _id: ACCOUNT }], keys: [{ _id: 'key_1', account_id: ACCOUNT, environment: 'sandbox' }] },
    inventory: soundStock(),
    orders: soundOrders(),
    scans: { scans: [scan] },
    webhooks: soundDeliveries(),
  };
}
