import { z } from 'zod';
import { gained } from '../events/gained-fields.ts';
import { comparedText, id, quantity, recordId, skuCode } from '../fields.ts';
import { optionalField } from '../optional-fields.ts';
import { notPersonal } from './personal-text.ts';
import { lineAllocation } from './sourcing.ts';

const EXTERNAL_LINE_ID = "The line's id in the external system, 1 to 200 characters.";

/** A line of a new order. */
export const newOrderLine = z
  .strictObject({
    sku: skuCode,
    quantity: z.int().min(1).max(1_000_000).describe('Units, an integer.'),
    external_line_id: optionalField(comparedText(200).describe(EXTERNAL_LINE_ID)),
  })
  .meta({ id: 'OrderLineCreate' });

/** A line of an edit: one of the order, or with a `sku` and without an `id` a new one. */
export const orderLineEdit = z
  .strictObject({
    id: optionalField(id('lin').describe('A line of the order. Left out for a new line, which has a `sku` then.')),
    sku: optionalField(skuCode),
    quantity: z
      .int()
      .min(0)
      .max(1_000_000)
      .describe('Units that the line is to have in all, those that were shipped or cancelled included; 0 removes it.'),
    external_line_id: optionalField(comparedText(200).describe("A new line's id in the external system, 1 to 200 characters.")),
  })
  .meta({ id: 'OrderLineEdit' });

/** A line of an order: `quantity` is `allocated` + `backordered` + `shipped` + `cancelled`, exactly, in every answer. */
export const orderLine = z
  .strictObject({
    id: recordId('lin'),
    sku: skuCode,
    name: notPersonal(z.string().nullable().describe("The SKU's name when the order was created.")),
    quantity: quantity.describe('Ordered units: allocated + backordered + shipped + cancelled.'),
    allocated: quantity.describe('Units allocated to the line; 0 once it is shipped.'),
    allocations: gained(
      z
        .array(lineAllocation)
        .describe('The warehouses that `allocated` is held in; empty if the units of the order are not held by warehouse.'),
    ),
    packed: gained(quantity.describe('Units of `allocated` that are packed.')),
    backordered: gained(quantity.describe('Units that wait for stock.')),
    shipped: quantity.describe('Shipped units.'),
    returned: gained(quantity.describe('Units of `shipped` that came back.')),
    cancelled: gained(quantity.describe('Units that were dropped from the order.')),
    external_line_id: notPersonal(z.string().nullable().describe(EXTERNAL_LINE_ID)),
  })
  .meta({ id: 'OrderLine' });
