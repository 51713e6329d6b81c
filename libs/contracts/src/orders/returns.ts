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
  queryFlag,
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
import { newOrderLine } from './order-lines.ts';
import { notPersonal, personal } from './personal-text.ts';

/** The steps of a return that may wait for inventory. */
export const RETURN_STEPS = ['return', 'approve', 'receive', 'dispose', 'cancel', 'close'] as const;

/** Returns of an order, at most. */
export const MAX_RETURNS = 50;
/** Lines over all returns of an order, at most. */
export const MAX_RETURN_LINES = 1_000;

/** Lines of a return, or of the order in exchange for it, at most. */
const MAX_LINES = 200;

/** The reason of a line of a return without an order that names none. */
export const UNLINKED_REASON = 'unlinked';

const lineId = id('lin').describe('A line of the return.');
const units = z.int().min(1).max(1_000_000).describe('Units, an integer.');
const lineReason = movementReason.describe(
  `Why the units come back, such as \`wrong_size\` or \`damaged\`. Required of a return of an order; without one the default is \`${UNLINKED_REASON}\`.`,
);
const lineNote = text(1, 1_000);

const requestedLine = z
  .strictObject({
    line_id: optionalField(id('lin').describe('Of a return of an order, and required there: a line of it.')),
    sku: optionalField(skuCode.describe('Of a return without an order, and required there: the SKU.')),
    quantity: units,
    reason: optionalField(lineReason),
    note: optionalField(lineNote.describe('Free text.')),
  })
  .meta({ id: 'ReturnLineCreate' });

/** An order in exchange for a return, which is made with it. */
const exchange = z
  .strictObject({
    lines: bodyList(z.array(newOrderLine).min(1), MAX_LINES).describe('Lines of the order. What is not in stock is backordered.'),
  })
  .meta({ id: 'ReturnExchange' });

const isBlank = { type: ['string', 'null'], maxLength: 0 };
const isGiven = { type: 'string', minLength: 1 };
const linesOf = (required: readonly string[], properties: object) => ({
  lines: { type: 'array', maxItems: MAX_LINES, items: { type: 'object', required, properties } },
});

/** The JSON Schema of the same rules as {@link refuseMixed}. */
const RULES = {
  allOf: [
    {
      if: { type: 'object', properties: { order_id: { type: 'null' } }, required: ['order_id'] },
      // oxlint-disable-next-line no-thenable -- JSON Schema's keyword; nothing awaits it.
      then: {
        type: 'object',
        properties: { ...linesOf(['sku'], { line_id: isBlank, sku: isGiven }), exchange: isBlank },
      },
      else: { type: 'object', properties: linesOf(['line_id', 'reason'], { line_id: isGiven, sku: isBlank, reason: isGiven }) },
    },
    {
      if: { type: 'object', properties: { exchange: { type: 'object' } }, required: ['exchange'] },
      // oxlint-disable-next-line no-thenable -- JSON Schema's keyword; nothing awaits it.
      then: { type: 'object', properties: { approved: { type: 'boolean', const: true } }, required: ['approved'] },
    },
  ],
};

/** Units that come back: of an order that its customer sends back, or of no known order. */
export const createReturnBody = z
  .strictObject({
    order_id: id('ord').nullable().describe('The order whose units were shipped; null if it is not known.'),
    external_id: optionalField(comparedText(200).describe("The return's id in another system; unique among returns.")),
    lines: bodyList(z.array(requestedLine).min(1), MAX_LINES).describe(
      'Units of lines of the order, each line once; without an order, units of SKUs.',
    ),
    approved: defaultedField(
      z.boolean().default(false).describe('true: the return begins as `approved`, and its units may be received.'),
    ),
    note: optionalField(text(1, 2_000).describe('Free text.')),
    exchange: optionalField(
      exchange.describe(
        'Of an approved return of an order: an order in exchange, to the same address, that is created together with the return, or neither is.',
      ),
    ),
  })
  .superRefine(refuseMixed)
  .meta({
    id: 'ReturnCreate',
    examples: [
      {
        order_id: 'ord_01KAJ6V1N7D3C8QF5HG0ZZ1NE0',
        lines: [{ line_id: 'lin_01KAJ6V1N7D3C8QF5HG0ZZ1NE1', quantity: 1, reason: 'wrong_size' }],
        approved: true,
      },
      { order_id: null, lines: [{ sku: 'MUG-01', quantity: 2 }], approved: true },
    ],
    ...RULES,
  });
