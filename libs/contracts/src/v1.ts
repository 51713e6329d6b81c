import type { Operation } from './operation.ts';
import * as allocationRules from './operations/allocation-rules.ts';
import * as bulk from './operations/bulk.ts';
import * as caller from './operations/caller.ts';
import * as events from './operations/events.ts';
import * as fulfilments from './operations/fulfilments.ts';
import * as inventory from './operations/inventory.ts';
import * as locations from './operations/locations.ts';
import * as orders from './operations/orders.ts';
import * as reservations from './operations/reservations.ts';
import * as returns from './operations/returns.ts';
import * as scans from './operations/scans.ts';

// The records of each subject, and then the operations on them.
export * from './caller.ts';
export * from './import-files/csv-dialect.ts';
export * from './inventory/allocation-rules.ts';
export * from './inventory/batches.ts';
export * from './inventory/files.ts';
export * from './inventory/integrity.ts';
export * from './inventory/locations.ts';
export * from './inventory/movements.ts';
export * from './inventory/reservations.ts';
export * from './inventory/sku-details.ts';
export * from './inventory/skus.ts';
export * from './inventory/stock-adjustments.ts';
export * from './order-batches.ts';
export * from './orders.ts';
export * from './orders/edits.ts';
export * from './orders/erasure.ts';
export * from './orders/export-columns.ts';
export * from './orders/fulfilments.ts';
export * from './orders/history.ts';
export * from './orders/holds.ts';
export * from './orders/lists.ts';
export * from './orders/order-lines.ts';
export { ERASED, erasedAddress, personalFieldsOf } from './orders/personal-text.ts';
export * from './orders/return-words.ts';
export * from './orders/returns.ts';
export * from './scans.ts';
export * from './stock/return-commands.ts';
export * from './stock/stock-messages.ts';

/** Every operation of /v1 by its id. */
export const operations = {
  ...allocationRules,
  ...bulk,
  ...caller,
  ...events,
  ...fulfilments,
  ...inventory,
  ...locations,
  ...orders,
  ...reservations,
  ...returns,
  ...scans,
} as const;

const METHODS: readonly Operation['method'][] = ['GET', 'POST', 'PATCH', 'DELETE'];

/** The same as a list, in the order of the reference: by path, then reads before writes. */
export const OPERATIONS: readonly Operation[] = Object.values<Operation>(operations).toSorted(
  (a, b) => comparePaths(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
);

function comparePaths(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
