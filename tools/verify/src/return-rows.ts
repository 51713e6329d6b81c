import { z } from 'zod';

const units = z.int();
const whole = units.default(0);
/** A line of a return as orders keeps it. */
export const returnLine = z.object({
  line_id: z.string(),
  expected: whole,
  missing: whole,
  inspect: whole,
  restock: whole,
  quarantine: whole,
  scrap: whole,
});

/** A return as its order keeps it. */
export const orderReturn = z.object({ id: z.string(), status: z.string(), lines: z.array(returnLine) });
export type ReturnLineRow = z.output<typeof returnLine>;
export type ReturnRow = z.output<typeof orderReturn>;

/** A line of a return as stock keeps it. */
export const stockReturnLine = z.object({
  id: z.string(),
  expected: units,
  missing: units.optional(),
  scrap: units.optional(),
  kept: z.array(z.object({ disposition: z.string(), units })).optional(),
});
export type StockReturnLineRow = z.output<typeof stockReturnLine>;
