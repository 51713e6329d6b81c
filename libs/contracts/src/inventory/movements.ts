import { LEDGER_REASONS } from '@fulfilment/kernel';
import { z } from 'zod';
import {
  clientTimestamp,
  id,
  listQuery,
  pageOf,
  locationByIdOrPath,
  quantity,
  recordId,
  skuCode,
  text,
  timestamp,
  asciiText,
} from '../fields.ts';

/** The reason for a movement, in the client's own words. */
export const movementReason = asciiText(/^[a-z0-9_]{1,64}$/, '1 to 64 of a-z, 0-9 and "_"');

/** Free text of a movement. */
export const movementNote = text(1, 1_000);

/** The record that something is about, or was caused by. */
export const reference = z
  .strictObject({
    type: z.string().describe('Kind of the record.'),
    id: z.string().describe('Id of the record.'),
    order_id: recordId('ord').optional().describe('The order, where the record is a part of one, such as a fulfilment.'),
  })
  .meta({ id: 'Reference' });

/** An entry of the ledger. Those of a SKU at a place add up to what lies there. */
export const movementRecord = z
  .strictObject({
    id: recordId('mov'),
    sku: skuCode,
    location_id: id('loc').describe('Location by id.'),
    location: z.string().describe('Present path of the location.'),
    location_path: z.string().describe('Present whole path of the location, from its warehouse down: `MAIN:A3/S2`.'),
    delta: z.int().describe('Units added to the location, or removed if negative.'),
    balance: quantity.describe('Units of the SKU at the location after the movement.'),
    reason: z.string().describe(`${LEDGER_REASONS.map((reason) => `\`${reason}\``).join(', ')}, or the reason of the request.`),
    reference: reference
      .nullable()
      .describe('The order, transfer or scan that caused the movement; of a `count` beside a late `receipt`, the earlier count.'),
    note: z.string().nullable().describe('Free text.'),
    actor: z.string().describe('Id of the API key or member, or name of the service, that caused the movement.'),
    version: z.int().min(1).describe("The SKU's version after the change; movements of one change share it."),
    occurred_at: timestamp.describe(
      'Time at which the units were moved or counted: of a scan the earlier of its `scanned_at` and its receipt, else `created_at`.',
    ),
    created_at: timestamp.describe('Time at which it was booked. Of the movements of a SKU it never runs backwards.'),
  })
  .meta({ id: 'Movement' });
export type MovementRecord = z.output<typeof movementRecord>;

/** The query of `GET /inventory/:sku/movements`. */
export const listMovementsQuery = z.strictObject({
  ...listQuery,
  location: locationByIdOrPath
    .optional()
    .describe('Path or id of a location: only movements at it, not below it. 400 if it does not exist.'),
  location_id: id('loc').optional().describe('Like `location`, by id only. If both are given, they must name the same location.'),
  created_after: clientTimestamp.optional().describe('Movements made at or after this time.'),
  created_before: clientTimestamp
    .optional()
    .describe('Movements made before this time, so that consecutive windows neither miss nor repeat one.'),
});
export type ListMovementsQuery = z.output<typeof listMovementsQuery>;

/** A page of a SKU's ledger, newest first. */
export const movementPage = pageOf(movementRecord).meta({ id: 'MovementPage' });
