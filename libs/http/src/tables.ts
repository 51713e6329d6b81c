import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import { CsvError, type Parser, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';

/** Bytes in one line or row at most. */
const MAX_LINE_BYTES = 65_536;

/**
 * Reads rows of CSV (RFC 4180): commas, double quotes, lines ended by LF, CRLF or CR. Empty lines and a byte order mark are skipped.
 * The number of cells in a row is for the caller to check.
 *
 * @throws AppError `malformed_csv` where it cannot be parsed further, or for a piece that is not UTF-8, after all rows before it.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const rows: string[][] = [];
  const parser = parse({
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
    // Taken here, since a parser that fails drops the rows that were not read yet.
    on_record: (row: string[]) => {
      rows.push(row);
      return null;
    },
  });
  // Each write reports its own failure.
  parser.on('error', () => undefined).resume();
  for await (const chunk of utf8Checked(bytes, errors.malformedCsv)) {
    const failure = await feed(parser, chunk);
    yield* rows.splice(0);
    if (failure) throw malformedCsv(failure);
  }
  const failure = await feed(parser, null);
  yield* rows.splice(0);
  if (failure) throw malformedCsv(failure);
}

/** Writes rows as CSV (RFC 4180), each ended by CRLF. Null is an empty cell. */
export function csvText(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', cast: { boolean: String } });
}

/** @param chunk null at the end. */
function feed(parser: Parser, chunk: Uint8Array | null): Promise<Error | undefined> {
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  const done = (error?: Error | null): void => resolve(error ?? undefined);
  if (chunk === null) parser.end(done);
  else parser.write(chunk, done);
  return promise;
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is not closed',
  INVALID_OPENING_QUOTE: 'A quote stands inside an unquoted cell',
  CSV_INVALID_CLOSING_QUOTE: 'A closing quote is followed by neither a comma nor the end of the line',
  CSV_MAX_RECORD_SIZE: `A row has more than ${MAX_LINE_BYTES} bytes`,
};

function malformedCsv(error: Error): AppError {
  if (!(error instanceof CsvError)) throw error;
  const line: unknown = error['lines'];
  const fault = CSV_FAULTS[error.code] ?? 'The text is not CSV (RFC 4180)';
  return errors.malformedCsv(`${fault}${typeof line === 'number' ? `, in line ${line}` : ''}.`, { cause: error });
}

/** One line of newline-delimited JSON. */
export type JsonLine =
  | { readonly type: 'value'; readonly value: unknown }
  /** Not JSON; later lines may be. */
  | { readonly type: 'malformed'; readonly message: string };

const LINE_FEED = 0x0a;

/**
 * Reads newline-delimited JSON: one document a line, ended by LF or CRLF. Empty lines and a byte order mark are skipped.
 *
 * @throws AppError `malformed_json` for a line of more than 64 KiB, or a piece that is not UTF-8, after all lines before it.
 */
export async function* readNdjson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<JsonLine> {
  for await (const line of linesOf(utf8Checked(bytes, errors.malformedJson))) {
    // `trim` removes a byte order mark too.
    const text = line.trim();
    if (text !== '') yield parsed(text);
  }
}

/** Writes values as newline-delimited JSON. */
export function ndjsonText(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array): void => {
    parts.push(part);
    size += part.length;
    if (size > MAX_LINE_BYTES) throw errors.malformedJson(`A line has more than ${MAX_LINE_BYTES} bytes.`);
  };
  const take = (): string => {
    const line = Buffer.concat(parts).toString();
    parts = [];
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

function parsed(text: string): JsonLine {
  try {
    return { type: 'value', value: JSON.parse(text) };
  } catch (error) {
    // V8's message quotes the client's own text and nothing of ours.
    return { type: 'malformed', message: `The line is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** @throws what `malformed` makes, for the first piece that is not UTF-8; the pieces before it are passed on. */
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
