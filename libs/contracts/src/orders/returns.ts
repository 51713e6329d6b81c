import { z } from 'zod';
import {
  bodyList,
  comparedFilter,
  comparedText,
  createdAt,
  id,
  listQuery,
  locationByIdOrPath,
  pageOf,
  quantity,
  recordId,
  recordVersion,
  severalOf,
  skuCode,
  text,
  timestamp,
  updatedAt,
} from '../fields.ts';
import { DISPOSITIONS, KEPT_DISPOSITIONS, RETURN_STATUSES, returnStatus } from './return-words.ts';
import { movementReason } from '../inventory/movements.ts';
import { defaultedField, optionalField } from '../optional-fields.ts';
import { cancelOrderBody, orderStatus } from '../orders.ts';

/** The steps of a return that may wait for inventory. */
export const RETURN_STEPS = ['return', 'approve', 'receive', 'dispose', 'cancel', 'close'] as const;

/** Returns of an order, at most. */
export const MAX_RETURNS = 50;
/** Lines over all returns of an order, at most. */
export const MAX_RETURN_LINES = 1_000;

const lineId = id('lin').describe('A line of the order.');
const units = z.int().min(1).max(1_000_000).describe('Units, an integer.');
const lineReason = movementReason.describe('Why the units come back, such as `wrong_size` or `damaged`.');
const lineNote = text(1, 1_000);

