import {
  columnNameOf,
  CSV,
  errors,
  IGNORED_COLUMNS,
  IMPORT_COLUMNS,
  inventoryItem,
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
export function readImportRows(
  medium: string,
  charset = 'utf-8',
): (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<ImportRow> {
  return medium === CSV ? (bytes) => csvRows(readCsv(bytes, charset)) : ndjsonRows;
}

async function* csvRows(lines: AsyncIterable<Numbered<readonly string[]>>): AsyncGenerator<ImportRow> {
  let columns: readonly string[] | undefined;
  let number = 0;
  for await (const { line, content: cells } of lines) {
    if (!columns) {
      columns = readColumns(withoutEmptyEnd(cells));
      continue;
    }
    number += 1;
    const count = cells.length > columns.length ? Math.max(columns.length, withoutEmptyEnd(cells).length) : cells.length;
    yield count === columns.length
      ? rowOf({ number, line }, contentOf(columns, cells))
      : wrongRow({ number, line }, cells, `The row has ${count} cells, and the header line ${columns.length}.`);
  }
  if (!columns) throw emptyFile();
}

async function* ndjsonRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ImportRow> {
  let number = 0;
  for await (const each of readNdjson(bytes)) {
    number += 1;
    yield lineRow({ number, line: each.line }, each);
  }
  if (number === 0) throw emptyFile();
}

/** Where a row stands in its file. */
type RowPosition = Pick<ImportRow, 'number' | 'line'>;

function lineRow(position: RowPosition, { content, text }: NdjsonLine): ImportRow {
  if (content.type === 'malformed') return wrongRow(position, null, content.message);
  const { value } = content;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrongRow(position, value, 'It must be an object.');
  const taken = Object.fromEntries(Object.entries(value).filter(([name]) => !isIgnored(name)));
  return rowOf(position, withNumbersRead(taken, text));
}

type Content = Readonly<Record<string, unknown>>;

/** Empty cells are left out, and blanks at the ends of others; cells of number columns become numbers, where they can. */
function contentOf(columns: readonly string[], cells: readonly string[]): Content {
  const named = columns.flatMap((column, index): [string, unknown][] => {
    const cell = (cells[index] ?? '').trim();
    return cell === '' || isIgnored(column) ? [] : [[column, valueOf(column, cell)]];
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

function isIgnored(name: string): boolean {
  return IGNORED_COLUMNS.some((column) => column === name);
}

function rowOf(position: RowPosition, content: Content): ImportRow {
  const { op, ...fields } = content;
  if ((op ?? '') !== '') return { ...position, content, change: { type: 'said', row: said(content) } };
  const update = said({ op: 'update', ...fields });
  // A row that expects a total is about a SKU that exists.
  if ((fields['expected_on_hand'] ?? '') !== '') return { ...position, content, change: { type: 'said', row: update } };
  const sku = skuCode.safeParse(fields['sku']).data ?? '';
  return { ...position, content, change: { type: 'upsert', sku, create: said({ op: 'create', ...opening(fields) }), update } };
}

function said(fields: Content): ParsedRow {
  const row = parseItem(inventoryItem, fields, '');
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

function emptyFile(): AppError {
  return errors.validationFailed('The file is empty.', {
    facts: {
      errors: [{ pointer: '', code: 'required', message: `It takes at least a line. Columns are ${IMPORT_COLUMNS.join(', ')}.` }],
    },
  });
}

const TAKEN: readonly string[] = [...IMPORT_COLUMNS, ...IGNORED_COLUMNS];

/**
 * Reads the header line of a file to import.
 *
 * @throws AppError `validation_failed` naming every column that there is not, or that there is twice, and `sku` where it is missing.
 */
function readColumns(cells: readonly string[]): readonly string[] {
  const columns = cells.map(columnNameOf);
  const faults = columns.flatMap((column, index) => faultOf(column, index, columns) ?? []);
  if (!columns.includes('sku')) faults.push({ pointer: '/columns', code: 'required', message: missing(columns) });
  if (faults.length === 0) return columns;
  throw errors.validationFailed('The header line cannot be taken. Nothing was imported.', { facts: { errors: faults } });
}

function faultOf(column: string, index: number, columns: readonly string[]): ProblemItem | undefined {
  const pointer = `/columns/${index}`;
  if (!TAKEN.includes(column)) return { pointer, code: 'unknown_field', message: unknown(column) };
  const isSecond = columns.indexOf(column) < index;
  return isSecond ? { pointer, code: 'duplicate', message: `The column ${column} is there twice.` } : undefined;
}

function unknown(column: string): string {
  const what = column === '' ? 'A column has no name.' : `There is no column ${JSON.stringify(column.slice(0, 100))}.`;
  return `${what} Columns are ${IMPORT_COLUMNS.join(', ')}.`;
}

function missing(columns: readonly string[]): string {
  const isOther = columns.length === 1 && /\||:/.test(columns[0] ?? '');
  return isOther
    ? 'The column sku is missing: cells are separated by commas, semicolons or tabs, or by what a first line sep= names.'
    : 'The column sku is missing.';
}
