import { AppError } from '@fulfilment/kernel';
import { CsvError, type Parser, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { MAX_LINE_BYTES } from './ndjson.ts';
import { utf8Checked } from './utf8.ts';

/**
 * Reads rows of CSV (RFC 4180): commas, double quotes, lines ended by LF, CRLF or CR. Empty lines are passed over, a byte order
 * mark too. A row has as many cells as it has: whether these are right is for the reader.
 *
 * @param bytes as they come.
 * @throws AppError `malformed_csv` where it cannot be read on, or for a piece that is not UTF-8, after all rows before were given.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const rows: string[][] = [];
  const parser = parse({
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
    // Taken here, since a parser that fails drops the rows that nobody has read yet.
    on_record: (row: string[]) => {
      rows.push(row);
      return null;
    },
  });
  // Each write tells its own failure.
  parser.on('error', () => undefined).resume();
  for await (const chunk of utf8Checked(bytes, malformed)) {
    const failure = await feed(parser, chunk);
    yield* rows.splice(0);
    if (failure) throw malformed(sentenceOf(failure), failure);
  }
  const failure = await feed(parser, null);
  yield* rows.splice(0);
  if (failure) throw malformed(sentenceOf(failure), failure);
}

/** Rows as CSV (RFC 4180), each ended by CRLF. Null is an empty cell. */
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

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened and not closed',
  INVALID_OPENING_QUOTE: 'A quote stands inside a cell that has none around it',
  CSV_INVALID_CLOSING_QUOTE: 'A closed quote is followed by something else than a comma or the end of the line',
  CSV_MAX_RECORD_SIZE: `A row has more than ${MAX_LINE_BYTES} bytes`,
};

function sentenceOf(error: Error): string {
  if (!(error instanceof CsvError)) throw error;
  const line: unknown = error['lines'];
  const reason = REASONS[error.code] ?? 'This is not CSV as RFC 4180 has it';
  return `${reason}${typeof line === 'number' ? `, in line ${line}` : ''}.`;
}

function malformed(message: string, cause?: unknown): AppError {
  return new AppError({ kind: 'invalid', code: 'malformed_csv', message, cause });
}
