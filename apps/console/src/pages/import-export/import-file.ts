import { columnNameOf, csvDialectOf, IGNORED_COLUMNS, IMPORT_COLUMNS, withoutEmptyEnd } from '@fulfilment/contracts';
import Papa from 'papaparse';
import { strings } from './file-strings.ts';

const { import: words } = strings;

/** The media type of a file to import. */
export type FileType = keyof typeof strings.media;

/** A file that a member chose, and its first rows. */
export interface ChosenFile {
  readonly file: File;
  readonly type: FileType;
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Reasons for which no import can read the file. */
  readonly faults: readonly string[];
}

/** A column of a file, and what an import makes of it. */
export interface PreviewColumn {
  readonly name: string;
  readonly use: 'imported' | 'ignored' | 'unknown';
}

/** Rows that are shown, and the bytes that are read for them. */
const SHOWN_ROWS = 8;
const READ_BYTES = 65_536;

/** Reads the beginning of a file as an import would. */
export async function readBeginning(file: File): Promise<ChosenFile> {
  const type = /\.(?:nd)?jsonl?$/i.test(file.name) ? 'application/x-ndjson' : 'text/csv';
  const bytes = await file.slice(0, READ_BYTES).arrayBuffer();
  // Without the mark of the byte order, and without the rest of a character that the cut left.
  const text = new TextDecoder().decode(bytes, { stream: true });
  const { names, rows } = type === 'text/csv' ? readCsv(text) : readNdjson(text);
  const columns = names.map((name) => ({ name, use: useOf(name) }));
  return { file, type, columns, rows, faults: faultsOf(columns, type) };
}

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function readCsv(text: string): Table {
  const begun = text.replace(/^(?:\r?\n)+/, '');
  const { separator, skipped } = csvDialectOf(begun) ?? { separator: ',', skipped: 0 };
  const { data } = Papa.parse<string[]>(begun.slice(skipped), {
    delimiter: separator,
    skipEmptyLines: true,
    preview: SHOWN_ROWS + 1,
  });
  const [header = [], ...rows] = data;
  const names = withoutEmptyEnd(header).map(columnNameOf);
  return { names, rows: rows.map((cells) => (cells.length > names.length ? withoutEmptyEnd(cells) : cells)) };
}

function readNdjson(text: string): Table {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const records = lines.slice(0, SHOWN_ROWS).map(recordOf);
  const names = [...new Set(records.flatMap((record) => Object.keys(record ?? {})))];
  const rows = records.map((record) => (record ? names.map((name) => cellOf(record[name])) : [words.unreadableLine]));
  return { names, rows };
}

function recordOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line, asWritten);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

/** A number as its text, which browsers from 2025 on tell (the third argument is of ECMAScript 2026). */
function asWritten(_name: string, value: unknown, ...[context]: unknown[]): unknown {
  const isTold = typeof value === 'number' && typeof context === 'object' && context !== null && 'source' in context;
  return isTold ? context.source : value;
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function useOf(name: string): PreviewColumn['use'] {
  if (IMPORT_COLUMNS.some((known) => known === name)) return 'imported';
  return IGNORED_COLUMNS.some((known) => known === name) ? 'ignored' : 'unknown';
}

function faultsOf(columns: readonly PreviewColumn[], type: FileType): readonly string[] {
  if (columns.length === 0) return [words.empty];
  // Of NDJSON each row has members of its own.
  if (type !== 'text/csv') return [];
  const [only] = columns;
  if (columns.length === 1 && only !== undefined && /\||^"?sep=/.test(only.name)) return [words.separators];
  const unknown = columns.filter(({ use }) => use === 'unknown').map(({ name }) => `“${name}”`);
  const faults = unknown.length === 0 ? [] : [words.unknownColumns(unknown.join(', '))];
  return columns.some(({ name }) => name === 'sku') ? faults : [...faults, words.noSku];
}
