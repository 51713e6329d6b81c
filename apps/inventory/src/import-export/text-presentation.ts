/** The most that one line or row may have, in bytes of UTF-8. */
export const MAX_LINE_BYTES = 65_536;

/** Bytes of a line that is too long in every charset. */
const HOPELESS_BYTES = 2 * MAX_LINE_BYTES + 4;

const LINE_FEED = 0x0a;

/**
 * The text of a file in pieces of whole lines, their ends included, without a byte order mark. A line that is too long for any reader
 * comes in parts.
 *
 * @param bytes as they come.
 * @param charset a label of `TextDecoder`.
 * @returns undefined at last where the next line has bytes that are none of the charset.
 */
export async function* decodedLines(bytes: AsyncIterable<Uint8Array>, charset: string): AsyncGenerator<string | undefined> {
  let isFirst = true;
  for await (const piece of wholeLines(bytes, charset === 'utf-16le' ? 2 : 1)) {
    const { text, isWhole } = decodedPart(piece, charset);
    const shown = isFirst && text.startsWith('\u{FEFF}') ? text.slice(1) : text;
    isFirst = false;
    if (shown !== '') yield shown;
    if (isWhole) continue;
    yield undefined;
    return;
  }
}

/** As many of the lines as can be decoded, from the first on. */
function decodedPart(piece: Uint8Array, charset: string): { readonly text: string; readonly isWhole: boolean } {
  const unit = charset === 'utf-16le' ? 2 : 1;
  // A part of a line may end within a character, and is refused for its length.
  const isHopeless = piece.length >= HOPELESS_BYTES && endOfLine(piece, 0, unit) === piece.length;
  const all = isHopeless ? new TextDecoder(charset).decode(piece) : decoded(piece, charset);
  if (all !== undefined) return { text: all, isWhole: true };
  let text = '';
  for (let from = 0, end = 0; ; from = end) {
    end = endOfLine(piece, from, unit);
    const line = decoded(piece.subarray(from, end), charset);
    if (line === undefined || end >= piece.length) return { text, isWhole: false };
    text += line;
  }
}

function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The place behind the next line feed; the end of the bytes without one. */
function endOfLine(bytes: Uint8Array, from: number, unit: 1 | 2): number {
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
    if (unit === 1 || (at % 2 === 0 && bytes[at + 1] === 0)) return at + unit;
  return bytes.length;
}

/** Bytes in pieces that end with a line: what comes behind the last of a chunk waits for the next. */
async function* wholeLines(bytes: AsyncIterable<Uint8Array>, unit: 1 | 2): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    // A unit of two bytes may be cut by the end of a chunk, so its bytes are counted from where the piece begins.
    const end = endOfLastLine(chunk, size % unit, unit);
    if (end > 0) {
      yield Buffer.concat([...begun, chunk.subarray(0, end)]);
      begun = [];
      size = 0;
    }
    begun.push(chunk.subarray(end));
    size += chunk.length - end;
    if (size < HOPELESS_BYTES) continue;
    yield Buffer.concat(begun);
    begun = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(begun);
}

/** @param phase bytes of a unit that came before the chunk. @returns 0 where no line ends. */
function endOfLastLine(chunk: Uint8Array, phase: number, unit: 1 | 2): number {
  for (let at = chunk.lastIndexOf(LINE_FEED); at >= 0; at = at === 0 ? -1 : chunk.lastIndexOf(LINE_FEED, at - 1))
    if (unit === 1 || ((at + phase) % 2 === 0 && chunk[at + 1] === 0)) return at + unit;
  return 0;
}
