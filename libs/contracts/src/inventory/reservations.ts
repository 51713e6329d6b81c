import { z } from 'zod';
import { countryCode } from '../countries.ts';
import {
  bodyList,
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
  timestamp,
  updatedAt,
} from '../fields.ts';
import { defaultedField, optionalField, passingField, readOnlyField } from '../optional-fields.ts';
import { MAX_SHIP_FROM } from '../stock/stock-messages.ts';
import { allocationSplit } from './allocation-rules.ts';
import { MAX_SHOWN_WAREHOUSES } from './skus.ts';

/** Every state of a reservation; the last three are final. */
export const RESERVATION_STATUSES = ['active', 'converted', 'released', 'expired'] as const;
/** The state of a reservation. */
export const reservationStatus = z.enum(RESERVATION_STATUSES);
export type ReservationStatus = z.output<typeof reservationStatus>;

/** Lines of a reservation, at most. */
export const MAX_RESERVATION_LINES = 100;
/** Active reservations of one SKU, at most. */
export const MAX_RESERVATIONS_OF_SKU = 1_000;
/** Days for which a reservation that has ended can be read. */
export const ENDED_RESERVATION_DAYS = 30;
/** Lines of a quote, at most. */
export const MAX_QUOTE_LINES = 200;

const units = z.int().min(1).max(1_000_000).describe('Units, an integer.');
const EXTERNAL_ID = "The reservation's id in another system, such as that of a cart, 1 to 200 characters.";

const expiresIn = z.int().min(30).max(86_400).describe('Seconds from now until the reservation expires, 30 to 86 400.');

const lines = bodyList(
  z.array(z.strictObject({ sku: skuCode, quantity: units, reserved: passingField }).meta({ id: 'ReservationLineCreate' })).min(1),
  MAX_RESERVATION_LINES,
).describe('One SKU with its units each; a SKU stands in one line only.');

/** Units to keep for a time, of 1 to 100 SKUs. */
export const createReservationBody = z
  .strictObject({
    lines,
    expires_in: expiresIn,
    external_id: optionalField(
      comparedText(200).describe(`${EXTERNAL_ID} Unique among reservations that are active or converted.`),
    ),
    partial: defaultedField(
      z
        .boolean()
        .default(false)
        .describe('false: all lines are reserved whole, or the request is refused. true: of each line what is available.'),
    ),
    warehouse: optionalField(
      locationByIdOrPath.describe(
        'The one warehouse to keep the units in, by id or code. Default: null, they are kept wherever they lie.',
      ),
    ),
  })
  .meta({
    id: 'ReservationCreate',
    examples: [
      { lines: [{ sku: 'MUG-01', quantity: 2 }], expires_in: 600, external_id: 'cart-4711' },
      { lines: [{ sku: 'MUG-01', quantity: 2 }], expires_in: 600, warehouse: 'MAIN' },
    ],
  });
export type CreateReservationBody = z.output<typeof createReservationBody>;

/** A line of a reservation. */
export const reservationLine = z
  .strictObject({
    sku: skuCode,
    quantity: quantity.describe('Units that were asked for.'),
    reserved: quantity.describe('Units that are kept; 0 once the reservation has ended.'),
  })
  .meta({ id: 'ReservationLine' });

/** A reservation as every answer and event shows it: `reserved` of a SKU is the sum over active ones. */
export const reservationRecord = z
  .strictObject({
    id: recordId('rsv'),
    external_id: z.string().nullable().describe(`${EXTERNAL_ID} Null for none.`),
    status: reservationStatus.describe(
      '`active` until it is `converted` into an order, `released` by a request, or `expired`. An active one whose time is over keeps no units; it is shown as `expired` about a second later.',
    ),
    lines: z.array(reservationLine).describe('One SKU with its units each.'),
    partial: z.boolean().describe('Whether lines may be reserved in part.'),
    warehouse_id: id('loc')
      .nullable()
      .describe('The one warehouse that its units are kept in; null where they are kept wherever they lie.'),
    warehouse: z
      .string()
      .nullable()
      .describe('Code that this warehouse had when units were reserved in it: `MAIN`. Null for none.'),
    expires_at: timestamp.describe('Time at which an active one expires, RFC 3339 in UTC with milliseconds.'),
    order_id: recordId('ord').nullable().describe('The order that it was converted into; null for none.'),
    version: recordVersion,
    created_at: createdAt,
    updated_at: updatedAt,
    ended_at: timestamp
      .nullable()
      .describe('Time of conversion, release or expiry, RFC 3339 in UTC with milliseconds; null while active.'),
  })
  .meta({ id: 'Reservation' });
export type ReservationRecord = z.output<typeof reservationRecord>;

