import { z } from 'zod';
import {
  barcode,
  bodyList,
  clientTimestamp,
  comparedFilter,
  comparedText,
  id,
  listQuery,
  metadata,
  pageOf,
  locationByIdOrPath,
  repeatable,
  severalOf,
  skuCode,
  timestamp,
} from './fields.ts';
import { DISPOSITIONS } from './orders/return-words.ts';
import { defaultedField, optionalField } from './optional-fields.ts';
import { itemProblem, problemItem } from './problem.ts';

/** The purpose of a scan. */
export const SCAN_TYPES = ['receive', 'putaway', 'pick', 'pack', 'ship', 'count', 'return', 'lookup', 'other'] as const;
/** The purpose of a scan. */
export const scanType = z.enum(SCAN_TYPES);

/** Types of scan that can be applied to stock: units that came in, that were counted, and that came back. */
export const APPLICABLE_SCAN_TYPES = ['receive', 'count', 'return'] as const satisfies readonly z.output<typeof scanType>[];
export type ApplicableScanType = (typeof APPLICABLE_SCAN_TYPES)[number];

/** The most scans of one batch. */
export const MAX_BATCH_SCANS = 1_000;

const seen = {
  barcode: barcode.describe('Barcode as read by the device.'),
  type: defaultedField(scanType.default('other').describe('Purpose of the scan.')),
  sku: optionalField(
    skuCode.describe(
      'SKU of the barcode. It is looked up only for an applied scan, which means the SKU with the barcode where this is left out.',
    ),
  ),
  quantity: optionalField(z.int().min(0).max(1_000_000).describe('Units, 0 to 1 000 000.')),
  location: optionalField(comparedText(128).describe('Location of the scan. It is looked up only for an applied scan.')),
  order_id: optionalField(comparedText(64).describe('Order of the scan. It is looked up only for an applied `return`.')),
  return_id: optionalField(id('ret').describe('Return of the scan. It is looked up only for an applied `return`.')),
  disposition: optionalField(
    z.enum(DISPOSITIONS).describe('What becomes of the units of an applied `return`. Default: `inspect`.'),
  ),
  unlinked: z
    .boolean()
    .default(false)
    .describe(
      'Of an applied `return`: true where it is not known which order the units come from. Then it names no return and no order.',
    ),
  device_id: optionalField(comparedText(64).describe('Id of the device. Events of one device are delivered in order.')),
  operator: optionalField(comparedText(100).describe('Operator of the device.')),
  scanned_at: optionalField(clientTimestamp.describe("The device's clock.")),
  client_scan_id: optionalField(
    comparedText(128).describe(
      "The device's id of the scan, unique within its `device_id`, or among scans without one. A repeat has no effect, without a time limit.",
    ),
  ),
  metadata: optionalField(metadata.describe("The device's metadata.")),
  apply: z
    .boolean()
    .default(false)
    .describe(
      'Also posts the movement of stock, exactly once. `receive` adds `quantity` units at `location`, or at the home of the SKU. ' +
        '`count` sets the units at `location`, or the total without a `location`. `return` receives `quantity` units of the return `return_id`, of the one return of `order_id` that expects them, or, with `unlinked`, of no known order. Needs `quantity`; a `location` is then an id or a path. ' +
        "Without `sku` it moves the SKU that has the barcode, a GTIN in any length or the AI 01 of a GS1 element string; another SKU's barcode than that of `sku` is refused as `wrong_item`.",
    ),
};

type Seen = z.output<z.ZodObject<typeof seen>>;

const given = (name: string, schema: object) => ({ type: 'object', properties: { [name]: schema }, required: [name] });
const isTrue = { type: 'boolean', const: true };
const isBlank = { type: ['string', 'null'], maxLength: 0 };