export type CreateReturnBody = z.output<typeof createReturnBody>;

interface Mixable {
  readonly order_id: string | null;
  readonly lines: readonly Readonly<Partial<Record<'line_id' | 'sku' | 'reason', string | undefined>>>[];
  readonly approved: boolean;
  readonly exchange?: object | undefined;
}

function refuseMixed({ order_id: order, lines, approved, exchange: made }: Mixable, context: z.core.$RefinementCtx): void {
  const isUnlinked = order === null;
  const required = isUnlinked ? (['sku'] as const) : (['line_id', 'reason'] as const);
  const excess = isUnlinked ? 'line_id' : 'sku';
  for (const [place, line] of lines.entries()) {
    for (const name of required)
      if (line[name] === undefined)
        context.addIssue({ code: 'invalid_type', expected: 'string', path: ['lines', place, name], input: undefined });
    if (line[excess] !== undefined) {
      const message = isUnlinked ? 'must be left out for a return without an order' : 'must be left out for a return of an order';
      context.addIssue({ code: 'custom', path: ['lines', place, excess], input: line[excess], message });
    }
  }
  if (made === undefined) return;
  if (isUnlinked)
    context.addIssue({
      code: 'custom',
      path: ['exchange'],
      input: made,
      message: 'must be left out for a return without an order',
    });
  else if (!approved)
    context.addIssue({
      code: 'custom',
      path: ['approved'],
      input: approved,
      message: 'must be true for a return with an exchange',
    });
}

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
                  'Id or path of the location that the units are taken from. Default: the location that the return put them at.',
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
    name: notPersonal(z.string().nullable().describe("The SKU's name when the order, or the return without one, was created.")),
    quantity: quantity.describe('Units of the line in this return: expected + received + missing + waived.'),
    reason: notPersonal(z.string().describe('Why the units come back, 1 to 64 of a-z, 0-9 and "_".')),
    note: personal(z.string().nullable().describe('Free text.')),
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

/** Units that come back, as every answer and event shows them. */
export const returnRecord = z
  .strictObject({
    id: recordId('ret'),
    order_id: recordId('ord').nullable().describe('Id of the order; null of a return without one.'),
    external_id: notPersonal(z.string().nullable().describe("The return's id in another system, 1 to 200 characters, unique.")),
    status: returnStatus.describe(
      '`requested` until it is approved or rejected; `receiving` once units came; `closed` once none is expected any more.',
    ),
    lines: z.array(returnLine).describe('Units by line: of those of the order, or of SKUs without an order.'),
    note: personal(z.string().nullable().describe('Free text.')),
    reason: notPersonal(
      z.string().nullable().describe('Reason given with the rejection, cancellation or closing; null without one.'),
    ),
    pending_transition: z
      .enum(RETURN_STEPS)
      .nullable()
      .describe('A step that was answered with 202 and waits for the answer of inventory; `return` is its creation.'),
    exchange_order_id: recordId('ord')
      .nullable()
      .describe('Id of the order that was made together with the return, in exchange for it; null for none.'),
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
  unlinked: queryFlag.optional().describe('true: returns without an order; false: those of orders. Default: both.'),
  external_id: comparedFilter(200).optional().describe("The return's id in another system."),
});
export type ListReturnsQuery = z.output<typeof listReturnsQuery>;

/** A page of returns. */
export const returnPage = pageOf(returnRecord).meta({ id: 'ReturnPage' });
