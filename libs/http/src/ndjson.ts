import { AppError } from '@fulfilment/kernel';
import { utf8Checked } from './utf8.ts';

/** The most that one line or row may have, in bytes. */
export const MAX_LINE_BYTES = 65_536;

/** One line of newline-delimited JSON. */
export type JsonLine =
  | { readonly type: 'value'; readonly value: unknown }
  /** It is no JSON; those behind it may be. */
  | { readonly type: 'malformed'; readonly message: string };

const LINE_FEED = 0x0a;

/**
 * Reads newline-delimited JSON: a document a line, ended by LF or CRLF. Empty lines are passed over, a byte order mark too.
 *
 * @param bytes as they come.
 * @throws AppError `malformed_json` for a line of more than 64 KiB, or a piece that is not UTF-8, after all lines before were given.
 */
export async function* readNdjson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<JsonLine> {
  for await (const line of linesOf(utf8Checked(bytes, malformed))) {
    // A byte order mark is white space to it.
    const text = line.trim();
    if (text !== '') yield parsed(text);
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

function parsed(text: string): JsonLine {
  try {
    return { type: 'value', value: JSON.parse(text) };
  } catch (error) {
    // V8's message quotes the client's own text and nothing of ours.
    return { type: 'malformed', message: `The line is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const tooLong = (): AppError => malformed(`A line has more than ${MAX_LINE_BYTES} bytes.`);

function malformed(message: string): AppError {
  return new AppError({ kind: 'invalid', code: 'malformed_json', message });
}
