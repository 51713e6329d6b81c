import type { Check } from '../look.ts';
import { coldLedgerCheck } from './cold-ledger.ts';
import { deliveriesCheck } from './deliveries.ts';
import { locationEventsCheck } from './location-events.ts';
import { eventStoreCheck, feedCheck, orderEventsCheck } from './order-events.ts';
import { ordersCheck } from './orders.ts';
import { deadLettersCheck, outboxCheck } from './outbox.ts';
import { scanEventsCheck } from './scan-events.ts';
import { scanMovesCheck } from './scan-moves.ts';
import { skuFactsCheck } from './sku-facts.ts';
import { receiptsCheck, repeatsCheck, stepsCheck } from './steps.ts';
import { lowStockCheck, stockEventsCheck } from './stock-events.ts';
import { stockCheck } from './stock.ts';
import { tenantsCheck } from './tenants.ts';

/** All that is held against the stores, in the order of the invariants. */
export const CHECKS: readonly Check[] = [
  stockCheck,
  coldLedgerCheck,
  ordersCheck,
  scanMovesCheck,
  outboxCheck,
  orderEventsCheck,
  stockEventsCheck,
  skuFactsCheck,
  locationEventsCheck,
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
