import { z } from 'zod';
import { address, recordedAddress } from './addresses.ts';
import { gained } from './events/gained-fields.ts';
import { clearableField, optionalField, readOnlyField } from './optional-fields.ts';
import { orderHold } from './orders/holds.ts';
import type { Permission } from './permissions.ts';
import { problemItem } from './problem.ts';
import {
  bodyList,
  comparedText,
  createdAt,
  id,
  metadata,
  recordId,
  recordVersion,
  storedText,
  text,
  timestamp,
  updatedAt,
  utcTimestamp,
} from './fields.ts';
import { erasedAddress, notPersonal, personal } from './orders/personal-text.ts';
import { newOrderLine, orderLine } from './orders/order-lines.ts';
import { returnStatus } from './orders/return-words.ts';
import { recordedSourcing, shipFrom, split } from './orders/sourcing.ts';

/** Every state of an order, in the order of its life. */
export const ORDER_STATUSES = ['pending', 'created', 'packed', 'shipped', 'cancelled', 'rejected'] as const;
/** The state of an order. */
export const orderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.output<typeof orderStatus>;

/**
 * The steps of an order, of its fulfilments and of its returns that inventory has a word in: `fulfil` creates a fulfilment, `close` drops
 * what is in none, or ends a return; `return` creates a return; `edit` changes lines or rank, `hold` and `release_hold` are of holds that
 * give units back; `reassign` holds units in other warehouses.
 */
export const TRANSITIONS = [
  'create',
  'pack',
  'ship',
  'cancel',
  'fulfil',
  'unpack',
  'close',
  'edit',
  'hold',
  'release_hold',
  'reassign',
  'return',
  'approve',
  'receive',
  'dispose',
] as const;
/** A step of an order. */
export const transition = z.enum(TRANSITIONS);
export type Transition = z.output<typeof transition>;

/** How much of what an order asks for is held for it: all, some, nothing. */
export const ALLOCATIONS = ['allocated', 'partial', 'backordered'] as const;
/** How much of what an order asks for is held for it. */
export const allocation = z.enum(ALLOCATIONS);
export type Allocation = z.output<typeof allocation>;

/** How much of an order has been shipped: nothing, a part, all that was not cancelled. */
export const FULFILMENT_PROGRESS = ['none', 'partial', 'complete'] as const;
/** How much of an order has been shipped. */
export const fulfilmentProgress = z.enum(FULFILMENT_PROGRESS);
export type FulfilmentProgress = z.output<typeof fulfilmentProgress>;

/** Every state of a fulfilment, in the order of its life; shipped and cancelled ones stay as they are. */
export const FULFILMENT_STATUSES = ['open', 'packed', 'shipped', 'cancelled'] as const;
/** The state of a fulfilment. */
export const fulfilmentStatus = z.enum(FULFILMENT_STATUSES);
export type FulfilmentStatus = z.output<typeof fulfilmentStatus>;

const priority = z.int().min(0).max(9);
const PRIORITY = '0 to 9: backorders of the highest are filled first. Default: 5.';
const SHIP_BY =
  'Time by which it is to be shipped: of one priority, backorders of the earliest are filled first, those without it last.';
/** The page on which a parcel is tracked: http or https, at most 2,000 characters without white space. */
export const trackingUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((url) => !/\s/.test(url), 'a URL without white space');

const packageOf = (tracking: z.ZodString) =>
  z
    .strictObject({
      weight_g: z.int().min(0).max(10_000_000).describe('Weight in grams.').optional(),
      length_mm: z.int().min(0).max(100_000).describe('Length in millimetres.').optional(),
      width_mm: z.int().min(0).max(100_000).describe('Width in millimetres.').optional(),
      height_mm: z.int().min(0).max(100_000).describe('Height in millimetres.').optional(),
      tracking: notPersonal(tracking.describe('Tracking number of this parcel, 1 to 100 characters.').optional()),
    })
    .meta({ id: 'Package' });

const { shape: ofPackage } = packageOf(comparedText(100));

