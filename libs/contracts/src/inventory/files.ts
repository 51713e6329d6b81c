import { z } from 'zod';
import { locationByIdOrPath, quantity, queryFlag, skuCode } from '../fields.ts';
import { listSkusQuery, skuRecord, skuStatus, stockAtLocation, type SkuRecord, updateSkuBody } from './skus.ts';
import { DETAIL_NAMES } from './sku-details.ts';
import { CSV, type Medium, NDJSON } from '../operation.ts';

export { MAX_IMPORT_BYTES } from '../import-files/import-limits.ts';

/** Errors that an import's answer lists; the rest is counted. */
export const MAX_IMPORT_ERRORS = 1_000;

/** The SKUs of a file that are looked for in its later rows. */
export const MAX_COMPARED_SKUS = 100_000;

/** The columns of an export as CSV, in their order. */
export const EXPORT_COLUMNS = [
  'sku',
  'name',
  'status',
  'on_hand',
  'allocated',
  'available',
  'reorder_point',
  'low_stock',
  'location',
  'location_id',
  'version',
  'created_at',
  'updated_at',
  'archived_at',
  ...DETAIL_NAMES,
  'location_path',
  'sold_out',
  'unavailable',
  'reserved',
  'buffer',
  'safety_stock',
  'incoming',
] as const satisfies readonly (keyof SkuRecord)[];

