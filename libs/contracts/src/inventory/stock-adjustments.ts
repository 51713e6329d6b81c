import { z } from 'zod';
import { createdAt, locationByIdOrPath, MAX_QUANTITY, skuCode } from '../fields.ts';
import { optionalField } from '../optional-fields.ts';
import { movementNote, movementReason, movementRecord } from './movements.ts';
import { skuRecord } from './skus.ts';

const delta = z
  .int()
  .min(-MAX_QUANTITY)
  .max(MAX_QUANTITY)
  .refine((units) => units !== 0, 'Must not be 0.')
  .meta({ not: { type: 'integer', const: 0 } });

/** The fields of every adjustment, on its own or in a batch. */
export const adjustmentFields = {
  delta: delta.describe('Units to add, or to remove if negative.'),
  reason: movementReason.describe('Reason in the ledger, such as `damaged`, `found` or `receipt`.'),
  location: optionalField(
    locationByIdOrPath.describe(
      'Id or path of the location. By default units are added at the home location, and removed there first and then from the fullest others.',
    ),
  ),
  note: optionalField(movementNote.describe('Note for readers of the ledger.')),
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
    delta: z.int().describe('Units to add, or to remove if negative.'),
    reason: z.string().describe('Reason given by the caller.'),
    note: z.string().nullable().describe('Free text.'),
    movements: z.array(movementRecord).min(1).describe('Entries in the ledger, one for each location.'),
    record: skuRecord.describe('The SKU after the adjustment.'),
    created_at: createdAt,
  })
  .meta({ id: 'Adjustment' });
export type AdjustmentRecord = z.output<typeof adjustmentRecord>;
