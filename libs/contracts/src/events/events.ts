import { LEDGER_REASONS, REASONS_WITHOUT_MOVES } from '@fulfilment/kernel';
import { z } from 'zod';
import { quantity, timestamp } from '../fields.ts';
import { reference as movementReference } from '../inventory/movements.ts';
import { locationRecord } from '../inventory/locations.ts';
import { reservationRecord } from '../inventory/reservations.ts';
import { DETAIL_NAMES } from '../inventory/sku-details.ts';
import { skuRecord } from '../inventory/skus.ts';
import { orderRecord } from '../orders.ts';
import { scanRecord } from '../scans.ts';
import { envelope, sequence } from './envelope.ts';
import {
  fulfilmentCreated,
  fulfilmentUpdated,
  fulfilmentPacked,
  fulfilmentUnpacked,
  fulfilmentShipped,
  fulfilmentCancelled,
  returnCreated,
  returnUpdated,
  returnReceived,
  returnClosed,
  returnCancelled,
} from './part-events.ts';
import { snapshotOf } from './snapshot-of.ts';
import { type EVENT_TOPICS, TOPICS } from './topics.ts';

/** Locations that an event shows of a SKU, before and after its change: some 20 KB. */
export const MAX_EVENT_PLACES = 100;

const versions = z
  .int()
  .min(2)
  .optional()
  .describe(
    'Number of versions of the SKU that the event covers, up to `sequence`: items of one request that changed it in one transaction for one reason. Absent for one.',
  );
const reference = z.looseObject(movementReference.shape).meta({ id: 'ReferenceSnapshot' }).nullable();
const stockTruncated = z
  .boolean()
  .optional()
  .describe(
    'True where `stock` leaves locations out, as it does beyond 100: those whose units changed come first, then others. Absent where it has all of them. `GET /v1/inventory/:sku` has all.',
  );
const GAINED_QUANTITIES = [
  'location_path',
  'sold_out',
  'unavailable',
  'reserved',
  'buffer',
  'safety_stock',
  'warehouses',
  'incoming',
] as const;
const sku = snapshotOf(skuRecord, [...DETAIL_NAMES, ...GAINED_QUANTITIES])
  .extend({ stock_truncated: stockTruncated })
  .meta({ id: 'SkuSnapshot' });
const skuAfter = sku.describe('The SKU after the change.');
const order = snapshotOf(orderRecord, [
  'allocation_reason',
  'ship_from',
  'split',
  'cancel_reason',
  'erased_at',
  'exchange_for',
  'fulfilment',
  'fulfilments',
  'pending_fulfilment_id',
  'pending_return_id',
  'returns',
  'priority',
  'ship_by',
  'holds',
])
  .meta({ id: 'OrderSnapshot' })
  .describe('The order after the change.');
const scan = snapshotOf(scanRecord, ['applied', 'refusal']).meta({ id: 'ScanSnapshot' }).describe('The scan.');

const quantities = z
  .looseObject({
    on_hand: quantity.describe('Units in stock, 0 to 2 147 483 647.'),
    unavailable: quantity
      .optional()
      .describe('Units at locations that are not sellable. Absent in events of releases that had none.'),
    allocated: quantity.describe('Units allocated to orders that are not shipped yet.'),
    reserved: quantity.optional().describe('Units that reservations kept. Absent in events of releases that had none.'),
    buffer: quantity.optional().describe('Units that were withheld as safety stock. Absent in events of releases that had none.'),
    available: quantity.describe(
      'Units that could be ordered: on_hand - unavailable - allocated - reserved - buffer, never below 0.',
    ),
    stock: sku.shape.stock.optional().describe('Stock by location before the change; present if `changed` names `stock`.'),
    stock_truncated: stockTruncated,
  })
  .meta({ id: 'Quantities' });

