import { columnNameOf, IMPORT_COLUMNS, LOCATION_IMPORT_COLUMNS } from '@fulfilment/contracts';
import {
  type ColumnMapping,
  type ColumnTarget,
  IMPORT_PRESETS,
  mappedFile,
  UnreadableFile,
} from '@fulfilment/contracts/import-files';
import { strings } from './file-strings.ts';

const { import: words } = strings;

/** Character sets of a file to import. */
export const CHARSETS = ['utf-8', 'windows-1252', 'utf-16le'] as const;
export type Charset = (typeof CHARSETS)[number];

/** Columns that are those of an import as they are, that a preset maps, or that the member maps one by one. */
export const AS_THEY_ARE = '';
export const OWN_MAPPING = 'own';

/** The way in which a file is read. */
export interface ImportOptions {
  /** The subject of a row. */
  readonly by: 'sku' | 'location';
  readonly charset: Charset;
  /** {@link AS_THEY_ARE}, {@link OWN_MAPPING}, or the name of a preset. */
  readonly mapping: string;
  /** Targets by the file's columns, of {@link OWN_MAPPING}. */
  readonly own: Readonly<Record<string, string>>;
}

/** A file of which nothing else is known. */
export const PLAIN: ImportOptions = { by: 'sku', charset: 'utf-8', mapping: AS_THEY_ARE, own: {} };

/** Grams in other units of weight, as columns are written in them. */
const GRAMS: Readonly<Record<string, number>> = { kg: 1_000, lb: 453.592_37, oz: 28.349_523_125 };

/** Targets from which a member chooses; `weight_g kg` is a weight in kilograms. */
export function targetsOf({ by }: Pick<ImportOptions, 'by'>): readonly string[] {
  return by === 'location'
    ? LOCATION_IMPORT_COLUMNS
    : [...IMPORT_COLUMNS, ...Object.keys(GRAMS).map((unit) => `weight_g ${unit}`)];
}

/** Maps the columns whose names an import knows. */
export function knownColumns(header: readonly string[]): ImportOptions['own'] {
  const known = header.map((name): [string, string] => [name, columnNameOf(name)]);
  return Object.fromEntries(known.filter(([, target]) => IMPORT_COLUMNS.some((each) => each === target)));
}

/** @returns undefined where columns stay as they are. */
export function mappingOf({ mapping, own }: ImportOptions): ColumnMapping | undefined {
  if (mapping !== OWN_MAPPING) return Object.hasOwn(IMPORT_PRESETS, mapping) ? IMPORT_PRESETS[mapping] : undefined;
  return { columns: Object.fromEntries(Object.entries(own).map(([name, to]) => [name, targetOf(to)])) };
}

function targetOf(chosen: string): ColumnTarget {
  const [to = '', unit = ''] = chosen.split(' ');
  const times = GRAMS[unit];
  return times === undefined ? { to } : { to, times };
}

/** Tells the characters of a file by its beginning. Bytes that are no UTF-8 are those of older spreadsheets on Windows. */
export function charsetOf(beginning: Uint8Array<ArrayBuffer>): Charset {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  try {
    // The end may be within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** A file as it is sent. */
export interface FileToSend {
  readonly file: Blob;
  /** Undefined for UTF-8. */
  readonly charset: Charset | undefined;
  /** Rows that are not imported, with the reason, each said once. */
  readonly leftOut: readonly string[];
}

/** @throws UnreadableFile where its columns cannot be mapped, or a byte is none of the character set. */
export async function fileToSend(file: File, options: ImportOptions): Promise<FileToSend> {
  const { charset } = options;
  const mapping = mappingOf(options);
  if (!mapping) return { file, charset: charset === 'utf-8' ? undefined : charset, leftOut: [] };
  const leftOut: string[] = [];
  const parts: string[] = [];
  for await (const line of mappedFile(textOf(file, charset), mapping, (what) => leftOut.push(what))) parts.push(line);
  return { file: new Blob(parts), charset: undefined, leftOut };
}

async function* textOf(file: Blob, charset: Charset): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset, { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new UnreadableFile(words.otherCharset(strings.charsets[charset]));
    }
  };
  const reader = file.stream().getReader();
  for (let part = await reader.read(); part.value !== undefined; part = await reader.read()) yield decode(part.value);
  yield decode();
}