/** Fields of a reservation that a change of it may repeat as they are. */
const readOnly = {
  id: readOnlyField,
  external_id: readOnlyField,
  status: readOnlyField,
  partial: readOnlyField,
  warehouse_id: readOnlyField,
  warehouse: readOnlyField,
  expires_at: readOnlyField,
  order_id: readOnlyField,
  version: readOnlyField,
  created_at: readOnlyField,
  updated_at: readOnlyField,
  ended_at: readOnlyField,
};

/** The read-only fields of a reservation. */
export const READ_ONLY_RESERVATION_FIELDS: readonly string[] = Object.keys(readOnly);

/** A change of an active reservation; an omitted field stays. */
export const updateReservationBody = z
  .strictObject({
    expires_in: optionalField(expiresIn),
    lines: optionalField(lines),
    ...readOnly,
  })
  .meta({ id: 'ReservationUpdate', examples: [{ expires_in: 600 }] });
export type UpdateReservationBody = z.output<typeof updateReservationBody>;

/** Query parameters of `GET /reservations`. */
export const listReservationsQuery = z.strictObject({
  ...listQuery,
  status: severalOf(RESERVATION_STATUSES).optional().describe('Statuses. Default: all.'),
  sku: skuCode.optional().describe('Reservations with a line of this SKU.'),
  external_id: comparedFilter(200).optional().describe("The reservation's id in the system it comes from."),
  warehouse: locationByIdOrPath.optional().describe('Reservations that keep their units in this warehouse, by id or code.'),
});
export type ListReservationsQuery = z.output<typeof listReservationsQuery>;

/** A page of reservations. */
export const reservationPage = pageOf(reservationRecord).meta({ id: 'ReservationPage' });

/** The lines of a cart, to learn what could be ordered of them. */
export const quoteAvailabilityBody = z
  .strictObject({
    lines: bodyList(
      z.array(z.strictObject({ sku: skuCode, quantity: units }).meta({ id: 'QuoteLine' })).min(1),
      MAX_QUOTE_LINES,
    ).describe('One SKU with its units each.'),
    ship_from: optionalField(
      bodyList(z.array(locationByIdOrPath).min(1), MAX_SHIP_FROM).describe(
        'Warehouses that it may be shipped from, by id or code. Default: all. An archived one ships nothing.',
      ),
    ),
    ship_to_country: optionalField(
      countryCode.describe('Country that it is shipped to: warehouses that do not ship there are left out. ISO 3166-1 alpha-2.'),
    ),
    split: optionalField(allocationSplit.describe('How it may be split over warehouses. Default: as the rules say.')),
  })
  .meta({
    id: 'AvailabilityRequest',
    examples: [
      { lines: [{ sku: 'MUG-01', quantity: 2 }] },
      { lines: [{ sku: 'MUG-01', quantity: 2 }], ship_from: ['MAIN'], ship_to_country: 'DE', split: 'never' },
    ],
  });
export type QuoteAvailabilityBody = z.output<typeof quoteAvailabilityBody>;

/** Units that could be ordered at the moment of the answer. */
export const availabilityQuote = z
  .strictObject({
    lines: z
      .array(
        z
          .strictObject({
            sku: skuCode,
            requested: quantity.describe('Units of the line.'),
            available: quantity.describe(
              'Units of the SKU that could be ordered, less those of earlier lines of the same SKU. Where units come from warehouses: those that warehouses which may ship it can give under the split.',
            ),
            warehouses: z
              .array(
                z
                  .strictObject({
                    warehouse_id: id('loc').describe('Warehouse by id.'),
                    warehouse: z.string().describe('Code of the warehouse: `MAIN`.'),
                    available: quantity.describe('Units there that could be ordered, less those of earlier lines.'),
                    planned: quantity
                      .nullable()
                      .describe('Units that an order would hold there; null where it would hold them wherever they lie.'),
                  })
                  .meta({ id: 'AvailabilityInWarehouse' }),
              )
              .max(MAX_SHOWN_WAREHOUSES)
              .describe(
                `Warehouses that have available units and may ship it, in the order in which they are chosen; in that of their creation where none is. The first ${MAX_SHOWN_WAREHOUSES}.`,
              ),
          })
          .meta({ id: 'AvailabilityLine' }),
      )
      .describe('In the order of the request.'),
    complete: z.boolean().describe('Whether every line could be ordered whole, all of them together.'),
    as_of: timestamp.describe('Time of the answer, RFC 3339 in UTC with milliseconds.'),
  })
  .meta({
    id: 'Availability',
    examples: [
      {
        lines: [
          {
            sku: 'MUG-01',
            requested: 2,
            available: 98,
            warehouses: [{ warehouse_id: 'loc_01KAJ6Q8Y4ZT5R2W9XBMMA1N01', warehouse: 'MAIN', available: 98, planned: 2 }],
          },
        ],
        complete: true,
        as_of: '2026-11-21T09:05:12.411Z',
      },
    ],
  });
export type AvailabilityQuote = z.output<typeof availabilityQuote>;
