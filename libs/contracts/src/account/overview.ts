import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { operation } from '../operation.ts';
import { bytesUse, storageUse } from '../storage-bounds.ts';
import { inEnvironment } from './keys.ts';

const count = z.int().min(0);
const asOf = timestamp.describe(
  'Time of the count. The age of a count is at most 20 times the duration of counting, or one second if that is longer.',
);

/** Stock of a tenant at a glance. */
export const inventoryOverview = z
  .strictObject({
    skus: count.describe('Active SKUs.'),
    on_hand: count.describe('Units on hand of these SKUs.'),
    allocated: count.describe('Units allocated to orders that are not shipped yet.'),
    available: count.describe('Units that can be ordered: not allocated, reserved, unavailable or withheld as safety stock.'),
    low_stock: count.describe('SKUs below their reorder point.'),
    sold_out: count.describe('SKUs without available units.'),
    storage: storageUse.describe('SKUs that are stored, archived ones included.'),
    warehouses: storageUse.describe('Active warehouses.'),
    stored_bytes: bytesUse.describe('Bytes of SKUs, movements, locations and reservations.'),
    as_of: asOf,
  })
  .meta({
    id: 'InventoryOverview',
    examples: [
      {
        skus: 1_204,
        on_hand: 48_310,
        allocated: 1_870,
        available: 46_440,
        low_stock: 12,
        sold_out: 3,
        storage: { used: 1_310, limit: 200_000 },
        warehouses: { used: 3, limit: 100 },
        stored_bytes: { used: 48_310_220, limit: 50_000_000_000 },
        as_of: '2026-11-21T09:00:05.000Z',
      },
    ],
  });
export type InventoryOverview = z.output<typeof inventoryOverview>;

/** Open orders of a tenant at a glance. */
export const ordersOverview = z
  .strictObject({
    pending: count.describe('Orders that wait for the answer of inventory.'),
    created: z
      .strictObject({
        allocated: count.describe('Orders with all units allocated, those on hold included; the others are ready to pack.'),
        on_hold: count.describe('Orders of `allocated` that are on hold.'),
        partial: count.describe('Orders with some units allocated.'),
        backordered: count.describe('Orders with no unit allocated.'),
      })
      .meta({ id: 'OrdersByAllocation' })
      .describe('Orders that are not packed yet, by allocation.'),
    packed: count.describe('Packed orders that are not shipped yet.'),
    storage: storageUse.describe('Orders that are open: pending, created or packed.'),
    stored_bytes: bytesUse.describe('Bytes of orders, their fulfilments and returns, ended ones included.'),
    open_by_age: z
      .array(
        z
          .strictObject({
            min_days: count.describe('Least age of these orders since their creation, in days of 24 hours.'),
            max_days: count.nullable().describe('The age that they have not reached; null for the eldest.'),
            orders: count.describe('Open orders of this age.'),
          })
          .meta({ id: 'OrdersOfAge' }),
      )
      .describe('Open orders by age, the youngest first.'),
    shipped_by_day: z
      .array(
        z
          .strictObject({
            day: z.iso.date().describe('The day, UTC.'),
            orders: count.describe('Orders whose last units left on this day.'),
            units: count.describe('Units of these orders, with those that had left in parts before.'),
          })
          .meta({ id: 'ShippedOfDay' }),
      )
      .describe('The last 14 days, oldest first; the last one is still going on.'),
    as_of: asOf,
  })
  .meta({
    id: 'OrdersOverview',
    examples: [
      {
        pending: 0,
        created: { allocated: 31, on_hold: 3, partial: 2, backordered: 4 },
        packed: 9,
        storage: { used: 46, limit: 100_000 },
        stored_bytes: { used: 8_120_400, limit: 50_000_000_000 },
        open_by_age: [
          { min_days: 0, max_days: 1, orders: 30 },
          { min_days: 1, max_days: 2, orders: 12 },
          { min_days: 2, max_days: 4, orders: 3 },
          { min_days: 4, max_days: 7, orders: 1 },
          { min_days: 7, max_days: null, orders: 0 },
        ],
        shipped_by_day: [
          { day: '2026-11-20', orders: 118, units: 342 },
          { day: '2026-11-21', orders: 41, units: 97 },
        ],
        as_of: '2026-11-21T09:00:05.000Z',
      },
    ],
  });
