import type { Check } from './check.ts';
import { deadLettersCheck } from './checks/dead-letters.ts';
import { deliveriesCheck } from './checks/deliveries.ts';
import { eventStoreCheck } from './checks/event-store.ts';
import { feedCheck } from './checks/feed.ts';
import { lowStockCheck } from './checks/low-stock.ts';
import { orderEventsCheck } from './checks/order-events.ts';
import { ordersCheck } from './checks/orders.ts';
import { outboxCheck } from './checks/outbox.ts';
import { receiptsCheck } from './checks/receipts.ts';
import { repeatsCheck } from './checks/repeats.ts';
import { scanEventsCheck } from './checks/scan-events.ts';
import { scanMovesCheck } from './checks/scan-moves.ts';
import { stepsCheck } from './checks/steps.ts';
import { stockCheck } from './checks/stock.ts';
import { stockEventsCheck } from './checks/stock-events.ts';
import { tenantsCheck } from './checks/tenants.ts';

/** All that is held against the stores, in the order of the invariants. */
export const CHECKS: readonly Check[] = [
  stockCheck,
  ordersCheck,
  scanMovesCheck,
  outboxCheck,
  orderEventsCheck,
  stockEventsCheck,
  scanEventsCheck,
  eventStoreCheck,
  feedCheck,
  deliveriesCheck,
  stepsCheck,
  receiptsCheck,
  repeatsCheck,
  lowStockCheck,
  tenantsCheck,
  deadLettersCheck,
];
