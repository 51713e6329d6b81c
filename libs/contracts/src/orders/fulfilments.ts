import { z } from 'zod';
import {
  bodyList,
  clientTimestamp,
  comparedFilter,
  comparedText,
  createdAt,
  id,
  listQuery,
  locationByIdOrPath,
  pageOf,
  quantity,
  recordId,
  recordVersion,
  severalOf,
  skuCode,
  text,
  timestamp,
  updatedAt,
} from '../fields.ts';
import { clearableField, optionalField, readOnlyField } from '../optional-fields.ts';
import {
  CARRIER,
  FULFILMENT_STATUSES,
  fulfilmentProgress,
  fulfilmentStatus,
  orderPackage,
  orderStatus,
  PACKAGES,
  recordedPackage,
  TRACKING_NUMBER,
  TRACKING_URL,
  trackingUrl,
} from '../orders.ts';
import { notPersonal, personal } from './personal-text.ts';

/** The steps of a fulfilment that may wait for inventory. */
export const FULFILMENT_STEPS = ['fulfil', 'pack', 'unpack', 'ship', 'cancel'] as const;

/** The ways of units of a fulfilment that are not packed: they are in the order again, there or in other warehouses, or dropped from it. */
export const SHORT = ['backorder', 'cancel', 'reallocate'] as const;
export type Short = (typeof SHORT)[number];

/** Fulfilments of an order, at most. */
export const MAX_FULFILMENTS = 50;
/** Lines over all fulfilments of an order, at most. */
export const MAX_FULFILMENT_LINES = 1_000;

const lineUnits = z
  .strictObject({
    line_id: id('lin').describe('A line of the order.'),
    quantity: z.int().min(1).max(1_000_000).describe('Units, an integer.'),
  })
  .meta({ id: 'LineUnits' });

const unitsOfLines = (max: number) => bodyList(z.array(lineUnits).min(1), max);
const reason = optionalField(comparedText(500).describe('Reason given by the caller.'));