const stockFacts = {
  previous: quantities.nullable().describe('Quantities before the change; null at the creation of the SKU.'),
  changed: z
    .array(z.string())
    .describe(
      'Changed quantities, out of on_hand, unavailable, allocated, reserved, buffer, available, stock and warehouses; `warehouses` where orders hold units in one, or it withholds some, and what it holds or withholds changed. The creation of a SKU names the quantities that it opens with. Empty where units that came in had been counted already.',
    ),
  reason: z
    .string()
    .describe(
      `Reason as in the ledger: ${LEDGER_REASONS.join(', ')}, or the reason that the caller gave; of a change that moves no units ` +
        `${REASONS_WITHOUT_MOVES.join(', ')}.`,
    ),
  reference: reference.describe(
    'The order, fulfilment, reservation, return, transfer or scan that caused the change; null without one.',
  ),
  occurred_at: timestamp
    .optional()
    .describe('Time at which the units were moved or counted, where that was before they were booked at `created_at`.'),
  versions,
};

/** Quantities of a SKU changed, or it was created. */
export const inventoryUpdated = z
  .looseObject({ ...envelope('inventory.updated'), sequence, data: skuAfter, ...stockFacts })
  .meta({ id: 'InventoryUpdated' });
/** A SKU fell below its reorder point. */
export const inventoryLowStock = z
  .looseObject({
    ...envelope('inventory.low_stock'),
    sequence,
    data: z
      .looseObject({ ...sku.shape, threshold: quantity.describe('Reorder point of the SKU.') })
      .meta({ id: 'LowStockSku' })
      .describe('The SKU after the change, with its reorder point.'),
    ...stockFacts,
  })
  .meta({ id: 'InventoryLowStock' });
/** The last available unit of a SKU went. */
export const inventoryOutOfStock = z
  .looseObject({ ...envelope('inventory.out_of_stock'), sequence, data: skuAfter, ...stockFacts })
  .meta({ id: 'InventoryOutOfStock' });
/** Facts of a SKU beside its quantities changed. */
export const skuUpdated = z
  .looseObject({
    ...envelope('sku.updated'),
    sequence,
    data: skuAfter,
    changed: z
      .array(z.string())
      .describe(
        'Changed facts, out of name, location, reorder_point, safety_stock, warehouses, status, barcodes, metadata, weight_g, unit_cost, currency, hs_code and country_of_origin; `warehouses` where settings of a warehouse changed.',
      ),
    versions,
  })
  .meta({ id: 'SkuUpdated' });
const location = snapshotOf(locationRecord, ['usage', 'sellable', 'pickable', 'pick_sequence', 'ships', 'priority', 'countries'])
  .meta({ id: 'LocationSnapshot' })
  .describe('The location after the change.');
const locationEvent = <Type extends string>(type: Type) => ({ ...envelope(type), sequence, data: location });
/** A location was created, by a request or by its first use. */
export const locationCreated = z.looseObject(locationEvent('location.created')).meta({ id: 'LocationCreated' });
/** A location was renamed, restored or got other settings, or one above it got another code. */
export const locationUpdated = z
  .looseObject({
    ...locationEvent('location.updated'),
    changed: z
      .array(z.string())
      .describe(
        'Changed facts, out of name, code, path, usage, sellable, pickable, pick_sequence, ships, priority, countries and status.',
      ),
  })
  .meta({ id: 'LocationUpdated' });
/** A location was archived, by itself or with one above it. */
export const locationArchived = z.looseObject(locationEvent('location.archived')).meta({ id: 'LocationArchived' });
const reservation = snapshotOf(reservationRecord, ['warehouse_id', 'warehouse'])
  .meta({ id: 'ReservationSnapshot' })
  .describe('The reservation after the change.');
const reservationEvent = <Type extends string>(type: Type) => ({ ...envelope(type), sequence, data: reservation });
/** The time of a reservation is over: its units are free. */
export const reservationExpired = z.looseObject(reservationEvent('reservation.expired')).meta({ id: 'ReservationExpired' });
/** A reservation was released by a request: its units are free. */
export const reservationReleased = z.looseObject(reservationEvent('reservation.released')).meta({ id: 'ReservationReleased' });
const orderEvent = <Type extends string>(type: Type, schemaId: string) =>
  z.looseObject({ ...envelope(type), sequence, data: order }).meta({ id: schemaId });