/** Meanings of the fields of parcels and their carrier. */
export const PACKAGES = 'The parcels, at most 100.';
/** Meaning of the field `carrier`. */
export const CARRIER = 'Carrier of the parcels, 1 to 100 characters.';
/** Meaning of the field `tracking_number`. */
export const TRACKING_NUMBER = "The carrier's tracking number, 1 to 100 characters.";
/** Meaning of the field `tracking_url`. */
export const TRACKING_URL = 'Tracking page: http or https, at most 2 000 characters.';

/** One parcel; lengths in millimetres, weight in grams. */
export const orderPackage = z
  .strictObject({
    weight_g: optionalField(ofPackage.weight_g.unwrap()),
    length_mm: optionalField(ofPackage.length_mm.unwrap()),
    width_mm: optionalField(ofPackage.width_mm.unwrap()),
    height_mm: optionalField(ofPackage.height_mm.unwrap()),
    tracking: optionalField(ofPackage.tracking.unwrap()),
  })
  .meta({ id: 'Package' });

/** A new order of 1 to 200 lines. */
export const createOrderBody = z
  .strictObject({
    external_id: optionalField(comparedText(200).describe("The order's id in the system it comes from; unique.")),
    replaces: optionalField(
      id('ord').describe(
        'A cancelled order whose `external_id` this one takes over; `external_id` is left out, or is that of the other.',
      ),
    ),
    lines: bodyList(z.array(newOrderLine).min(1), 200).describe('One SKU with its units each.'),
    exchange_for: optionalField(
      id('ret').describe('The return that this order is in exchange for. It is allocated like any other order.'),
    ),
    ship_to: optionalField(address.describe('Delivery address.')),
    note: optionalField(text(1, 2_000).describe('Free text.')),
    metadata: optionalField(metadata.describe('Up to 50 pairs of your own: names of 1 to 40 characters, values of at most 500.')),
    priority: optionalField(priority.describe(PRIORITY)),
    ship_by: optionalField(utcTimestamp.describe(SHIP_BY)),
    ship_from: optionalField(shipFrom),
    split: optionalField(split),
    allow_backorder: optionalField(
      z
        .boolean()
        .describe(
          'false: the order is refused with 409 `insufficient_stock` if a line of it cannot be allocated whole. Default: true, the rest is a backorder.',
        ),
    ),
    reservation_id: optionalField(
      id('rsv').describe(
        'A reservation that becomes this order: its units go to the order, in the warehouse that they are reserved in, and units that the order does not need are free at once. 422 if it does not exist.',
      ),
    ),
    require_reservation: optionalField(
      z
        .boolean()
        .describe(
          'true: the order is refused with 409 `reservation_expired` if the reservation is not active any more. Default: false, the order is allocated as without a reservation.',
        ),
    ),
  })
  .meta({ id: 'OrderCreate', examples: [{ external_id: 'shop-1001', lines: [{ sku: 'MUG-01', quantity: 2 }] }] });
export type CreateOrderBody = z.output<typeof createOrderBody>;

/** The parcels of an order, if they are to be kept. */
export const packOrderBody = z
  .strictObject({ packages: optionalField(bodyList(z.array(orderPackage), 100).describe(PACKAGES)) })
  .meta({ id: 'OrderPack', examples: [{ packages: [{ weight_g: 850 }] }] });
export type PackOrderBody = z.output<typeof packOrderBody>;

/** Carrier and tracking of an order, if they are to be kept. */
export const shipOrderBody = z
  .strictObject({
    carrier: optionalField(comparedText(100).describe(CARRIER)),
    tracking_number: optionalField(comparedText(100).describe(TRACKING_NUMBER)),
    tracking_url: optionalField(trackingUrl.describe(TRACKING_URL)),
  })
  .meta({ id: 'OrderShip', examples: [{ carrier: 'DHL', tracking_number: '00340434161094042557' }] });
export type ShipOrderBody = z.output<typeof shipOrderBody>;

/** Why an order or fulfilment is cancelled, or a fulfilment unpacked, if that is to be kept. */
export const cancelOrderBody = z
  .strictObject({ reason: optionalField(comparedText(500).describe('Reason given by the caller.')) })
  .meta({ id: 'OrderCancel', examples: [{ reason: 'customer changed their mind' }] });
export type CancelOrderBody = z.output<typeof cancelOrderBody>;