/** A part of an order that is packed and shipped together. */
export const createFulfilmentBody = z
  .strictObject({
    lines: optionalField(
      unitsOfLines(200).describe('Units of lines, each line once. Default: all that is allocated and in no other fulfilment.'),
    ),
    warehouse: optionalField(
      locationByIdOrPath.describe(
        'Id or code of the warehouse that the units are held in; without `lines` it is all that is allocated there and in no other fulfilment. Default: the one that holds them all.',
      ),
    ),
    external_id: optionalField(comparedText(200).describe("The fulfilment's id in another system; unique among fulfilments.")),
    note: optionalField(text(1, 2_000).describe('Free text.')),
  })
  .meta({ id: 'FulfilmentCreate', examples: [{ lines: [{ line_id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', quantity: 2 }] }] });
export type CreateFulfilmentBody = z.output<typeof createFulfilmentBody>;

const packageWithContents = orderPackage
  .extend({ lines: optionalField(unitsOfLines(200).describe('What is in the parcel.')) })
  .meta({ id: 'FulfilmentPackage' });

/** Parcels of a fulfilment with their contents, and what is packed of it. */
export const packFulfilmentBody = z
  .strictObject({
    packages: optionalField(
      bodyList(z.array(packageWithContents), 100).describe(
        'The parcels, at most 100. If one has `lines`, the contents of all parcels together are packed.',
      ),
    ),
    lines: optionalField(
      unitsOfLines(200).describe('What is packed, where it is less than the fulfilment plans; `short` is required then.'),
    ),
    short: optionalField(
      z.enum(SHORT).describe(
        'What becomes of units that are not packed: `backorder` puts them back into the order, `cancel` drops them from it, \
`reallocate` puts them back and holds them in other warehouses, as far as the order may be shipped from those and they have units free.',
      ),
    ),
  })
  .meta({ id: 'FulfilmentPack', examples: [{ packages: [{ weight_g: 850 }] }] });
export type PackFulfilmentBody = z.output<typeof packFulfilmentBody>;

/** Carrier and tracking of a fulfilment, and the places that its units are taken from. */
export const shipFulfilmentBody = z
  .strictObject({
    carrier: optionalField(comparedText(100).describe(CARRIER)),
    tracking_number: optionalField(comparedText(100).describe(TRACKING_NUMBER)),
    tracking_url: optionalField(trackingUrl.describe(TRACKING_URL)),
    from: optionalField(
      bodyList(
        z
          .array(
            z
              .strictObject({
                line_id: lineUnits.shape.line_id,
                location: locationByIdOrPath.describe('Id or path of the location that the units are taken from.'),
                quantity: lineUnits.shape.quantity,
              })
              .meta({ id: 'TakenFrom' }),
          )
          .min(1),
        1_000,
      ).describe(
        'The locations that units are taken from: for each line that is named, all its units. Default: the home location, then the fullest others.',
      ),
    ),
  })
  .meta({ id: 'FulfilmentShip', examples: [{ carrier: 'DHL', tracking_number: '00340434161094042557' }] });
export type ShipFulfilmentBody = z.output<typeof shipFulfilmentBody>;

/** Drops what is in no fulfilment from an order. */
export const closeOrderBody = z
  .strictObject({
    reason,
    lines: optionalField(unitsOfLines(200).describe('Units of lines, each line once. Default: all that is in no fulfilment.')),
  })
  .meta({ id: 'OrderClose', examples: [{ reason: 'the rest is no longer made' }] });
export type CloseOrderBody = z.output<typeof closeOrderBody>;

/** Holds units of an order that are in no fulfilment in other warehouses. */
export const reassignOrderBody = z
  .strictObject({
    lines: bodyList(
      z
        .array(
          z
            .strictObject({
              line_id: lineUnits.shape.line_id,
              quantity: lineUnits.shape.quantity,
              from: optionalField(
                locationByIdOrPath.describe(
                  'Id or code of the warehouse that holds the units now. Default: those that hold most of the line first.',
                ),
              ),
              to: locationByIdOrPath.describe('Id or code of the warehouse that is to hold them.'),
            })
            .meta({ id: 'LineReassign' }),
        )
        .min(1),
      200,
    ).describe('Units of lines; a line may be named more than once.'),
  })
  .meta({
    id: 'OrderReassign',
    examples: [{ lines: [{ line_id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', quantity: 2, to: 'W2' }] }],
  });
export type ReassignOrderBody = z.output<typeof reassignOrderBody>;

/** A part of an order as every answer and event shows it. */
export const fulfilmentRecord = z
  .strictObject({
    id: recordId('ful'),
    order_id: recordId('ord'),
    external_id: notPersonal(
      z.string().nullable().describe("The fulfilment's id in another system, 1 to 200 characters, unique."),
    ),
    status: fulfilmentStatus.describe('`open` until it is packed; shipped and cancelled fulfilments are final.'),
    lines: z
      .array(
        z
          .strictObject({
            line_id: recordId('lin'),
            sku: skuCode,
            name: notPersonal(z.string().nullable().describe("The SKU's name when the order was created.")),
            quantity: quantity.describe('Units of the line in this fulfilment.'),
            allocated: quantity.describe('Units of them that are allocated; 0 once it is shipped or cancelled.'),
          })
          .meta({ id: 'FulfilmentLine' }),
      )
      .describe('Units of lines of the order.'),
    warehouse_id: recordId('loc')
      .nullable()
      .describe('The warehouse that the units are held in, or were shipped from; null if they are not held by warehouse.'),
    warehouse: notPersonal(z.string().nullable().describe("The warehouse's code; null where `warehouse_id` is.")),
    packages: z
      .array(
        recordedPackage
          .extend({ lines: z.array(lineUnits).optional().describe('What is in the parcel, where that was said.') })
          .meta({ id: 'FulfilmentPackage' }),
      )
      .describe(PACKAGES),
    carrier: notPersonal(z.string().nullable().describe(CARRIER)),
    tracking_number: notPersonal(z.string().nullable().describe(TRACKING_NUMBER)),
    tracking_url: notPersonal(z.string().nullable().describe(TRACKING_URL)),
    note: personal(z.string().nullable().describe('Free text.')),
    cancel_reason: notPersonal(z.string().nullable().describe('Reason given with the cancellation; null without one.')),
    pending_transition: z
      .enum(FULFILMENT_STEPS)
      .nullable()
      .describe('A step that was answered with 202 and waits for the answer of inventory; `fulfil` is its creation.'),
    version: recordVersion,
    created_at: createdAt,
    packed_at: timestamp.nullable().describe('Time of packing, RFC 3339 in UTC with milliseconds; null unless packed.'),
    shipped_at: timestamp.nullable().describe('Time of shipping, RFC 3339 in UTC with milliseconds; null before.'),
    delivered_at: timestamp
      .nullable()
      .describe('Time of delivery as it was reported, RFC 3339 in UTC with milliseconds; null before.'),
    cancelled_at: timestamp
      .nullable()
      .describe('Time of cancellation, RFC 3339 in UTC with milliseconds; null unless cancelled.'),
    updated_at: updatedAt,
  })
  .meta({ id: 'Fulfilment' });
export type FulfilmentRecord = z.output<typeof fulfilmentRecord>;

/** The order of a fulfilment, as its events show it. */
export const orderOfFulfilment = z
  .strictObject({
    id: recordId('ord'),
    external_id: z.string().nullable().describe("The order's id in the external system."),
    status: orderStatus.describe('Status of the order.'),
    fulfilment: fulfilmentProgress.describe('How much of the order is shipped.'),
    version: recordVersion,
  })
  .meta({ id: 'OrderOfFulfilment' });

const readOnly = {
  id: readOnlyField,
  order_id: readOnlyField,
  external_id: readOnlyField,
  status: readOnlyField,
  lines: readOnlyField,
  warehouse_id: readOnlyField,
  warehouse: readOnlyField,
  cancel_reason: readOnlyField,
  pending_transition: readOnlyField,
  version: readOnlyField,
  created_at: readOnlyField,
  packed_at: readOnlyField,
  shipped_at: readOnlyField,
  cancelled_at: readOnlyField,
  updated_at: readOnlyField,
};

/** The read-only fields of a fulfilment. */
export const READ_ONLY_FULFILMENT_FIELDS: readonly string[] = Object.keys(readOnly);

/** Changes of a fulfilment; an omitted field stays, null clears it. */
export const updateFulfilmentBody = z
  .strictObject({
    carrier: clearableField(comparedText(100).describe('Carrier of the parcels; null clears it.')),
    tracking_number: clearableField(comparedText(100).describe("The carrier's tracking number; null clears it.")),
    tracking_url: clearableField(trackingUrl.describe('Tracking page: http or https; null clears it.')),
    note: clearableField(text(1, 2_000).describe('Free text; null clears it.')),
    delivered_at: clearableField(clientTimestamp.describe('Time of delivery, of a shipped fulfilment; null clears it.')),
    packages: optionalField(
      bodyList(
        z.array(
          z
            .strictObject({
              tracking: clearableField(comparedText(100).describe('Tracking number of this parcel; null clears it.')),
              weight_g: readOnlyField,
              length_mm: readOnlyField,
              width_mm: readOnlyField,
              height_mm: readOnlyField,
              lines: readOnlyField,
            })
            .meta({ id: 'FulfilmentPackageUpdate' }),
        ),
        100,
      ).describe('One entry for each parcel, in the order of `packages`; what else a parcel has is accepted where it equals it.'),
    ),
    ...readOnly,
  })
  .meta({ id: 'FulfilmentUpdate', examples: [{ tracking_number: '00340434161094042557' }] });
export type UpdateFulfilmentBody = z.output<typeof updateFulfilmentBody>;

/** Query parameters of `GET /fulfilments`. */
export const listFulfilmentsQuery = z.strictObject({
  ...listQuery,
  status: severalOf(FULFILMENT_STATUSES).optional().describe('Statuses. Default: all.'),
  order_id: id('ord').optional().describe('Fulfilments of this order.'),
  carrier: comparedFilter(100).optional().describe('Fulfilments with this carrier.'),
  external_id: comparedFilter(200).optional().describe("The fulfilment's id in another system."),
  warehouse: id('loc')
    .optional()
    .describe(
      'Id of the warehouse that the units are held in, or were shipped from, which `GET /locations?path=` finds by its code.',
    ),
});
export type ListFulfilmentsQuery = z.output<typeof listFulfilmentsQuery>;

/** A page of fulfilments. */
export const fulfilmentPage = pageOf(fulfilmentRecord).meta({ id: 'FulfilmentPage' });
