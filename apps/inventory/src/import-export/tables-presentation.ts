import { csvDialectOf, errors, ROW_ENDS } from '@fulfilment/contracts';
import { parseJson, type ParsedJson } from '@fulfilment/http';
import type { AppError } from '@fulfilment/kernel';
import { CsvError, parse, type Parser } from 'csv-parse';
import { decodedLines, MAX_LINE_BYTES } from './text-presentation.ts';

/** One line of a file, and its number in a spreadsheet or editor: from 1, empty lines counted. */
export interface Numbered<Content> {
  readonly line: number;
  readonly content: Content;
}

/**
 * Reads rows of CSV (RFC 4180): double quotes, lines ended by LF or CRLF, and between the cells what the first line says. Empty lines are
 * passed over, a byte order mark too. A row has as many cells as it has: whether these are right is for the reader.
 *
 * @param bytes as they come.
 * @param charset a label of `TextDecoder`.
 * @throws AppError `malformed_csv` where it cannot be read on, for a CR alone outside quotes, or for bytes that are none of the charset,
 * after all rows before were given.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, charset = 'utf-8'): AsyncGenerator<Numbered<readonly string[]>> {
  const rows = new CsvRows();
  for await (const text of decodedLines(bytes, charset)) {
    if (text !== undefined) {
      yield* rows.read(text);
      continue;
    }
    yield* rows.readUntilFault();
    throw notInCharset(charset, rows);
  }
  yield* rows.read(null);
}

/** The rows of a file, piece by piece. */
class CsvRows {
  /** Absent before the first line that is not empty. */
  #parser: Parser | undefined;
  readonly #read: Numbered<readonly string[]>[] = [];
  /** Empty lines before the first row, and all lines before it as an editor counts them. */
  #blank = 0;
  #skipped = 0;
  /** Empty lines behind the first row. */
  #empty = 0;
  /** Rows read, the header line among them. */
  count = 0;

  /** The line of the next row, as a spreadsheet counts: a row is one, however many it takes, and a line `sep=` is none. */
  get next(): number {
    return this.#blank + this.count + this.#empty + 1;
  }

  /** @param text null at the end. */
  async *read(text: string | null): AsyncGenerator<Numbered<readonly string[]>> {
    const rest = this.#parser || text === null ? text : this.#open(text);
    const failure = this.#parser && (await feed(this.#parser, rest));
    yield* this.#read.splice(0);
    if (failure) throw refusalOf(failure, this.#skipped);
  }

  /** The parser keeps the last row until it has seen what follows; a cell that goes on in the line at fault is not closed. */
  async *readUntilFault(): AsyncGenerator<Numbered<readonly string[]>> {
    if (this.#parser) await feed(this.#parser, null);
    yield* this.#read.splice(0);
  }

  /** Opens the parser by the first line that is not empty. @returns the text from the header line on. */
  #open(text: string): string {
    const [opening = ''] = /^(?:\r?\n)*/.exec(text) ?? [];
    this.#blank += opening.split('\n').length - 1;
    const rest = text.slice(opening.length);
    if (rest === '') return rest;
    const dialect = csvDialectOf(rest);
    if (!dialect) throw malformedCsv('The line sep= names none of comma, semicolon, tab and bar.');
    this.#skipped = this.#blank + (dialect.skipped > 0 ? 1 : 0);
    this.#parser = this.#parserFor(dialect.separator);
    return rest.slice(dialect.skipped);
  }

  #parserFor(separator: string): Parser {
    const parser = parse({
      delimiter: separator,
      // Files with tabs come from systems that quote nothing.
      relax_quotes: separator === '\t',
      record_delimiter: [...ROW_ENDS],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_LINE_BYTES,
      cast: (cell, { quoting: isQuoted, empty_lines: emptyLines }) => {
        this.#empty = emptyLines;
        if (!isQuoted && cell.includes('\r')) throw endsWithCr(this.next);
        return cell;
      },
      // Taken here, since a parser that fails drops its unread rows.
      on_record: (content: string[], { empty_lines: emptyLines }: { readonly empty_lines: number }) => {
        this.#empty = emptyLines;
        this.#read.push({ line: this.next, content });
        this.count += 1;
        return null;
      },
    });
    // Each write reports its own failure.
    return parser.on('error', () => undefined).resume();
  }
}

/** @param text null at the end. */
function feed(parser: Parser, text: string | null): Promise<Error | undefined> {
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  const done = (error?: Error | null): void => resolve(error ?? undefined);
  if (text === null) parser.end(done);
  else parser.write(text, done);
  return promise;
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is not closed',
  INVALID_OPENING_QUOTE: 'A quote stands inside an unquoted cell',
  CSV_INVALID_CLOSING_QUOTE: 'A closing quote is followed by neither a separator nor the end of the line',
  CSV_MAX_RECORD_SIZE: `A row has more than ${MAX_LINE_BYTES} bytes`,
};

/** @param skipped lines before those that the parser was given. */
function refusalOf(error: Error, skipped: number): Error {
  if (!(error instanceof CsvError)) return error;
  const line: unknown = error['lines'];
  const reason = REASONS[error.code] ?? 'The text is not CSV (RFC 4180)';
  return malformedCsv(`${reason}${typeof line === 'number' ? `, in line ${line + skipped}` : ''}.`, error);
}

const malformedCsv = (detail: string, cause?: unknown): AppError => errors.malformedCsv(detail, { cause });

/** Such a row would be read, and not counted by the meter of rows. */
const endsWithCr = (line: number): AppError =>
  malformedCsv(`A row ends with CR alone, in line ${line}. Rows end with LF or CRLF.`);

/** @param at the line and the row at fault, the header line being row 0. */
function notInCharset(charset: string, { next, count }: { readonly next: number; readonly count: number }): AppError {
  const facts = count === 0 ? {} : { row: count };
  if (charset !== 'utf-8') return errors.malformedCsv(`The text is not ${charset}, in line ${next}.`, { facts });
  const hint = 'Another charset is named in the Content-Type, as in text/csv; charset=windows-1252.';
  return errors.malformedCsv(`The text is not UTF-8, in line ${next}. ${hint}`, { facts });
}

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
  for await (const lines of decodedLines(bytes, 'utf-8')) {
    if (lines === undefined) throw malformedJson(`The text is not UTF-8, in line ${line + 1}.`);
    for (const each of lines.split('\n').slice(0, lines.endsWith('\n') ? -1 : undefined)) {
      line += 1;
      if (Buffer.byteLength(each) > MAX_LINE_BYTES) throw malformedJson(`A line has more than ${MAX_LINE_BYTES} bytes.`);
      const text = each.trim();
      if (text !== '') yield { line, text, content: parseJson(text, 'line') };
    }
  }
}

/** Values as newline-delimited JSON. */
export function ndjsonText(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

const malformedJson = (detail: string): AppError => errors.malformedJson(detail);