/** Fields that steps and the service itself change. */
const readOnly = {
  id: readOnlyField,
  external_id: readOnlyField,
  status: readOnlyField,
  allocation: readOnlyField,
  allocation_reason: readOnlyField,
  ship_from: readOnlyField,
  split: readOnlyField,
  fulfilment: readOnlyField,
  fulfilments: readOnlyField,
  returns: readOnlyField,
  exchange_for: readOnlyField,
  lines: readOnlyField,
  holds: readOnlyField,
  cancel_reason: readOnlyField,
  pending_transition: readOnlyField,
  pending_fulfilment_id: readOnlyField,
  pending_return_id: readOnlyField,
  refusal: readOnlyField,
  version: readOnlyField,
  created_at: readOnlyField,
  packed_at: readOnlyField,
  shipped_at: readOnlyField,
  cancelled_at: readOnlyField,
  erased_at: readOnlyField,
  updated_at: readOnlyField,
};

/** The read-only fields of an order. */
export const READ_ONLY_ORDER_FIELDS: readonly string[] = Object.keys(readOnly);

const packageUpdate = z
  .strictObject({
    tracking: clearableField(comparedText(100).describe('Tracking number of this parcel; null clears it.')),
    weight_g: readOnlyField,
    length_mm: readOnlyField,
    width_mm: readOnlyField,
    height_mm: readOnlyField,
  })
  .meta({ id: 'PackageUpdate' });

/** Changes of an order; an omitted field stays, null clears it. */
export const updateOrderBody = z
  .strictObject({
    note: clearableField(text(1, 2_000).describe('Free text; null clears it.')),
    metadata: clearableField(metadata.describe('All metadata of the order, in place of the present; null clears it.')),
    priority: clearableField(priority.describe('0 to 9, of an open order; null makes it 5.')),
    ship_by: clearableField(utcTimestamp.describe('Time by which an open order is to be shipped; null clears it.')),
    ship_to: clearableField(address.describe('Delivery address, until the order is shipped; null clears it.')),
    carrier: clearableField(comparedText(100).describe('Carrier of the parcels; null clears it.')),
    tracking_number: clearableField(comparedText(100).describe("The carrier's tracking number; null clears it.")),
    tracking_url: clearableField(trackingUrl.describe('Tracking page: http or https; null clears it.')),
    packages: optionalField(
      bodyList(z.array(packageUpdate), 100).describe(
        'One entry for each parcel of a packed order, in the order of `packages`; weight and measures are accepted if they equal those of the parcel.',
      ),
    ),
    ...readOnly,
  })
  .meta({ id: 'OrderUpdate', examples: [{ note: 'Leave at the back door.', metadata: { gift: 'yes' } }] });
export type UpdateOrderBody = z.output<typeof updateOrderBody>;

/** The members of {@link updateOrderBody} by the permission that they need. */
export const ORDER_UPDATES = {
  'orders:create': ['note', 'metadata', 'ship_to', 'priority', 'ship_by'],
  'orders:fulfil': ['carrier', 'tracking_number', 'tracking_url', 'packages'],
} as const satisfies Partial<Record<Permission, readonly (keyof UpdateOrderBody)[]>>;

/** Why the last step of an order was refused. */
export const refusal = z
  .strictObject({
    transition: transition.describe('Step of the order.'),
    fulfilment_id: gained(
      recordId('ful').nullable().describe('The fulfilment that the step was about; null for one of the whole order.'),
    ),
    return_id: gained(recordId('ret').nullable().describe('The return that the step was about; null for any other step.')),
    code: notPersonal(z.string().describe('Code of the error catalogue.')),
    detail: notPersonal(z.string().describe('Explanation in one sentence.')),
    errors: notPersonal(z.array(problemItem).describe('Every offending line or field, with a JSON pointer into the request.')),
    at: timestamp.describe('Time of the refusal, RFC 3339 in UTC with milliseconds.'),
  })
  .meta({ id: 'Refusal' });

/** A fulfilment as its order names it; `GET /fulfilments/:id` has the rest of it. */
const fulfilmentOfOrder = z
  .strictObject({ id: recordId('ful'), status: fulfilmentStatus.describe('Its status.'), version: recordVersion })
  .meta({ id: 'FulfilmentOfOrder' });

