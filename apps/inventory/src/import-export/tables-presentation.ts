import { errors, ROW_ENDS } from '@fulfilment/contracts';
import { parseJson, type ParsedJson } from '@fulfilment/http';
import { type AppError, QUOTED_IN_CSV } from '@fulfilment/kernel';
import { CsvError, parse, type Parser } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';

/** The most that one line or row may have, in bytes. */
const MAX_LINE_BYTES = 65_536;

/** One line of a file, and its number in a spreadsheet or editor: from 1, empty lines counted. */
export interface Numbered<Content> {
  readonly line: number;
  readonly content: Content;
}

/**
 * Reads rows of CSV (RFC 4180): commas, double quotes, lines ended by LF or CRLF. Empty lines are passed over, a byte order
 * mark too. A row has as many cells as it has: whether these are right is for the reader.
 *
 * @param bytes as they come.
 * @throws AppError `malformed_csv` where it cannot be read on, for a CR alone outside quotes, or for a piece that is not UTF-8, after
 * all rows before were given.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Numbered<readonly string[]>> {
  const rows: Numbered<readonly string[]>[] = [];
  let count = 0;
  const parser = parse({
    bom: true,
    record_delimiter: [...ROW_ENDS],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
    cast: (cell, { quoting: isQuoted, empty_lines: emptyLines }) => {
      if (!isQuoted && cell.includes('\r')) throw endsWithCr(count + 1 + emptyLines);
      return cell;
    },
    // Taken here, since a parser that fails drops its unread rows.
    on_record: (content: string[], { empty_lines: emptyLines }: { readonly empty_lines: number }) => {
      count += 1;
      rows.push({ line: count + emptyLines, content });
      return null;
    },
  });
  // Each write reports its own failure.
  parser.on('error', () => undefined).resume();
  for await (const chunk of utf8Checked(bytes, malformedCsv)) {
    const failure = await feed(parser, chunk);
    yield* rows.splice(0);
    if (failure) throw refusalOf(failure);
  }
  const failure = await feed(parser, null);
  yield* rows.splice(0);
  if (failure) throw refusalOf(failure);
}

/** Rows as CSV (RFC 4180), each ended by CRLF. Null is an empty cell. */
export function csvText(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', quoted_match: QUOTED_IN_CSV, cast: { boolean: String } });
}

/** @param chunk null at the end. */
function feed(parser: Parser, chunk: Uint8Array | null): Promise<Error | undefined> {
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  const done = (error?: Error | null): void => resolve(error ?? undefined);
  if (chunk === null) parser.end(done);
  else parser.write(chunk, done);
  return promise;
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is not closed',
  INVALID_OPENING_QUOTE: 'A quote stands inside an unquoted cell',
  CSV_INVALID_CLOSING_QUOTE: 'A closing quote is followed by neither a comma nor the end of the line',
  CSV_MAX_RECORD_SIZE: `A row has more than ${MAX_LINE_BYTES} bytes`,
};

function refusalOf(error: Error): Error {
  if (!(error instanceof CsvError)) return error;
  const line: unknown = error['lines'];
  const reason = REASONS[error.code] ?? 'The text is not CSV (RFC 4180)';
  return malformedCsv(`${reason}${typeof line === 'number' ? `, in line ${line}` : ''}.`, error);
}

const malformedCsv = (detail: string, cause?: unknown): AppError => errors.malformedCsv(detail, { cause });

/** Such a row would be read, and not counted by the meter of rows. */
const endsWithCr = (line: number): AppError =>
  malformedCsv(`A row ends with CR alone, in line ${line}. Rows end with LF or CRLF.`);

const LINE_FEED = 0x0a;

/** A line of NDJSON that is not empty, and its text. */
export interface NdjsonLine extends Numbered<ParsedJson> {
  readonly text: string;
}

/**
 * Reads newline-delimited JSON: a document a line, ended by LF or CRLF. Empty lines are passed over, a byte order mark too. Behind a
 * malformed line others may be read.
 *
 * @param bytes as they come.
 * @throws AppError `malformed_json` for a line of more than 64 KiB, or a piece that is not UTF-8, after all lines before were given.
 */
export async function* readNdjson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<NdjsonLine> {
  let line = 0;
  for await (const each of linesOf(utf8Checked(bytes, malformedJson))) {
    line += 1;
    // A byte order mark is white space to it.
    const text = each.trim();
    if (text !== '') yield { line, text, content: parseJson(text, 'line') };
  }
}

/** Values as newline-delimited JSON. */
export function ndjsonText(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array): void => {
    begun.push(part);
    size += part.length;
    if (size > MAX_LINE_BYTES) throw tooLong();
  };
  const take = (): string => {
    const line = Buffer.concat(begun).toString();
    begun = [];
    size = 0;
    return line;
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  yield take();
}

const tooLong = (): AppError => malformedJson(`A line has more than ${MAX_LINE_BYTES} bytes.`);

const malformedJson = (detail: string): AppError => errors.malformedJson(detail);

/**
 * Passes bytes on that are UTF-8.
 *
 * @throws the error of `malformed` where they are not; the bytes before have been passed on.
 */
async function* utf8Checked(
  bytes: AsyncIterable<Uint8Array>,
  malformed: (message: string) => AppError,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const check = (chunk: Uint8Array | undefined): void => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw malformed('The text is not UTF-8.');
    }
  };
  for await (const chunk of bytes) {
    check(chunk);
    yield chunk;
  }
  check(undefined);
}
