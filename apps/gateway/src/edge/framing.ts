import type { IncomingMessage } from 'node:http';
import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';

const MAX_TARGET_BYTES = 8_192;
export const MAX_HEADER_BYTES = 16_384;
const MAX_HEADER_FIELDS = 100;

/** `: ` and CRLF. */
const FIELD_OVERHEAD = 4;

/**
 * Paths that two readers could read differently: empty segments, those that are dots once they are decoded, encoded controls, half an
 * escape. An encoded slash or backslash is data of its segment, as in the path of the SKU `TEE/RED/M`, and so is the separator 0x1D in a
 * GS1 barcode.
 */
const AMBIGUOUS_PATH = /\/\/|\/(?:\.|%2e){1,2}(?=\/|$)|%0[0-9a-f]|%1(?!d)[0-9a-f]|%7f|%(?![0-9a-f]{2})/i;
const PLAIN_TARGET = /^\/[!-~]*$/;
/** Of two such fields one reader takes the first and another the last. All lines of any other field are one list (RFC 9110 section 5.3). */
const ONCE: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'idempotency-key',
  'origin',
  'transfer-encoding',
]);
const PLAIN_HOST = /^[A-Za-z0-9._:[\]-]*$/;

/**
 * Refuses a request that a service could read differently from the gateway, and one that is too large.
 *
 * @returns the path without the query, byte for byte as it came and goes on.
 * @throws AppError `invalid_request`, `uri_too_long`, `headers_too_large`.
 */
export function checkFraming(request: IncomingMessage): string {
  checkSizes(request);
  checkFields(request);
  const target = request.url ?? '';
  if (!PLAIN_TARGET.test(target) || target.includes('\\') || target.includes('#'))
    throw invalidRequest('The request target is a path that begins with "/", in ASCII, without backslash and fragment.');
  const [path = ''] = target.split('?', 1);
  if (AMBIGUOUS_PATH.test(path))
    throw invalidRequest('The path has empty or dot segments, an encoded control character, or a broken escape.');
  if (!isUtf8(path)) throw invalidRequest('The path has escapes that are not UTF-8.');
  if (!isUtf8(target.slice(path.length))) throw invalidRequest('The query has a broken escape, or escapes that are not UTF-8.');
  return path;
}

function isUtf8(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    // Strict by its definition: no overlong forms, no surrogates, nothing beyond U+10FFFF.
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function checkSizes({ url = '', rawHeaders }: IncomingMessage): void {
  if (url.length > MAX_TARGET_BYTES) throw uriTooLong();
  const fields = rawHeaders.length / 2;
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length, fields * FIELD_OVERHEAD);
  if (bytes > MAX_HEADER_BYTES || fields > MAX_HEADER_FIELDS) throw headersTooLarge();
}

function checkFields({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  checkRepeats(rawHeaders);
  checkVersion(httpVersion, headers);
  const { host } = headers;
  if (host === undefined && httpVersion !== '1.0') throw invalidRequest('The Host header is required.');
  if (host !== undefined && !PLAIN_HOST.test(host)) throw invalidRequest('Host is not a host with a port.');
}

function checkRepeats(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!ONCE.has(name)) continue;
    if (seen.has(name)) throw invalidRequest(`The header has ${rawHeaders[at]} more than once.`);
    seen.add(name);
  }
}

function checkVersion(version: string, { 'transfer-encoding': coding }: IncomingMessage['headers']): void {
  if (version !== '1.1' && version !== '1.0') throw invalidRequest('The version is neither HTTP/1.1 nor HTTP/1.0.');
  if (coding === undefined) return;
  // RFC 9112 section 6.1: the framing of HTTP/1.0 with a transfer coding cannot be trusted.
  if (version === '1.0' || coding.toLowerCase() !== 'chunked')
    throw invalidRequest('The only transfer coding is chunked, of HTTP/1.1.');
}

/** The connection is not trusted further: the bytes after a refused request could be anything. */
const CLOSE = { connection: 'close' };

/** Refuses a request that can be read in more than one way. */
export function invalidRequest(detail: string): AppError {
  return errors.invalidRequest(detail, { headers: CLOSE });
}

/** Refuses a request that does not end. */
export function notInTime(detail = 'The request was not complete in time.'): AppError {
  return errors.requestTimeout(detail, { headers: CLOSE });
}

/** True where the client waits for 100 before it sends the body; one of HTTP/1.0 never does (RFC 9110 sections 10.1.1, 15.2). */
export function awaitsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion !== '1.0';
}

export function uriTooLong(): AppError {
  return errors.uriTooLong(`The request target may have at most ${MAX_TARGET_BYTES} bytes.`, {
    facts: { max_bytes: MAX_TARGET_BYTES },
    headers: CLOSE,
  });
}

export function headersTooLarge(): AppError {
  return errors.headersTooLarge(`The header may have at most ${MAX_HEADER_BYTES} bytes and ${MAX_HEADER_FIELDS} fields.`, {
    facts: { max_bytes: MAX_HEADER_BYTES, max_fields: MAX_HEADER_FIELDS },
    headers: CLOSE,
  });
}