/** A return as its order names it; `GET /returns/:id` has the rest of it. */
const returnOfOrder = z
  .strictObject({ id: recordId('ret'), status: returnStatus.describe('Its status.'), version: recordVersion })
  .meta({ id: 'ReturnOfOrder' });

/** A parcel as records show it. */
export const recordedPackage = packageOf(storedText(1, 100).meta({ pattern: comparedText(100).meta()?.['pattern'] }));

const withCountry = z.looseObject({ country: z.string() }).nullable();
const countryOf = (given: unknown) => withCountry.safeParse(given).data;

/** An order as every answer and event shows it. */
export const orderRecord = z
  .strictObject({
    id: recordId('ord'),
    external_id: notPersonal(
      z.string().nullable().describe("The order's id in the external system, 1 to 200 characters, unique."),
    ),
    status: orderStatus.describe(
      '`pending` until inventory has answered the create, then `created`, or `rejected` with its `refusal`.',
    ),
    allocation: allocation.describe(
      'How much of the order is allocated. A shipped or cancelled order keeps its last value, although nothing is held any more; ' +
        'a pending or rejected order is always `backordered`.',
    ),
    fulfilment: fulfilmentProgress.describe(
      '`none`: nothing is shipped; `partial`: some units are, and others may be; `complete`: nothing is open any more.',
    ),
    lines: z.array(orderLine).describe('One SKU with its units each.'),
    fulfilments: z
      .array(fulfilmentOfOrder)
      .describe(
        'The parts that the order is packed and shipped in. None if it is shipped as a whole: `pack` and `ship` of the order then create none, and `packages`, carrier and tracking are on the order.',
      ),
    priority: priority.describe(PRIORITY),
    ship_by: timestamp.nullable().describe(`${SHIP_BY} RFC 3339 in UTC with milliseconds.`),
    holds: z
      .array(orderHold)
      .describe('The reasons why the order may not be packed or shipped, until each is released or its time has come.'),
    ...recordedSourcing,
    returns: z.array(returnOfOrder).describe('The returns of the order, oldest first.'),
    exchange_for: recordId('ret').nullable().describe('The return that the order is in exchange for; null of any other order.'),
    ship_to: personal(recordedAddress.nullable().describe('Delivery address.'), (given) => erasedAddress(countryOf(given))),
    note: personal(z.string().nullable().describe('Free text.')),
    metadata: personal(z.record(z.string(), z.string()).describe('The metadata of the order.'), () => ({})),
    packages: z.array(recordedPackage).describe(PACKAGES),
    carrier: notPersonal(z.string().nullable().describe(CARRIER)),
    tracking_number: notPersonal(z.string().nullable().describe(TRACKING_NUMBER)),
    tracking_url: notPersonal(z.string().nullable().describe(TRACKING_URL)),
    cancel_reason: notPersonal(z.string().nullable().describe('Reason given with the cancellation; null without one.')),
    pending_transition: transition
      .nullable()
      .describe('A step that was answered with 202 and waits for the answer of inventory.'),
    pending_fulfilment_id: recordId('ful')
      .nullable()
      .describe('The fulfilment that `pending_transition` is about; null for a step of the whole order.'),
    pending_return_id: recordId('ret')
      .nullable()
      .describe('The return that `pending_transition` is about; null for any other step.'),
    refusal: refusal.nullable().describe('Refusal of the last step that was answered with 202; null once a step is accepted.'),
    version: recordVersion,
    created_at: createdAt,
    packed_at: timestamp.nullable().describe('Time of packing, RFC 3339 in UTC with milliseconds; null before.'),
    shipped_at: timestamp.nullable().describe('Time of shipping, RFC 3339 in UTC with milliseconds; null before.'),
    cancelled_at: timestamp
      .nullable()
      .describe('Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled.'),
    erased_at: timestamp
      .nullable()
      .describe("Time at which persons' data of the order was erased last, RFC 3339 in UTC with milliseconds; null before."),
    updated_at: updatedAt,
  })
  .meta({ id: 'Order' });
export type OrderRecord = z.output<typeof orderRecord>;
