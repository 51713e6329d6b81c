import { z } from 'zod';
import { asciiText, recordId, text, timestamp, utcTimestamp } from '../fields.ts';
import { defaultedField, optionalField } from '../optional-fields.ts';
import { notPersonal, personal } from './personal-text.ts';

/** Holds that an order has at once, at most. */
export const MAX_HOLDS = 20;

const reason = asciiText(/^[a-z0-9_]{1,64}$/, '1 to 64 of a-z, 0-9 and "_"');

/** A reason why nothing of an order may be packed or shipped for now. */
export const createHoldBody = z
  .strictObject({
    reason: reason.describe('A word of your own, such as `awaiting_payment`: 1 to 64 of a-z, 0-9 and `_`.'),
    note: optionalField(text(1, 500).describe('Free text.')),
    until: optionalField(
      utcTimestamp.describe('The hold ends by itself at this time, which is to come. Default: it ends when it is released.'),
    ),
    release_stock: defaultedField(
      z
        .boolean()
        .default(false)
        .describe(
          'true: units that are not packed are given back, and other orders get them; the order waits for them at its rank once its last hold of this kind has ended.',
        ),
    ),
  })
  .meta({ id: 'HoldCreate', examples: [{ reason: 'awaiting_payment' }] });
export type CreateHoldBody = z.output<typeof createHoldBody>;

/** A hold as its order shows it. */
export const orderHold = z
  .strictObject({
    id: recordId('hld'),
    reason: notPersonal(z.string().describe('The word that was given: 1 to 64 of a-z, 0-9 and `_`.')),
    note: personal(z.string().nullable().describe('Free text.')),
    release_stock: z.boolean().describe('Whether units that are not packed were given back.'),
    until: timestamp
      .nullable()
      .describe('Time at which the hold ends by itself, RFC 3339 in UTC with milliseconds; null where it is to be released.'),
    placed_by: notPersonal(z.string().describe('Id of the API key or member that placed it.')),
    placed_at: timestamp.describe('Time at which it was placed, RFC 3339 in UTC with milliseconds.'),
  })
  .meta({ id: 'Hold' });
export type OrderHold = z.output<typeof orderHold>;
