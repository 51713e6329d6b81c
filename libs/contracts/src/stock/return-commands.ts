import { z } from 'zod';
import { id, locationByIdOrPath, quantity, skuCode } from '../fields.ts';
import { DISPOSITIONS, KEPT_DISPOSITIONS } from '../orders/return-words.ts';
import { commandFields, lineUnits } from './command-fields.ts';

/** Has units of shipped lines expected: they may come back. Refused where more are named than were shipped and did not come back. */
export const expectReturnCommand = z.looseObject({
  ...commandFields,
  type: z.literal('expect_return'),
  return_id: id('ret'),
  lines: lineUnits,
  /** The SKUs of an order in exchange: refused where one is unknown or archived. Absent for none. */
  exchange_skus: z.array(skuCode).min(1).max(200).optional(),
});

/**
 * Opens a return of units of no known order: its lines are in place of those of an order that was shipped, and its `order_id` names
 * nothing else. Refused where a SKU is unknown or archived.
 */
export const openReturnCommand = z.looseObject({
  ...commandFields,
  type: z.literal('open_return'),
  return_id: id('ret'),
  lines: z
    .array(z.looseObject({ id: id('lin'), sku: skuCode, quantity: quantity.min(1) }))
    .min(1)
    .max(200),
  /** False: nothing may come before an `expect_return`. */
  approved: z.boolean(),
});

/** Ends a return: nothing of it is expected any more. */
export const unexpectReturnCommand = z.looseObject({
  ...commandFields,
  type: z.literal('unexpect_return'),
  return_id: id('ret'),
});

const returnedUnits = { id: id('lin'), quantity: quantity.min(1) };

/** Brings units of a return into stock, or takes them for missing: all lines or none. */
export const receiveReturnCommand = z.looseObject({
  ...commandFields,
  type: z.literal('receive_return'),
  return_id: id('ret'),
  lines: z
    .array(
      z.looseObject({
        ...returnedUnits,
        disposition: z.enum([...DISPOSITIONS, 'missing']),
        /** Absent: the place that units of the disposition come to. */
        location: locationByIdOrPath.optional(),
      }),
    )
    .min(1)
    .max(200),
});

/** Gives units of a return another disposition, which moves them or takes them out of stock: all lines or none. */
export const disposeReturnCommand = z.looseObject({
  ...commandFields,
  type: z.literal('dispose_return'),
  return_id: id('ret'),
  lines: z
    .array(
      z.looseObject({
        ...returnedUnits,
        from: z.enum(KEPT_DISPOSITIONS),
        disposition: z.enum(DISPOSITIONS),
        /** Absent: where the return put them. */
        from_location: locationByIdOrPath.optional(),
        /** Absent: the place that units of the disposition come to. */
        location: locationByIdOrPath.optional(),
      }),
    )
    .min(1)
    .max(200),
});

/** Units of a line of the order in one return. */
export const returnedLine = z.looseObject({
  id: id('lin'),
  /** Units that may still come. */
  expected: quantity,
  missing: quantity,
  /** Units by their disposition: together those that came. */
  inspect: quantity,
  restock: quantity,
  quarantine: quantity,
  scrap: quantity,
});
