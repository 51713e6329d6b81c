import { z } from 'zod';
import { bodyList } from '../fields.ts';
import { defaultedField, optionalField } from '../optional-fields.ts';
import { orderLineEdit } from './order-lines.ts';

/** The ways to read the lines of an edit: they are all that the order is to have, or only those that change. */
export const EDIT_MODES = ['replace', 'patch'] as const;

/** New quantities of the lines of an order. */
export const editOrderBody = z
  .strictObject({
    lines: bodyList(z.array(orderLineEdit).min(1), 200).describe('The lines, each once. Two new lines may have one SKU.'),
    mode: defaultedField(
      z
        .enum(EDIT_MODES)
        .default('replace')
        .describe('`replace`: lines that are not named are removed; `patch`: they stay as they are.'),
    ),
    allow_backorder: optionalField(
      z
        .boolean()
        .describe(
          'false: the edit is refused with 409 `insufficient_stock` if added units cannot be allocated at once. Default: as the order was created.',
        ),
    ),
  })
  .meta({
    id: 'OrderEdit',
    examples: [{ mode: 'patch', lines: [{ id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', quantity: 1 }] }],
  });
export type EditOrderBody = z.output<typeof editOrderBody>;