/** The JSON Schema of the same rules as {@link refuseUnlessApplicable} and {@link refuseUnlinked}. */
const APPLICABLE = {
  allOf: [
    {
      if: {
        type: 'object',
        properties: { apply: isTrue, type: { type: 'string', const: 'return' } },
        required: ['apply', 'type'],
      },
      // oxlint-disable-next-line no-thenable -- JSON Schema's keyword; nothing awaits it.
      then: {
        anyOf: [
          given('return_id', { type: 'string', minLength: 1 }),
          given('order_id', { type: 'string', pattern: z.toJSONSchema(id('ord')).pattern }),
          given('unlinked', isTrue),
        ],
      },
    },
    {
      if: given('unlinked', isTrue),
      // oxlint-disable-next-line no-thenable -- JSON Schema's keyword; nothing awaits it.
      then: {
        type: 'object',
        properties: { apply: isTrue, type: { type: 'string', const: 'return' }, return_id: isBlank, order_id: isBlank },
        required: ['apply', 'type'],
      },
    },
    {
      if: { type: 'object', properties: { apply: { type: 'boolean', const: true } }, required: ['apply'] },
      // oxlint-disable-next-line no-thenable -- JSON Schema's keyword; nothing awaits it.
      then: {
        type: 'object',
        required: ['type', 'quantity'],
        properties: {
          type: { type: 'string', enum: [...APPLICABLE_SCAN_TYPES] },
          quantity: { type: 'integer' },
          location: { type: ['string', 'null'], pattern: `^$|${z.toJSONSchema(locationByIdOrPath).pattern}` },
        },
      },
    },
    {
      if: {
        type: 'object',
        properties: { apply: { type: 'boolean', const: true }, type: { type: 'string', enum: ['receive', 'return'] } },
        required: ['apply', 'type'],
      },
      // oxlint-disable-next-line no-thenable -- JSON Schema's keyword; nothing awaits it.
      then: { type: 'object', properties: { quantity: { type: 'integer', minimum: 1 } } },
    },
  ],
};

/** A scan of a device; only `barcode` is required. */
export const createScanBody = z
  .strictObject(seen)
  .superRefine((scan, context) => {
    if (scan.apply) refuseUnlessApplicable(scan, context);
    if (scan.unlinked) refuseUnlinked(scan, context);
  })
  .meta({
    id: 'ScanCreate',
    examples: [
      { barcode: '4006381333931', type: 'pick', sku: 'MUG-01', quantity: 1, device_id: 'gun-7' },
      { barcode: '4006381333931', type: 'receive', quantity: 24, location: 'A3/S2', apply: true },
    ],
    ...APPLICABLE,
  });
export type CreateScanBody = z.output<typeof createScanBody>;

function refuseUnlessApplicable(
  { type, quantity: units, location, return_id: of, order_id: order, unlinked }: Seen,
  context: z.core.$RefinementCtx,
): void {
  if (!APPLICABLE_SCAN_TYPES.some((known) => known === type))
    context.addIssue({ code: 'invalid_value', values: [...APPLICABLE_SCAN_TYPES], path: ['type'], input: type });
  if (units === undefined) context.addIssue({ code: 'invalid_type', expected: 'int', path: ['quantity'], input: units });
  if ((type === 'receive' || type === 'return') && units === 0)
    context.addIssue({ code: 'too_small', origin: 'int', minimum: 1, inclusive: true, path: ['quantity'], input: units });
  if (type === 'return' && !unlinked && of === undefined && !id('ord').safeParse(order).success)
    context.addIssue({
      code: 'custom',
      path: ['return_id'],
      input: of,
      message: 'the id of a return, or of an order in `order_id`; `unlinked: true` where neither is known',
    });
  if (location !== undefined && !locationByIdOrPath.safeParse(location).success) {
    const message = 'a location id, or a path such as MAIN, A3/S2 or W2:A3/S2';
    context.addIssue({ code: 'invalid_format', format: 'regex', path: ['location'], input: location, message });
  }
}

function refuseUnlinked({ apply, type, return_id: of, order_id: order }: Seen, context: z.core.$RefinementCtx): void {
  if (!apply || type !== 'return')
    context.addIssue({ code: 'custom', path: ['unlinked'], input: true, message: 'must be false unless a `return` is applied' });
  for (const [name, value] of Object.entries({ return_id: of, order_id: order }))
    if (value !== undefined)
      context.addIssue({ code: 'custom', path: [name], input: value, message: 'must be left out of a scan that is `unlinked`' });
}

const APPLIED_STATES = ['pending', 'done', 'refused'] as const;

/** The state of the movement that an applied scan requests. */
export const appliedState = z.enum(APPLIED_STATES);