/** Units of an order that its customer sends back. */
export const createReturnBody = z
  .strictObject({
    order_id: id('ord').describe('The order, of which units were shipped.'),
    external_id: optionalField(comparedText(200).describe("The return's id in another system; unique among returns.")),
    lines: bodyList(
      z
        .array(
          z
            .strictObject({
              line_id: lineId,
              quantity: units,
              reason: lineReason,
              note: optionalField(lineNote.describe('Free text.')),
            })
            .meta({ id: 'ReturnLineCreate' }),
        )
        .min(1),
      200,
    ).describe('Units of lines, each line once.'),
    approved: defaultedField(
      z.boolean().default(false).describe('true: the return begins as `approved`, and its units may come.'),
    ),
    note: optionalField(text(1, 2_000).describe('Free text.')),
  })
  .meta({
    id: 'ReturnCreate',
    examples: [
      {
        order_id: 'ord_01KAJ6V1N7D3C8QF5HG0ZZ1NE0',
        lines: [{ line_id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', quantity: 1, reason: 'wrong_size' }],
        approved: true,
      },
    ],
  });
export type CreateReturnBody = z.output<typeof createReturnBody>;

/** Why a return is rejected, cancelled or closed, if that is to be kept. */
export const endReturnBody = cancelOrderBody;
export type EndReturnBody = z.output<typeof endReturnBody>;

const toLocation =
  'By default units to inspect come to the location of usage `returns`, units in quarantine to that of usage `quarantine`, and restocked units to the home location of the SKU.';

/** Units that came back, or that will not come. */
export const receiveReturnBody = z
  .strictObject({
    lines: bodyList(
      z
        .array(
          z
            .strictObject({
              line_id: lineId,
              quantity: units,
              disposition: defaultedField(
                z
                  .enum([...DISPOSITIONS, 'missing'])
                  .default('inspect')
                  .describe('What becomes of the units. `missing`: they do not come, and can be returned again.'),
              ),
              location: optionalField(
                locationByIdOrPath.describe(
                  `Id or path of the location that the units come to. Only \`restock\` takes one that is sellable. ${toLocation}`,
                ),
              ),
            })
            .meta({ id: 'ReturnLineReceive' }),
        )
        .min(1),
      200,
    ).describe('Units of lines of the return.'),
  })
  .meta({ id: 'ReturnReceive', examples: [{ lines: [{ line_id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', quantity: 1 }] }] });
export type ReceiveReturnBody = z.output<typeof receiveReturnBody>;

/** Another decision on units that came back. */
export const disposeReturnBody = z
  .strictObject({
    lines: bodyList(
      z
        .array(
          z
            .strictObject({
              line_id: lineId,
              quantity: units,
              from: defaultedField(
                z.enum(KEPT_DISPOSITIONS).default('inspect').describe('Disposition that the units have had so far.'),
              ),
              disposition: z.enum(DISPOSITIONS).describe('Disposition that they get: another than `from`.'),
              from_location: optionalField(
                locationByIdOrPath.describe(
                  'Id or path of the location that the units are taken from. Default: where the return put them.',
                ),
              ),
              location: optionalField(
                locationByIdOrPath.describe(
                  `Id or path of the location that the units come to; none with \`scrap\`. Only \`restock\` takes one that is sellable. ${toLocation}`,
                ),
              ),
            })
            .meta({ id: 'ReturnLineDispose' }),
        )
        .min(1),
      200,
    ).describe('Units of lines of the return.'),
  })
  .meta({
    id: 'ReturnDispose',
    examples: [{ lines: [{ line_id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', quantity: 1, disposition: 'restock' }] }],
  });
export type DisposeReturnBody = z.output<typeof disposeReturnBody>;

/** A line of a return: `quantity` is `expected` + `received` + `missing` + `waived`, and `received` the sum of its four dispositions. */
export const returnLine = z
  .strictObject({
    line_id: recordId('lin'),
    sku: skuCode,
    name: z.string().nullable().describe("The SKU's name when the order was created."),
    quantity: quantity.describe('Units of the line in this return: expected + received + missing + waived.'),
    reason: z.string().describe('Why the units come back, 1 to 64 of a-z, 0-9 and "_".'),
    note: z.string().nullable().describe('Free text.'),
    expected: quantity.describe('Units that may still come; 0 once the return is closed, cancelled or rejected.'),
    received: quantity.describe('Units that came back: inspecting + restocked + quarantined + scrapped.'),
    missing: quantity.describe('Units that were reported as missing.'),
    waived: quantity.describe('Units that were still expected when the return was closed, cancelled or rejected.'),
    inspecting: quantity.describe('Units that wait for a decision.'),
    restocked: quantity.describe('Units that can be sold again.'),
    quarantined: quantity.describe('Units that are kept apart.'),
    scrapped: quantity.describe('Units that were taken out of stock.'),
  })
  .meta({ id: 'ReturnLine' });

/** Units of an order that come back, as every answer and event shows it. */
export const returnRecord = z
  .strictObject({
    id: recordId('ret'),
    order_id: recordId('ord'),
    external_id: z.string().nullable().describe("The return's id in another system, 1 to 200 characters, unique."),
    status: returnStatus.describe(
      '`requested` until it is approved or rejected; `receiving` once units came; `closed` once none is expected any more.',
    ),
    lines: z.array(returnLine).describe('Units of lines of the order.'),
    note: z.string().nullable().describe('Free text.'),
    reason: z.string().nullable().describe('Reason given with the rejection, cancellation or closing; null without one.'),
    pending_transition: z
      .enum(RETURN_STEPS)
      .nullable()
      .describe('A step that was answered with 202 and waits for the answer of inventory; `return` is its creation.'),
    version: recordVersion,
    created_at: createdAt,
    approved_at: timestamp.nullable().describe('Time of approval, RFC 3339 in UTC with milliseconds; null before.'),
    received_at: timestamp
      .nullable()
      .describe('Time at which the first units were received, RFC 3339 in UTC with milliseconds; null before.'),
    ended_at: timestamp
      .nullable()
      .describe('Time of closing, cancellation or rejection, RFC 3339 in UTC with milliseconds; null before.'),
    updated_at: updatedAt,
  })
  .meta({ id: 'Return' });
export type ReturnRecord = z.output<typeof returnRecord>;

/** The order of a return, as its events show it. */
export const orderOfReturn = z
  .strictObject({
    id: recordId('ord'),
    external_id: z.string().nullable().describe("The order's id in the external system."),
    status: orderStatus.describe('Status of the order.'),
    version: recordVersion,
  })
  .meta({ id: 'OrderOfReturn' });

/** Query parameters of `GET /returns`. */
export const listReturnsQuery = z.strictObject({
  ...listQuery,
  status: severalOf(RETURN_STATUSES).optional().describe('Statuses. Default: all.'),
  order_id: id('ord').optional().describe('Returns of this order.'),
  external_id: comparedFilter(200).optional().describe("The return's id in another system."),
});
export type ListReturnsQuery = z.output<typeof listReturnsQuery>;

/** A page of returns. */
export const returnPage = pageOf(returnRecord).meta({ id: 'ReturnPage' });
