import { errors, MAX_BODY_LEVELS, MAX_BODY_MEMBERS } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { IncomingMessage } from 'node:http';

/**
 * Reads a JSON body. An empty one is `{}` and needs no Content-Type.
 *
 * @param received the body, where the accepting server has read it.
 * @throws AppError `payload_too_large` over `maxBytes`, `unsupported_media_type` unless it is uncompressed `application/json` in
 * UTF-8, `malformed_json` where it cannot be read, is deeper than 64 levels or has an object of more than 1 000 members.
 */
export async function readJsonBody(request: IncomingMessage, maxBytes: number, received?: Buffer): Promise<unknown> {
  const bytes = received ?? (await readBytes(request, maxBytes));
  if (bytes.length === 0) return NO_MEMBERS;
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (essenceOf(type) !== 'application/json' || charsetOf(type) !== 'utf-8' || encoding.toLowerCase() !== 'identity') {
    throw errors.unsupportedMediaType('Send the body as application/json, in UTF-8 and uncompressed.');
  }
  return parse(bytes);
}

/** The value of an empty body. */
const NO_MEMBERS: Readonly<Record<string, never>> = {};

/**
 * The value of a JSON body as {@link readJsonBody} gives it, for one that passes a gateway: without a byte order mark, and `{}` where
 * it is empty.
 *
 * @throws AppError `malformed_json`, as it does.
 */
export function parseBody(bytes: Buffer): unknown {
  return bytes.length === 0 ? NO_MEMBERS : parse(bytes);
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw payloadTooLarge(maxBytes);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}

/** The rest of the body is not read, so the connection has to be closed. */
export function payloadTooLarge(maxBytes: number): AppError {
  const detail = `The body may have at most ${maxBytes} bytes.`;
  return errors.payloadTooLarge(detail, { facts: { max_bytes: maxBytes }, headers: { connection: 'close' } });
}

function parse(bytes: Buffer): unknown {
  // Before it is parsed: an object of 75 000 members takes some ten times as much memory as its text.
  if (!isWithinMembers(bytes, MAX_BODY_MEMBERS)) {
    throw errors.malformedJson(`The body has an object of more than ${MAX_BODY_MEMBERS} members.`);
  }
  const parsed = parseJson(decode(bytes), 'body');
  if (parsed.type === 'malformed') throw errors.malformedJson(parsed.message);
  return parsed.value;
}

/** The value of a JSON text, or its fault in one sentence. */
export type ParsedJson =
  | { readonly type: 'value'; readonly value: unknown }
  | { readonly type: 'malformed'; readonly message: string };

/**
 * Parses a client's JSON, of at most 64 levels: recursion over it, such as that of `JSON.stringify`, fails at some thousand.
 *
 * @param part the part of the request that the text is, for the sentence.
 */
export function parseJson(text: string, part: 'body' | 'line'): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // V8's message quotes the client's own text and nothing of ours.
    return { type: 'malformed', message: `The ${part} is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (isWithinDepth(value, MAX_BODY_LEVELS)) return { type: 'value', value };
  return { type: 'malformed', message: `The ${part} is nested more than ${MAX_BODY_LEVELS} levels deep.` };
}

/**
 * True if objects and lists nest at most `levels` deep; the walk does not recurse.
 *
 * @param value as `JSON.parse` gives it.
 * @param levels an object or list of plain values has one; 0 or more.
 */
export function isWithinDepth(value: unknown, levels: number): boolean {
  let within = [value].filter(hasMembers);
  for (let level = 0; level < levels && within.length > 0; level += 1) {
    within = within.flatMap((each) => Object.values(each).filter(hasMembers));
  }
  return within.length === 0;
}

/** The shortest member of an object, `"":0,`. */
const MEMBER_BYTES = 5;
const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((each) => each.charCodeAt(0));
const [OBJECT, OBJECT_END, LIST, LIST_END] = ['{', '}', '[', ']'].map((each) => each.charCodeAt(0));

/**
 * True unless an object of a JSON text has more than `members` members; a repeated name counts each time. One pass over the bytes,
 * which makes nothing; a text that is too short for so many is not looked at. Where the text is not JSON, either may come.
 *
 * @param json in UTF-8.
 */
export function isWithinMembers(json: Uint8Array, members: number): boolean {
  if (json.length <= members * MEMBER_BYTES) return true;
  // Commas seen in each object that is open, from the outside in; a list has no count.
  const open: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === OBJECT) open.push(0);
    else if (byte === LIST) open.push(Number.NEGATIVE_INFINITY);
    else if (byte === OBJECT_END || byte === LIST_END) open.pop();
    else if (byte === COMMA) {
      const commas = (open.pop() ?? 0) + 1;
      if (commas >= members) return false;
      open.push(commas);
    }
  }
  return true;
}

/** The place of the quotation mark that ends the string, or the end of the text. */
function endOfString(json: Uint8Array, begin: number): number {
  for (let at = begin + 1; at < json.length; at += 1) {
    if (json[at] === BACKSLASH) at += 1;
    else if (json[at] === QUOTE) return at;
  }
  return json.length;
}

function hasMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw errors.malformedJson('The body is not UTF-8.');
  }
}

/** The media type of a `Content-Type`, without its parameters and in lower case (RFC 9110 section 8.3.1). */
export function essenceOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** The charset of a `Content-Type` in lower case; `utf-8` where it names none. */
export function charsetOf(contentType: string): string {
  const [, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  return charset === undefined || charset === 'utf8' ? 'utf-8' : charset;
}