/** The columns or members that a row of an import may have. */
export const IMPORT_COLUMNS = [
  'op',
  'sku',
  'name',
  'on_hand',
  'expected_on_hand',
  'reorder_point',
  'location',
  'status',
  'delta',
  'reason',
  'note',
  'safety_stock',
  ...DETAIL_NAMES,
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Fields of an export that an import cannot set: accepted and ignored, so that an export can be edited and imported. */
export const IGNORED_COLUMNS: readonly (keyof SkuRecord)[] = [
  'unavailable',
  'allocated',
  'reserved',
  'buffer',
  'available',
  'incoming',
  'low_stock',
  'location_id',
  'location_path',
  'sold_out',
  'stock',
  'warehouses',
  'version',
  'created_at',
  'updated_at',
  'archived_at',
];

/** A row of a file by place: the units of a SKU at one place. Of a SKU that lies nowhere it is the home, with 0. */
export const locationRow = z
  .strictObject({
    sku: skuRecord.shape.sku,
    name: skuRecord.shape.name,
    location: stockAtLocation.shape.location,
    on_hand: stockAtLocation.shape.on_hand,
    sku_on_hand: skuRecord.shape.on_hand,
    status: skuStatus.describe('Status of the SKU.'),
    location_id: stockAtLocation.shape.location_id,
    location_path: stockAtLocation.shape.location_path,
  })
  .meta({ id: 'LocationRow' });
export type LocationRow = z.output<typeof locationRow>;

/** The columns of an export by place as CSV, in their order. */
export const LOCATION_EXPORT_COLUMNS = [
  'sku',
  'name',
  'location',
  'on_hand',
  'sku_on_hand',
  'status',
  'location_id',
  'location_path',
] as const satisfies readonly (keyof LocationRow)[];

/** The columns or members that a row of an import by place may have. */
export const LOCATION_IMPORT_COLUMNS = ['sku', 'location', 'on_hand', 'expected_on_hand', 'reason', 'note'] as const;

/**
 * Columns of exports that an import by place cannot set: accepted and ignored. An import by SKU refuses `sku_on_hand`: it would take the
 * units at one place for the total.
 */
export const LOCATION_IGNORED_COLUMNS: readonly string[] = ['name', 'sku_on_hand', 'status', ...IGNORED_COLUMNS];

/** A count of the units of a SKU at exactly one place. */
export const locationCount = z.strictObject({
  op: z.literal('count'),
  sku: skuCode,
  location: locationByIdOrPath,
  on_hand: quantity,
  /** The units that lie there before. */
  expected_on_hand: updateSkuBody.shape.expected_on_hand,
  reason: updateSkuBody.shape.reason,
  note: updateSkuBody.shape.note,
});
export type LocationCount = z.output<typeof locationCount>;

const NEUTRALISED =
  'A text cell, or a part of it behind a line end, a `;` or a tab, that a spreadsheet would read as a formula (it starts with `=`, `+`, `-` or `@`, ' +
  'possibly after apostrophes or quotes, the cell or a line also with a tab, the cell with a line end) is prefixed with one apostrophe, which an import removes.';

const NUMBERS =
  'Whole numbers are written in digits, with `.0` or `.00` at most; any other form (`1,000`, `1.000`, `1e3`, `+5`, `5 %`) fails its row.';

const COMPOSED =
  'A cell of `barcodes` has them with a blank, comma, semicolon, bar or ` / ` between them, or is a JSON list; a cell of `metadata` is a JSON object.';

/** How an export comes. */
export const EXPORT_MEDIA = [
  {
    type: NDJSON,
    description:
      'One `Sku` a line, sorted by `sku`. With `by=location` one object for each location, with the members of that form of CSV.',
  },
  {
    type: CSV,
    description: `RFC 4180, UTF-8, sorted by \`sku\`, with a header line. The columns are ${EXPORT_COLUMNS.join(', ')}; null is an empty cell. ${COMPOSED} ${NEUTRALISED} With \`by=location\` there is a row for each place at which a SKU lies, and the home with 0 of one that lies nowhere: ${LOCATION_EXPORT_COLUMNS.join(', ')}.`,
  },
] as const satisfies readonly Medium[];

/** How a file to import is written. */
export const IMPORT_MEDIA = [
  {
    type: CSV,
    charsets: ['windows-1252', 'utf-16le'],
    description:
      'RFC 4180 with commas, semicolons or tabs, or what a first line `sep=` names; with lines ended by LF or CRLF; in UTF-8 (a byte order mark is ignored), or as ' +
      '`text/csv; charset=windows-1252` or `utf-16le` says. The first line names the columns, in any order and any case, with blanks for `_`: ' +
      `${IMPORT_COLUMNS.join(', ')}; \`sku\` is required. An empty cell leaves the field unchanged; blanks at the ends of a cell are no part of it, and empty columns at the end are passed over. ${NUMBERS} \`unit_cost\` is a decimal with a point; with three digits behind it, as in \`1.250\`, it could be a thousand too and fails, so an export writes \`1.2500\`. ${COMPOSED} ${NEUTRALISED} Other columns of an export are ignored. With \`by=location\` the columns are ${LOCATION_IMPORT_COLUMNS.join(', ')}; the first three are required.`,
    example: 'sku,name,on_hand,reorder_point,location\r\nMUG-01,Mug,120,10,A3/S2\r\nCUP-01,"Cup, large",40,5,A3/S3\r\n',
  },
  {
    type: NDJSON,
    description: `One JSON object a line, in UTF-8, with the CSV columns as members. ${NUMBERS} Other members of an exported \`Sku\` are ignored.`,
    example: '{"sku":"MUG-01","name":"Mug","on_hand":120}\n{"op":"adjust","sku":"CUP-01","delta":-2,"reason":"breakage"}\n',
  },
] as const satisfies readonly Medium[];

const by = z.enum(['sku', 'location']);

/** The query of `GET /inventory/export`. */
export const exportInventoryQuery = listSkusQuery.pick({ status: true, low_stock: true, sold_out: true }).extend({
  by: by.optional().describe('What a row is: a SKU (default), or with `location` a SKU at a location.'),
});
export type ExportInventoryQuery = z.output<typeof exportInventoryQuery>;

/** The query of `POST /inventory/import`. */
export const importInventoryQuery = z.strictObject({
  dry_run: queryFlag
    .default(false)
    .meta({ default: false })
    .describe('`true`: only report the result of each row, and change nothing.'),
  by: by
    .optional()
    .describe(
      'What a row is: a SKU (default), or with `location` a count of a SKU at one location, which leaves other locations as they are.',
    ),
});

const lineNumber = z
  .int()
  .min(1)
  .describe('Row number of a spreadsheet that shows the file: the header line is 1, and empty lines count.');

export type ImportInventoryQuery = z.output<typeof importInventoryQuery>;

/** A row about a SKU that an earlier row is about, too. */
export const duplicateRow = z
  .strictObject({
    sku: z.string().describe('Code of the SKU.'),
    row: z.int().min(1).describe('The later row, counted as in `errors`.'),
    line: lineNumber,
    first_row: z.int().min(1).describe('The first row with this SKU.'),
    first_line: lineNumber,
    location: z.string().optional().describe('With `by=location`: the location that both rows count, as the later row names it.'),
  })
  .meta({ id: 'ImportDuplicate' });
export type DuplicateRow = z.output<typeof duplicateRow>;

/** One thing that is wrong with a row; some codes add the facts that they have elsewhere. */
export const importError = z
  .looseObject({
    row: z.int().min(1).describe('Row number from 1, without the header line and empty lines.'),
    line: lineNumber.optional(),
    column: z.string().nullable().describe('Faulty column or member; null for the row as a whole.'),
    code: z.string().describe('Error code, as for a batch item or its fields.'),
    message: z.string().describe('Explanation for people.'),
  })
  .meta({ id: 'ImportError' });
export type ImportError = z.output<typeof importError>;

/** Facts of a SKU that an import can change. */
export const CHANGEABLE_FACTS = [
  'name',
  'status',
  'on_hand',
  'reorder_point',
  'safety_stock',
  'location',
  ...DETAIL_NAMES,
] as const satisfies readonly (keyof SkuRecord)[];

const changedFacts = skuRecord
  .pick({
    name: true,
    status: true,
    on_hand: true,
    reorder_point: true,
    safety_stock: true,
    location: true,
    barcodes: true,
    metadata: true,
    weight_g: true,
    unit_cost: true,
    currency: true,
    hs_code: true,
    country_of_origin: true,
  })
  .partial()
  .meta({ id: 'ImportFacts' });
/** Some of the facts of a SKU that an import can change. */
export type ChangedFacts = z.output<typeof changedFacts>;

/** The change that a row of a dry run would make. */
export const importChange = z
  .strictObject({
    row: z.int().min(1).describe('Row number, counted as in `errors`.'),
    line: lineNumber,
    sku: z.string().describe('Code of the SKU.'),
    location: z.string().optional().describe('With `by=location`: the location at which `on_hand` would change.'),
    before: changedFacts
      .nullable()
      .describe('The facts that would change, as they are before the row; null: the row would create the SKU.'),
    after: changedFacts.describe('The same facts after it; of a new SKU those that it would have.'),
  })
  .meta({ id: 'ImportChange' });
export type ImportChange = z.output<typeof importChange>;

/** A location that the rows of a dry run would make. */
export const importLocation = z
  .strictObject({
    location: z.string().describe('Its path, as answers show it.'),
    similar_to: z
      .string()
      .optional()
      .describe(
        'A location, existing or of this file, whose path differs in upper and lower case alone: probably a typing error.',
      ),
  })
  .meta({ id: 'ImportLocation' });
export type ImportLocation = z.output<typeof importLocation>;

/** Locations, and rows with changes, that the answer to a dry run lists; the others are counted. */
export const MAX_IMPORT_FORECASTS = 1_000;

/** Bytes of the changes that the answer to a dry run lists, as JSON. */
export const MAX_FORECAST_BYTES = 1_000_000;

const rows = z.int().min(0);

/** The result of an import. `rows` is the sum of `created`, `updated`, `adjusted`, `unchanged` and `failed`. */
export const importReport = z
  .strictObject({
    dry_run: z.boolean().describe('True for a dry run: nothing was changed, and the numbers are a forecast.'),
    rows: rows.describe('Rows read.'),
    created: rows.describe('Rows that created a SKU.'),
    updated: rows.describe('Rows that updated a SKU.'),
    adjusted: rows.describe('Rows with `op` `adjust` that moved stock.'),
    unchanged: rows.describe('Rows that match the SKU as it is.'),
    failed: rows.describe('Rows that failed and changed nothing.'),
    errors: z.array(importError).max(MAX_IMPORT_ERRORS).describe('Errors of failed rows, in order: the first 1 000.'),
    errors_left_out: rows.describe('Number of further errors.'),
    duplicate_rows: rows
      .optional()
      .describe(
        `Rows without \`op\` and \`expected_on_hand\` whose SKU is that of an earlier one, with \`by=location\` whose SKU and place are. They are done in the order of the file, so the last one counts. The first ${MAX_COMPARED_SKUS} SKUs of a file are compared.`,
      ),
    duplicates: z
      .array(duplicateRow)
      .max(MAX_IMPORT_ERRORS)
      .optional()
      .describe('The duplicate rows, in order: the first 1 000.'),
    changes: z
      .array(importChange)
      .max(MAX_IMPORT_FORECASTS)
      .optional()
      .describe('Dry runs: what each row would change, in order: the first 1 000 of 1 MB at most.'),
    changes_left_out: rows.optional().describe('Dry runs: number of further rows that would change a SKU.'),
    new_locations: z
      .array(importLocation)
      .max(MAX_IMPORT_FORECASTS)
      .optional()
      .describe(
        'Dry runs: locations that would be created, in the order of the file, each after the locations that contain it: the first 1 000.',
      ),
    new_locations_left_out: rows.optional().describe('Dry runs: number of further new locations, of the first 100 000.'),
  })
  .meta({
    id: 'ImportReport',
    examples: [
      {
        dry_run: false,
        rows: 3,
        created: 1,
        updated: 1,
        adjusted: 0,
        unchanged: 0,
        failed: 1,
        errors: [
          {
            row: 3,
            line: 4,
            column: 'on_hand',
            code: 'invalid_type',
            message:
              'Must be a whole number in digits alone, such as 1000: without separators, and with no fraction but .0 or .00. The file has "1.000" here.',
          },
        ],
        errors_left_out: 0,
        duplicate_rows: 1,
        duplicates: [{ sku: 'MUG-01', row: 2, line: 3, first_row: 1, first_line: 2 }],
      },
    ],
  });
export type ImportReport = z.output<typeof importReport>;
