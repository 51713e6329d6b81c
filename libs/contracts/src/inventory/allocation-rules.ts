import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { optionalField, readOnlyField } from '../optional-fields.ts';
import { SPLITS } from '../stock/stock-messages.ts';

/** Ways to choose the warehouses that orders hold their units in. */
export const ALLOCATION_STRATEGIES = ['anywhere', 'priority', 'most_stock', 'fewest_splits'] as const;
export type AllocationStrategy = (typeof ALLOCATION_STRATEGIES)[number];

const strategy = z.enum(ALLOCATION_STRATEGIES).describe(
  'Choice of the warehouses that orders hold their units in. `anywhere`: none is chosen, and units are shipped from where they lie. `priority`: \
the warehouse with the highest `priority` first. `most_stock`: the one with most units of the line first. `fewest_splits`: one warehouse for the whole \
order where one has all of it, else one for each line. Of equal ones, the first by `priority` and then by code.',
);

/** How an order may be split over warehouses. */
export const allocationSplit = z.enum(SPLITS).describe(
  'How orders may be split. `never`: all units of an order come from one warehouse. `by_line`: all units of a line come from one warehouse. \
`within_line`: a line may have units of several. Units that this leaves out wait for stock.',
);

/** The rules by which orders of an environment get warehouses. */
export const allocationRulesRecord = z
  .strictObject({
    strategy,
    split: allocationSplit,
    version: z.int().min(0).describe('Increases by one with every change; 0 where the rules were never set.'),
    updated_at: timestamp.nullable().describe('When the rules last changed; null where they were never set.'),
  })
  .meta({
    id: 'AllocationRules',
    examples: [{ strategy: 'priority', split: 'by_line', version: 1, updated_at: '2026-11-21T09:05:12.411Z' }],
  });
export type AllocationRulesRecord = z.output<typeof allocationRulesRecord>;

const readOnly = { version: readOnlyField, updated_at: readOnlyField };

/** The read-only fields of the rules. */
export const READ_ONLY_ALLOCATION_RULES_FIELDS: readonly string[] = Object.keys(readOnly);

/** A change of the rules; an omitted field stays. */
export const updateAllocationRulesBody = z
  .strictObject({ strategy: optionalField(strategy), split: optionalField(allocationSplit), ...readOnly })
  .meta({ id: 'AllocationRulesUpdate', examples: [{ strategy: 'priority', split: 'by_line' }] });
export type UpdateAllocationRulesBody = z.output<typeof updateAllocationRulesBody>;