/** A scan as every answer and event shows it. */
export const scanRecord = z
  .strictObject({
    id: id('scn').describe('Scans sort by it as they were received.'),
    barcode: z.string().describe('Barcode as read by the device.'),
    type: scanType.describe('Purpose of the scan.'),
    sku: z.string().nullable().describe('SKU, as sent by the device.'),
    quantity: z.int().nullable().describe('Units, 0 to 1 000 000.'),
    location: z.string().nullable().describe('Location, as sent by the device.'),
    order_id: z.string().nullable().describe('Order, as sent by the device.'),
    return_id: z.string().optional().describe('Return, as sent by the device; absent without one.'),
    disposition: z
      .enum(DISPOSITIONS)
      .optional()
      .describe('What becomes of returned units, as sent by the device; absent where it was not.'),
    device_id: z.string().nullable().describe('Id of the device.'),
    operator: z.string().nullable().describe('Operator of the device.'),
    scanned_at: timestamp.nullable().describe("The device's clock, in UTC."),
    client_scan_id: z.string().nullable().describe("The device's id of the scan."),
    metadata: z.record(z.string(), z.string()).describe("The device's metadata, empty if none was sent."),
    received_at: timestamp.describe("The service's clock."),
    applied: appliedState
      .nullable()
      .describe('State of the movement of stock: `pending` until inventory has answered; null without `apply`.'),
    refusal: z
      .strictObject({
        code: z.string().describe('Code of the error catalogue.'),
        detail: z.string().describe('Explanation in one sentence.'),
        errors: z.array(problemItem).describe('Every offending field, with the relevant numbers.'),
        at: timestamp.describe('Time of the refusal.'),
      })
      .meta({ id: 'ScanRefusal' })
      .nullable()
      .describe('Refusal of the movement; null unless refused.'),
  })
  .meta({ id: 'Scan' });
export type ScanRecord = z.output<typeof scanRecord>;

/** Scans that a device kept while it was offline. Each is taken or refused by itself, so that anything is let in here. */
export const createScansBody = z
  .strictObject({
    scans: bodyList(
      z.array(z.union([createScanBody, z.unknown().describe('An invalid scan fails individually.')])).min(1),
      MAX_BATCH_SCANS,
    ).describe('1 to 1 000 scans, each as in `POST /scans`.'),
  })
  .meta({
    id: 'ScanBatch',
    examples: [
      {
        scans: [
          { barcode: '4006381333931', type: 'pick', sku: 'MUG-01', quantity: 1, client_scan_id: 'gun-7-000181' },
          { barcode: '4006381333948', type: 'pick', sku: 'CUP-01', quantity: 2, client_scan_id: 'gun-7-000182' },
        ],
      },
    ],
  });

const index = z.int().min(0).describe('Index in the request, from 0.');

/** The result of one scan of a batch: its record or its problem. */
export const scanResult = z
  .strictObject({
    index,
    status: z
      .int()
      .min(200)
      .max(499)
      .describe('HTTP status of the scan, as for `POST /scans`: 200 and 201 come with its `record`.'),
    record: scanRecord.optional().describe('The recorded scan, unless it was refused.'),
    error: itemProblem.optional().describe('The problem of a refused scan, without a request id.'),
  })
  .refine(({ record, error }) => (record === undefined) !== (error === undefined), 'either a record or an error')
  .meta({ id: 'ScanResult' });
export type ScanResult = z.output<typeof scanResult>;

/** The results of a batch of scans, in their order. */
export const scanResults = z
  .strictObject({ results: z.array(scanResult).min(1).max(MAX_BATCH_SCANS).describe('One result for each scan, in order.') })
  .meta({ id: 'ScanResults' });

/** Query parameters of `GET /scans`. */
export const listScansQuery = z.strictObject({
  ...listQuery,
  sku: skuCode.optional().describe('Scans of this SKU, as sent by the device.'),
  barcode: barcode.optional().describe('Scans of this barcode, of a GTIN in each of its lengths.'),
  type: severalOf(SCAN_TYPES).optional().describe('Scans of these types.'),
  location: repeatable(comparedFilter(128), 5)
    .optional()
    .describe(
      'Scans at this location, under whichever of its names the device sent: its id, its path (`A3/S2` and `MAIN:A3/S2` are one), and the last 20 paths that it had before it, or a location above it, was renamed. A path that passed to another location counts for each in its own time. A name that no location has is searched as it was sent. Repeat the parameter, up to 5 times, for several locations.',
    ),
  order_id: comparedFilter(64).optional().describe('Scans of this order, as sent by the device.'),
  device_id: repeatable(comparedFilter(64), 20)
    .optional()
    .describe('Scans of these devices: repeat the parameter, up to 20 times.'),
  operator: comparedFilter(100).optional().describe('Scans of this operator.'),
  applied: severalOf(APPLIED_STATES).optional().describe('Only applied scans whose movement is in one of these states.'),
  from: clientTimestamp.optional().describe('Scans received at or after this time.'),
  to: clientTimestamp
    .optional()
    .describe('Scans received before this time, so that consecutive windows neither miss nor repeat one.'),
});
export type ListScansQuery = z.output<typeof listScansQuery>;

/** A page of scans, newest first. */
export const scanPage = pageOf(scanRecord).meta({ id: 'ScanPage' });
