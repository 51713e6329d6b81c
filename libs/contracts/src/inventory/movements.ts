import { z } from 'zod';
import {
  clientTimestamp,
  id,
  listQuery,
  MAX_QUANTITY,
  pageOf,
  placeReference,
  quantity,
  skuCode,
  text,
  timestamp,
} from '../fields.ts';
import { skuRecord } from './skus.ts';

/** The reason for a movement, in the client's own words. */
export const movementReason = z.string().regex(/^[a-z0-9_]{1,64}$/, '1 to 64 of a-z, 0-9 and "_"');

const delta = z
  .int()
  .min(-MAX_QUANTITY)
  .max(MAX_QUANTITY)
  .refine((units) => units !== 0, 'Must not be 0.')
  .meta({ not: { const: 0 } });

export const movementNote = text(1, 1_000);

/** An entry of the ledger. Those of a SKU at a place add up to what lies there. */
export const movementRecord = z
  .strictObject({
    id: id('mov'),
    sku: skuCode,
    location_id: id('loc'),
    location: z.string().describe('Path of the location as it is now.'),
    delta: z.int().describe('Units that came to the location or, below zero, left it.'),
    balance: quantity.describe('Units of the SKU at the location after it.'),
    reason: z.string().describe('`opening`, `count`, `adjustment`, `transfer`, `shipment`, `receipt` or what the request named.'),
    reference: z
      .strictObject({ type: z.string(), id: z.string() })
      .nullable()
      .describe('The order, transfer or scan that it is part of.'),
    note: z.string().nullable(),
    actor: z.string().describe('Id of the API key, or name of the service, that caused it.'),
    version: z.int().min(1).describe("The SKU's version by this change; the movements of one change share it."),
    created_at: timestamp,
  })
  .meta({ id: 'Movement' });
export type MovementRecord = z.output<typeof movementRecord>;

/** The query of `GET /inventory/:sku/movements`. */
export const listMovementsQuery = z.strictObject({
  ...listQuery,
  location_id: id('loc').optional().describe('Only movements at this location, not below it.'),
  created_after: clientTimestamp.optional().describe('Movements made at this moment or later.'),
  created_before: clientTimestamp
    .optional()
    .describe('Movements made before this moment, so that windows that follow each other neither miss nor repeat one.'),
});
export type ListMovementsQuery = z.output<typeof listMovementsQuery>;

export const movementPage = pageOf(movementRecord).meta({ id: 'MovementPage' });

/** The fields of every adjustment, on its own or in a batch. */
export const adjustmentFields = {
  delta: delta.describe('Units to add or, below zero, to take away.'),
  reason: movementReason.describe('Why, for the ledger: `damaged`, `found`, `receipt`.'),
  location: placeReference
    .optional()
    .describe(
      'Id or path of the place. Left out: what comes lies at the home location, what goes is taken from there first and then from the fullest others.',
    ),
  note: movementNote.optional().describe('For people who read the ledger.'),
};

/** Units to add or take away, never 0, and why. */
export const adjustStockBody = z
  .strictObject(adjustmentFields)
  .meta({ id: 'AdjustmentCreate', examples: [{ delta: -3, reason: 'damaged', location: 'A3/S2', note: 'Dropped.' }] });
export type AdjustStockBody = z.output<typeof adjustStockBody>;

/** The result of an adjustment: its movements and the SKU after it. */
export const adjustmentRecord = z
  .strictObject({
    sku: skuCode,
    delta: z.int(),
    reason: z.string(),
    note: z.string().nullable(),
    movements: z.array(movementRecord).min(1).describe('Its entries in the ledger, one for each place.'),
    record: skuRecord.describe('The SKU after it.'),
    created_at: timestamp,
  })
  .meta({ id: 'Adjustment' });
export type AdjustmentRecord = z.output<typeof adjustmentRecord>;
