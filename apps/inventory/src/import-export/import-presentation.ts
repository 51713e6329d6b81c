import {
  columnNameOf,
  CSV,
  errors,
  IGNORED_COLUMNS,
  IMPORT_COLUMNS,
  type ImportInventoryQuery,
  inventoryItem,
  LOCATION_IGNORED_COLUMNS,
  LOCATION_IMPORT_COLUMNS,
  type LocationCount,
  locationCount,
  type ProblemItem,
  skuCode,
  withoutEmptyEnd,
} from '@fulfilment/contracts';
import { parseItem } from '@fulfilment/http';
import { type AppError, unguardFormula } from '@fulfilment/kernel';
import type { ImportRow, ParsedRow } from './apply-rows.ts';
import { numberInCell, UnreadNumber, withNumbersRead } from './numbers-presentation.ts';
import { type NdjsonLine, type Numbered, readCsv, readNdjson } from './tables-presentation.ts';

/**
 * Reads the rows of a file to import.
 *
 * @throws AppError `validation_failed` for a header line that cannot be taken and for an empty file; `malformed_csv` or
 * `malformed_json` where it cannot be read on.
 */
export function readImportRows({
  medium,
  charset = 'utf-8',
  by = 'sku',
}: ImportForm): (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<ImportRow> {
  const kind = KINDS[by];
  return (bytes) => (medium === CSV ? csvRows(readCsv(bytes, charset), kind) : ndjsonRows(bytes, kind));
}

/** How a file to import is written. */
export interface ImportForm {
  readonly medium: string;
  /** Of CSV, as `TextDecoder` names it. */
  readonly charset?: string | undefined;
  /** The subject of a row. */
  readonly by?: ImportInventoryQuery['by'];
}

/** A kind of rows. */
interface RowKind {
  /** Columns or members that a row may have. */
  readonly taken: readonly string[];
  readonly required: readonly string[];
  /** Others that it may have, for nothing. */
  readonly ignored: readonly string[];
  readonly changeOf: (content: Content) => ImportRow['change'];
}

const KINDS: Readonly<Record<NonNullable<ImportForm['by']>, RowKind>> = {
  sku: { taken: IMPORT_COLUMNS, required: ['sku'], ignored: IGNORED_COLUMNS, changeOf: skuChange },
  location: {
    taken: LOCATION_IMPORT_COLUMNS,
    required: ['sku', 'location', 'on_hand'],
    ignored: LOCATION_IGNORED_COLUMNS,
    changeOf: (content) => ({ type: 'said', row: said(content, locationItem) }),
  },
};

async function* csvRows(lines: AsyncIterable<Numbered<readonly string[]>>, kind: RowKind): AsyncGenerator<ImportRow> {
  let columns: readonly string[] | undefined;
  let number = 0;
  for await (const { line, content: cells } of lines) {
    if (!columns) {
      columns = readColumns(withoutEmptyEnd(cells), kind);
      continue;
    }
    number += 1;
    const count = cells.length > columns.length ? Math.max(columns.length, withoutEmptyEnd(cells).length) : cells.length;
    yield count === columns.length
      ? rowOf({ number, line }, contentOf(columns, cells, kind), kind)
      : wrongRow({ number, line }, cells, `The row has ${count} cells, and the header line ${columns.length}.`);
  }
  if (!columns) throw emptyFile(kind);
}

async function* ndjsonRows(bytes: AsyncIterable<Uint8Array>, kind: RowKind): AsyncGenerator<ImportRow> {
  let number = 0;
  for await (const each of readNdjson(bytes)) {
    number += 1;
    yield lineRow({ number, line: each.line }, each, kind);
  }
  if (number === 0) throw emptyFile(kind);
}

/** Where a row stands in its file. */
type RowPosition = Pick<ImportRow, 'number' | 'line'>;

function lineRow(position: RowPosition, { content, text }: NdjsonLine, kind: RowKind): ImportRow {
  if (content.type === 'malformed') return wrongRow(position, null, content.message);
  const { value } = content;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrongRow(position, value, 'It must be an object.');
  const taken = Object.fromEntries(Object.entries(value).filter(([name]) => !kind.ignored.includes(name)));
  return rowOf(position, withNumbersRead(taken, text), kind);
}

type Content = Readonly<Record<string, unknown>>;

/** Empty cells are left out, and blanks at the ends of others; cells of number columns become numbers, where they can. */
function contentOf(columns: readonly string[], cells: readonly string[], { ignored }: RowKind): Content {
  const named = columns.flatMap((column, index): [string, unknown][] => {
    const cell = (cells[index] ?? '').trim();
    return cell === '' || ignored.includes(column) ? [] : [[column, valueOf(column, cell)]];
  });
  return Object.fromEntries(named);
}

function valueOf(column: string, cell: string): unknown {
  const number = numberInCell(column, cell);
  if (number !== undefined) return number;
  const text = unguardFormula(cell);
  if (column === 'metadata') return jsonOr(text, text);
  if (column !== 'barcodes') return text;
  return text.startsWith('[') ? jsonOr(text, text) : text.split(BETWEEN_BARCODES).filter((code) => code !== '');
}

function jsonOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Blanks, commas, semicolons and bars, and a slash between blanks. A code with one of them in it stands in a JSON list. */
const BETWEEN_BARCODES = /(?:\s\/(?=\s))?[\s,;|]+/u;

/** A list of barcodes or the pairs of metadata as a cell, which an import reads as they are; nothing for none. */
export function composedCell(value: object): string {
  if (!Array.isArray(value)) return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
  const isPlain = value.every((code) => !/^\/|[\s,;|[]/u.test(String(code)));
  return isPlain ? value.join(' ') : JSON.stringify(value);
}

const rowOf = (position: RowPosition, content: Content, { changeOf }: RowKind): ImportRow => ({
  ...position,
  content,
  change: changeOf(content),
});

function skuChange(content: Content): ImportRow['change'] {
  const { op, ...fields } = content;
  if ((op ?? '') !== '') return { type: 'said', row: said(content) };
  const update = said({ op: 'update', ...fields });
  // A row that expects a total is about a SKU that exists.
  if ((fields['expected_on_hand'] ?? '') !== '') return { type: 'said', row: update };
  const sku = skuCode.safeParse(fields['sku']).data ?? '';
  return { type: 'upsert', sku, create: said({ op: 'create', ...opening(fields) }), update };
}

type ParseRow = (fields: Content) => ParsedRow;

const batchItem: ParseRow = (fields) => parseItem(inventoryItem, fields, '');
const locationItem: ParseRow = (fields) => parseItem(locationCountRow, fields, '');
/** A file by place has no operations. */
const locationCountRow = locationCount.omit({ op: true }).transform((count): LocationCount => ({ op: 'count', ...count }));

function said(fields: Content, parse = batchItem): ParsedRow {
  const row = parse(fields);
  return row.type === 'valid' ? row : explained(row.error, fields);
}

/** The fault of a number is told of the way it is written. */
function explained(error: AppError, fields: Content): ParsedRow {
  const { errors: items } = error.details;
  if (!Array.isArray(items)) return { type: 'invalid', error };
  const told = items.map((item: ProblemItem) => {
    const value = item.code === 'invalid_type' ? fields[item.pointer.slice(1)] : undefined;
    return value instanceof UnreadNumber ? { ...item, message: value.message } : item;
  });
  return { type: 'invalid', error: errors.validationFailed(error.message, { facts: { ...error.details, errors: told } }) };
}

/** Drops the fields that a creation has no use for: a new SKU is active, and its first movement is its opening. */
function opening({ status, reason: _reason, note: _note, ...fields }: Content): Content {
  return (status ?? '') === '' || status === 'active' ? fields : { ...fields, status };
}

function wrongRow(position: RowPosition, content: unknown, message: string): ImportRow {
  const error = errors.validationFailed(message);
  return { ...position, content, change: { type: 'said', row: { type: 'invalid', error } } };
}

function emptyFile({ taken }: RowKind): AppError {
  return errors.validationFailed('The file is empty.', {
    facts: {
      errors: [{ pointer: '', code: 'required', message: `The first line must name the columns, out of ${taken.join(', ')}.` }],
    },
  });
}

/**
 * Reads the header line of a file to import.
 *
 * @throws AppError `validation_failed` naming every column that there is not, or that there is twice, and the required ones that are missing.
 */
function readColumns(cells: readonly string[], kind: RowKind): readonly string[] {
  const columns = cells.map(columnNameOf);
  const faults = columns.flatMap((_, index) => faultOf(columns, index, kind) ?? []);
  for (const column of kind.required.filter((each) => !columns.includes(each)))
    faults.push({ pointer: '/columns', code: 'required', message: missing(column, columns) });
  if (faults.length === 0) return columns;
  throw errors.validationFailed('The header line is invalid. Nothing was imported.', { facts: { errors: faults } });
}

function faultOf(columns: readonly string[], index: number, { taken, ignored }: RowKind): ProblemItem | undefined {
  const pointer = `/columns/${index}`;
  const column = columns[index] ?? '';
  if (!taken.includes(column) && !ignored.includes(column))
    return { pointer, code: 'unknown_field', message: unknown(column, taken) };
  const isSecond = columns.indexOf(column) < index;
  return isSecond ? { pointer, code: 'duplicate', message: `The column ${column} appears twice.` } : undefined;
}

function unknown(column: string, taken: readonly string[]): string {
  const what = column === '' ? 'A column has no name.' : `There is no column ${JSON.stringify(column.slice(0, 100))}.`;
  return `${what} Columns are ${taken.join(', ')}.`;
}

function missing(column: string, columns: readonly string[]): string {
  const isOther = columns.length === 1 && /\||:/.test(columns[0] ?? '');
  return isOther
    ? `The column ${column} is missing: cells are separated by commas, semicolons or tabs, or by what a first line sep= names.`
    : `The column ${column} is missing.`;
}