/** An order was created. */
export const orderCreated = orderEvent('order.created', 'OrderCreated');
/** The allocation, note, metadata, address, tracking, pending step or refusal of an order changed. Events of earlier releases do not name what. */
export const orderUpdated = z
  .looseObject({
    ...envelope('order.updated'),
    sequence,
    data: order,
    changed: z
      .array(z.string())
      .optional()
      .describe('Changed fields of the order, such as `lines` and `allocation`, `note`, `ship_to` or `packages`.'),
  })
  .meta({ id: 'OrderUpdated' });
/** An order was packed. */
export const orderPacked = orderEvent('order.packed', 'OrderPacked');
/** An order was shipped, its stock decremented. */
export const orderShipped = orderEvent('order.shipped', 'OrderShipped');
/** An order was cancelled, what it held is free again. */
export const orderCancelled = orderEvent('order.cancelled', 'OrderCancelled');
/** A scan was recorded. */
export const scanCompleted = z.looseObject({ ...envelope('scan.completed'), data: scan }).meta({ id: 'ScanCompleted' });
/** The movement of an applied scan was posted. */
export const scanApplied = z.looseObject({ ...envelope('scan.applied'), data: scan }).meta({ id: 'ScanApplied' });
/** The movement of an applied scan was refused; `refusal` says why. */
export const scanRefused = z.looseObject({ ...envelope('scan.refused'), data: scan }).meta({ id: 'ScanRefused' });