export type OrdersOverview = z.output<typeof ordersOverview>;

const ofThem = count.describe('Number of these scans.');

/** Scans of a tenant at a glance. */
export const scansOverview = z
  .strictObject({
    last_minute: count.describe('Scans received in the last 60 seconds.'),
    last_hour: count.describe('Scans received in the last 3 600 seconds.'),
    last_day: count.describe('Scans received in the last 86 400 seconds.'),
    minutes: z
      .array(
        z
          .strictObject({
            at: timestamp.describe('Start of the minute, UTC.'),
            scans: count.describe('Number of scans received in it.'),
          })
          .meta({ id: 'ScansOfMinute' }),
      )
      .describe('The last 60 minutes of the clock, oldest first; the last one is still going on.'),
    busiest: z
      .strictObject({
        looked_at: count.max(10_000).describe('Newest scans of the last 86 400 seconds that were looked at, at most 10 000.'),
        by_device: z
          .array(
            z
              .strictObject({
                device_id: z.string().nullable().describe('Id of the device; null for scans without one.'),
                scans: ofThem,
              })
              .meta({ id: 'ScansOfDevice' }),
          )
          .max(10)
          .describe('Devices with the most of these scans, the busiest first.'),
        by_operator: z
          .array(
            z
              .strictObject({
                operator: z.string().nullable().describe('The operator; null for scans without one.'),
                scans: ofThem,
              })
              .meta({ id: 'ScansOfOperator' }),
          )
          .max(10)
          .describe('Operators with the most of these scans, the busiest first.'),
      })
      .meta({ id: 'BusiestScanners' })
      .describe('Who scanned in the last day.'),
    stored_bytes: bytesUse.describe('Bytes of scans.'),
    as_of: asOf,
  })
  .meta({
    id: 'ScansOverview',
    examples: [
      {
        last_minute: 14,
        last_hour: 690,
        last_day: 8_412,
        minutes: [
          { at: '2026-11-21T08:59:00.000Z', scans: 12 },
          { at: '2026-11-21T09:00:00.000Z', scans: 2 },
        ],
        busiest: {
          looked_at: 8_412,
          by_device: [
            { device_id: 'gun-7', scans: 5_120 },
            { device_id: null, scans: 3_292 },
          ],
          by_operator: [{ operator: 'Kim', scans: 8_412 }],
        },
        stored_bytes: { used: 5_046_100, limit: 50_000_000_000 },
        as_of: '2026-11-21T09:00:05.000Z',
      },
    ],
  });
export type ScansOverview = z.output<typeof scansOverview>;

const common = {
  api: 'account',
  method: 'GET',
  permission: 'account:read',
  query: z.strictObject(inEnvironment),
} as const;
const NOT_NOW = 'The numbers are cached: `as_of` is the time of the count.';

const getInventoryOverview = operation({
  ...common,
  service: 'inventory',
  id: 'getInventoryOverview',
  path: '/overview/inventory',
  summary: 'Retrieve an overview of stock',
  description: NOT_NOW,
  replies: { 200: { description: 'The numbers.', body: inventoryOverview } },
});

const getOrdersOverview = operation({
  ...common,
  service: 'orders',
  id: 'getOrdersOverview',
  path: '/overview/orders',
  summary: 'Retrieve an overview of open orders',
  description: NOT_NOW,
  replies: { 200: { description: 'The numbers.', body: ordersOverview } },
});

const getScansOverview = operation({
  ...common,
  service: 'scans',
  id: 'getScansOverview',
  path: '/overview/scans',
  summary: 'Retrieve an overview of scans',
  description: NOT_NOW,
  replies: { 200: { description: 'The numbers.', body: scansOverview } },
});

/** The operations on how it all does, but for webhooks, by their ids. */
export const overviewOperations = { getInventoryOverview, getOrdersOverview, getScansOverview } as const;
