import { z } from 'zod';
import { bodyList, locationByIdOrPath, recordId } from '../fields.ts';
import { MAX_SHIP_FROM, SPLITS } from '../stock/stock-messages.ts';
import { notPersonal } from './personal-text.ts';

/** Reasons why an order is not allocated that no stock changes: no warehouse may ship it. */
export const ALLOCATION_REASONS = ['no_eligible_warehouse'] as const;
export type AllocationReason = (typeof ALLOCATION_REASONS)[number];

const SHIP_FROM = 'The warehouses that the order may be shipped from, by id or code';
const SPLIT =
  '`never`: the order is allocated whole in one warehouse; `by_line`: each line is; `within_line`: a line may lie in several.';

/** The warehouses that a new order may be shipped from. */
export const shipFrom = bodyList(
  z
    .array(locationByIdOrPath)
    .min(1)
    .refine((all) => new Set(all).size === all.length, 'each warehouse once'),
  MAX_SHIP_FROM,
).meta({ uniqueItems: true, description: `${SHIP_FROM}, each once. Default: as the allocation rules say.` });

/** The way in which a new order may be split over warehouses. */
export const split = z.enum(SPLITS).describe(`${SPLIT} Default: as the allocation rules say.`);

/** The fields of an order's record about the warehouses that may ship it. */
export const recordedSourcing = {
  ship_from: notPersonal(
    z
      .array(z.string())
      .nullable()
      .describe(`${SHIP_FROM}, as they were given; null where the order leaves it to the allocation rules.`),
  ),
  split: z.enum(SPLITS).nullable().describe(`${SPLIT} Null where the order leaves it to the allocation rules.`),
  allocation_reason: z
    .enum(ALLOCATION_REASONS)
    .nullable()
    .describe('`no_eligible_warehouse`: no warehouse may ship the order as it stands. Null of any other order.'),
};

/** Units of a line that are allocated in one warehouse. */
export const lineAllocation = z
  .strictObject({
    warehouse_id: recordId('loc'),
    warehouse: notPersonal(z.string().describe("The warehouse's code.")),
    quantity: z.int().min(1).describe('Units of `allocated` that are held there.'),
  })
  .meta({ id: 'LineAllocation' });
