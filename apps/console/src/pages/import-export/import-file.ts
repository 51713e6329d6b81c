import {
  columnNameOf,
  csvDialectOf,
  IGNORED_COLUMNS,
  IMPORT_COLUMNS,
  LOCATION_IGNORED_COLUMNS,
  LOCATION_IMPORT_COLUMNS,
  withoutEmptyEnd,
} from '@fulfilment/contracts';
import { type ColumnMapping, mappedFile, UnreadableFile } from '@fulfilment/contracts/import-files';
import { strings } from './file-strings.ts';
import { charsetOf, type ImportOptions, mappingOf, PLAIN } from './import-options.ts';

const { import: words } = strings;

/** The media type of a file to import. */
export type FileType = keyof typeof strings.media;

/** A file that a member chose, and its first rows. */
export interface ChosenFile {
  readonly file: File;
  readonly type: FileType;
  readonly options: ImportOptions;
  /** The columns of a CSV file, as its first line names them. */
  readonly header: readonly string[];
  /** Its columns and rows as they are sent. */
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Columns that a mapping leaves out, said once. */
  readonly leftOut: string | undefined;
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

/** Reads the beginning of a file as an import would. @param options by what the file shows, where undefined. */
export async function readBeginning(file: File, options?: ImportOptions): Promise<ChosenFile> {
  const type: FileType = /\.(?:nd)?jsonl?$/i.test(file.name) ? 'application/x-ndjson' : 'text/csv';
  const bytes = new Uint8Array(await file.slice(0, READ_BYTES).arrayBuffer());
  const used = options ?? { ...PLAIN, charset: type === 'text/csv' ? charsetOf(bytes) : PLAIN.charset };
  // Without the mark of the byte order, and without the rest of a character that the cut left.
  const text = new TextDecoder(used.charset).decode(bytes, { stream: true });
  const common = { file, type, options: used };
  if (type !== 'text/csv') {
    const { names, rows } = readNdjson(text);
    // Of NDJSON each row has members of its own.
    return {
      ...common,
      header: [],
      leftOut: undefined,
      ...shown(names, rows, used),
      faults: names.length === 0 ? [words.empty] : [],
    };
  }
  const mapping = mappingOf(used);
  const { names: header } = await readCsv(text);
  try {
    const { mapped, leftOut } = mapping ? await mappedBeginning(text, mapping) : { mapped: text, leftOut: undefined };
    const { names, rows } = await readCsv(mapped);
    const { columns } = shown(names.map(columnNameOf), rows, used);
    return { ...common, header, leftOut, columns, rows, faults: faultsOf(columns, used) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { ...common, header, leftOut: undefined, columns: [], rows: [], faults: [error.message] };
  }
}

/** The first rows as a mapping rewrites them. @throws UnreadableFile where it fits no column. */
async function mappedBeginning(text: string, mapping: ColumnMapping) {
  const lines: string[] = [];
  let leftOut: string | undefined;
  try {
    const told = (what: string): void => void (leftOut ??= what);
    for await (const line of mappedFile(onlyOf(text), mapping, told)) {
      if (line.trim() !== '') lines.push(line);
      if (lines.length > SHOWN_ROWS) break;
    }
  } catch (error) {
    // The cut may be within a quoted cell.
    if (lines.length === 0) throw error;
  }
  return { mapped: lines.join(''), leftOut };
}

async function* onlyOf(text: string): AsyncGenerator<string> {
  yield text;
}

function shown(names: readonly string[], rows: Table['rows'], options: ImportOptions): Pick<ChosenFile, 'columns' | 'rows'> {
  return { columns: names.map((name) => ({ name, use: useOf(name, options) })), rows };
}

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

async function readCsv(text: string): Promise<Table> {
  const begun = text.replace(/^(?:\r?\n)+/, '');
  const { separator, skipped } = csvDialectOf(begun) ?? { separator: ',', skipped: 0 };
  const { parse } = await import('papaparse');
  const { data } = parse<string[]>(begun.slice(skipped), {
    delimiter: separator,
    skipEmptyLines: true,
    preview: SHOWN_ROWS + 1,
  });
  const [header = [], ...rows] = data;
  const names = withoutEmptyEnd(header).map((name) => name.trim());
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

const COLUMNS: Readonly<Record<ImportOptions['by'], { readonly taken: readonly string[]; readonly ignored: readonly string[] }>> =
  {
    sku: { taken: IMPORT_COLUMNS, ignored: IGNORED_COLUMNS },
    location: { taken: LOCATION_IMPORT_COLUMNS, ignored: LOCATION_IGNORED_COLUMNS },
  };

function useOf(name: string, { by }: ImportOptions): PreviewColumn['use'] {
  if (COLUMNS[by].taken.includes(name)) return 'imported';
  return COLUMNS[by].ignored.includes(name) ? 'ignored' : 'unknown';
}

const REQUIRED: Readonly<Record<ImportOptions['by'], readonly string[]>> = {
  sku: ['sku'],
  location: ['sku', 'location', 'on_hand'],
};

function faultsOf(columns: readonly PreviewColumn[], { by }: ImportOptions): readonly string[] {
  if (columns.length === 0) return [words.empty];
  const [only] = columns;
  if (columns.length === 1 && only !== undefined && /\||^"?sep=/.test(only.name)) return [words.separators];
  const unknown = columns.filter(({ use }) => use === 'unknown').map(({ name }) => `“${name}”`);
  const missing = REQUIRED[by].filter((name) => columns.every((column) => column.name !== name));
  return [...(unknown.length === 0 ? [] : [words.unknownColumns(unknown.join(', '))]), ...missing.map(words.noColumn)];
}
