import { z } from 'zod';
import { nothing, timestamp } from '../fields.ts';
import { operation } from '../operation.ts';
import { inEnvironment } from './keys.ts';

const count = z.int().min(0);
const asOf = timestamp.describe('When it was counted: at most 20 times as long ago as counting takes, and a second at least.');

/** Stock of a tenant at a glance. */
export const inventoryOverview = z
  .strictObject({
    skus: count.describe('SKUs that are active.'),
    on_hand: count.describe('Units of them that there are.'),
    allocated: count.describe('Of these, units held by orders that are not shipped yet.'),
    available: count.describe('Of these, units that can still be promised.'),
    low_stock: count.describe('SKUs of which there are fewer than their reorder point.'),
    as_of: asOf,
  })
  .meta({
    id: 'InventoryOverview',
    examples: [
      { skus: 1_204, on_hand: 48_310, allocated: 1_870, available: 46_440, low_stock: 12, as_of: '2026-11-21T09:00:05.000Z' },
    ],
  });
export type InventoryOverview = z.output<typeof inventoryOverview>;

/** Open orders of a tenant at a glance. */
export const ordersOverview = z
  .strictObject({
    pending: count.describe('Orders that inventory has not answered yet.'),
    created: z
      .strictObject({
        allocated: count.describe('All their units are held: they can be packed.'),
        partial: count.describe('Some of their units are held.'),
        backordered: count.describe('None of their units is held.'),
      })
      .describe('Orders that are not packed yet, by what is held for them.'),
    packed: count.describe('Orders that wait to be shipped.'),
    as_of: asOf,
  })
  .meta({
    id: 'OrdersOverview',
    examples: [
      { pending: 0, created: { allocated: 31, partial: 2, backordered: 4 }, packed: 9, as_of: '2026-11-21T09:00:05.000Z' },
    ],
  });
export type OrdersOverview = z.output<typeof ordersOverview>;

/** Scans of a tenant at a glance. */
export const scansOverview = z
  .strictObject({
    last_minute: count.describe('Number of scans that came in the 60 seconds before.'),
    last_hour: count.describe('Number of scans that came in the 3 600 seconds before.'),
    last_day: count.describe('Number of scans that came in the 86 400 seconds before.'),
    as_of: asOf,
  })
  .meta({
    id: 'ScansOverview',
    examples: [{ last_minute: 14, last_hour: 690, last_day: 8_412, as_of: '2026-11-21T09:00:05.000Z' }],
  });
export type ScansOverview = z.output<typeof scansOverview>;

const common = {
  api: 'account',
  method: 'GET',
  permission: 'account:read',
  params: nothing,
  query: z.strictObject(inEnvironment),
  body: nothing,
  errors: [],
} as const;
const NOT_NOW = 'Counted now and then, so that asking often costs nothing: `as_of` says when.';

const getInventoryOverview = operation({
  ...common,
  service: 'inventory',
  id: 'getInventoryOverview',
  path: '/overview/inventory',
  summary: 'Retrieve how much stock there is',
  description: NOT_NOW,
  replies: { 200: { description: 'The numbers.', body: inventoryOverview } },
});

const getOrdersOverview = operation({
  ...common,
  service: 'orders',
  id: 'getOrdersOverview',
  path: '/overview/orders',
  summary: 'Retrieve how many orders are open',
  description: NOT_NOW,
  replies: { 200: { description: 'The numbers.', body: ordersOverview } },
});

const getScansOverview = operation({
  ...common,
  service: 'scans',
  id: 'getScansOverview',
  path: '/overview/scans',
  summary: 'Retrieve how many scans come in',
  description: NOT_NOW,
  replies: { 200: { description: 'The numbers.', body: scansOverview } },
});

/** The operations on how it all does, but for webhooks, by their ids. */
export const overviewOperations = { getInventoryOverview, getOrdersOverview, getScansOverview } as const;