/** Every type of event, in the order of the catalogue: its schema, the topic that it goes on, and when it is emitted. */
export const EVENTS = {
  'inventory.updated': {
    schema: inventoryUpdated,
    topic: TOPICS.inventoryEvents,
    meaning:
      'A quantity of a SKU changed: on hand, allocated, reserved, or at a location; or units were booked that a count had found already. One event per command and SKU, whatever the number of lines; items of one batch that change a SKU together for one reason are one event (`versions`). Creating a SKU emits one too.',
  },
  'inventory.low_stock': {
    schema: inventoryLowStock,
    topic: TOPICS.inventoryEvents,
    meaning: 'A SKU fell below its reorder point. Emitted once until it has recovered.',
  },
  'inventory.out_of_stock': {
    schema: inventoryOutOfStock,
    topic: TOPICS.inventoryEvents,
    meaning: 'The last available unit of a SKU was taken or allocated. Emitted once until units are available again.',
  },
  'sku.updated': {
    schema: skuUpdated,
    topic: TOPICS.inventoryEvents,
    meaning:
      'A SKU was renamed, archived, restored or given another home, reorder point, safety stock, barcode or other detail, or other settings for a warehouse.',
  },
  'location.created': {
    schema: locationCreated,
    topic: TOPICS.inventoryEvents,
    meaning: 'A location was created, by a request or by its first use.',
  },
  'location.updated': {
    schema: locationUpdated,
    topic: TOPICS.inventoryEvents,
    meaning: 'A location was renamed, restored or got other settings, or a location above it got another code.',
  },
  'location.archived': {
    schema: locationArchived,
    topic: TOPICS.inventoryEvents,
    meaning: 'A location was archived, by itself or with one above it.',
  },
  'reservation.expired': {
    schema: reservationExpired,
    topic: TOPICS.inventoryEvents,
    meaning:
      'The time of a reservation is over, and its units are free again. When one is created, changed or converted, only `inventory.updated` of its SKUs is emitted.',
  },
  'reservation.released': {
    schema: reservationReleased,
    topic: TOPICS.inventoryEvents,
    meaning: 'A reservation was released by a request, and its units are free again.',
  },
  'order.created': {
    schema: orderCreated,
    topic: TOPICS.ordersEvents,
    meaning: 'An order was created.',
  },
  'order.updated': {
    schema: orderUpdated,
    topic: TOPICS.ordersEvents,
    meaning:
      'The allocation, note, metadata, address or tracking of an order changed, or a step was answered with 202 or refused after that; `changed` names which fields.',
  },
  'order.packed': {
    schema: orderPacked,
    topic: TOPICS.ordersEvents,
    meaning: 'An order was packed.',
  },
  'order.shipped': {
    schema: orderShipped,
    topic: TOPICS.ordersEvents,
    meaning: 'An order was shipped and its stock decremented.',
  },
  'order.cancelled': {
    schema: orderCancelled,
    topic: TOPICS.ordersEvents,
    meaning: 'An order was cancelled and its allocation released.',
  },
  'fulfilment.created': {
    schema: fulfilmentCreated,
    topic: TOPICS.ordersEvents,
    meaning: 'A part of an order was planned, to be packed and shipped together.',
  },
  'fulfilment.updated': {
    schema: fulfilmentUpdated,
    topic: TOPICS.ordersEvents,
    meaning:
      'Tracking, delivery, note or allocation of a fulfilment changed, or a step of it was answered with 202 or refused after that; `changed` names which fields.',
  },
  'fulfilment.packed': {
    schema: fulfilmentPacked,
    topic: TOPICS.ordersEvents,
    meaning: 'A fulfilment was packed.',
  },
  'fulfilment.unpacked': {
    schema: fulfilmentUnpacked,
    topic: TOPICS.ordersEvents,
    meaning: 'A packed fulfilment was unpacked; its units stay allocated.',
  },
  'fulfilment.shipped': {
    schema: fulfilmentShipped,
    topic: TOPICS.ordersEvents,
    meaning:
      'A fulfilment was shipped and its stock decremented. `order.shipped` follows once nothing of the order is open any more.',
  },
  'fulfilment.cancelled': {
    schema: fulfilmentCancelled,
    topic: TOPICS.ordersEvents,
    meaning: 'A fulfilment was cancelled; its units are back in the order, or free if the order was cancelled with it.',
  },
  'return.created': {
    schema: returnCreated,
    topic: TOPICS.ordersEvents,
    meaning: 'A return was requested, or created as approved.',
  },
  'return.updated': {
    schema: returnUpdated,
    topic: TOPICS.ordersEvents,
    meaning:
      'A return was approved or rejected, a disposition of its units was decided, or a step of it was answered with 202 or refused after that; `changed` names which fields.',
  },
  'return.received': {
    schema: returnReceived,
    topic: TOPICS.ordersEvents,
    meaning: 'Units of a return were received, or reported as missing.',
  },
  'return.closed': {
    schema: returnClosed,
    topic: TOPICS.ordersEvents,
    meaning: 'A return was closed: none of its units is expected any more.',
  },
  'return.cancelled': {
    schema: returnCancelled,
    topic: TOPICS.ordersEvents,
    meaning: 'A return was cancelled before units came.',
  },
  'scan.completed': {
    schema: scanCompleted,
    topic: TOPICS.scansEvents,
    meaning: 'A scan was recorded. The volume is high: subscribe only if you need it.',
  },
  'scan.applied': {
    schema: scanApplied,
    topic: TOPICS.scansEvents,
    meaning:
      'The movement of stock that a scan asked for (`apply: true`) was posted. It follows the `scan.completed` of the scan.',
  },
  'scan.refused': {
    schema: scanRefused,
    topic: TOPICS.scansEvents,
    meaning:
      'The movement of stock that a scan asked for (`apply: true`) was refused; `data.refusal` says why. It follows the `scan.completed` of the scan.',
  },
} as const satisfies Readonly<Record<string, { schema: z.ZodType; topic: (typeof EVENT_TOPICS)[number]; meaning: string }>>;
export type EventType = keyof typeof EVENTS;

/** Every type of event, in the order of the catalogue. */
export const EVENT_TYPES = namesOf(EVENTS);

const [first, ...others] = Object.values(EVENTS).map(({ schema }) => schema);
/** Any event that is known, as it stands on its topic, is delivered and is read in the feed. */
export const domainEvent = z.discriminatedUnion('type', [first ?? inventoryUpdated, ...others]);
export type DomainEvent = z.output<typeof domainEvent>;

/** Fields of every event, also of types of later versions: enough to store and to forward it. */
export const eventEnvelope = z.looseObject({
  ...envelope(''),
  type: z
    .string()
    .regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/)
    .describe('Type of the event.'),
  sequence: sequence.optional(),
});
export type EventEnvelope = z.output<typeof eventEnvelope>;

/**
 * The names of a table that is written out in the code, in its order.
 *
 * @param table with one row at least.
 */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly [Name, ...Name[]] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A literal has the keys that its type names, and no others.
  return Object.keys(table) as [Name, ...Name[]];
}
