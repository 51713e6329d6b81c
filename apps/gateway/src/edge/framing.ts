import type { IncomingMessage } from 'node:http';
import { headersTooLarge, invalidRequest, uriTooLong } from '../request-refusals.ts';

export const MAX_TARGET_BYTES = 8_192;
export const MAX_HEADER_BYTES = 16_384;
const MAX_HEADER_FIELDS = 100;

/** `: ` and CRLF. */
const FIELD_OVERHEAD = 4;

/** What two readers could take for different paths: empty and dot segments, encoded slashes, backslashes and nulls, half an escape. */
const AMBIGUOUS_PATH = /\/\/|\/(?:\.|%2e){1,2}(?=\/|$)|%2f|%5c|%00|%(?![0-9a-f]{2})/i;
const PLAIN_TARGET = /^\/[!-~]*$/;
const PLAIN_HOST = /^[A-Za-z0-9._:[\]-]*$/;

/**
 * Refuses what services could understand differently than the gateway does, and what is larger than anything that makes sense.
 *
 * @returns the path, byte for byte as it came and goes on, without the query.
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
    throw invalidRequest('The path has empty or dot segments, an encoded slash, backslash or null, or a broken escape.');
  if (!isUtf8(path)) throw invalidRequest('The path has escapes that are not UTF-8.');
  return path;
}

function isUtf8(path: string): boolean {
  try {
    // Strict by its definition: no overlong forms, no surrogates, nothing beyond U+10FFFF.
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function checkSizes({ url = '', rawHeaders }: IncomingMessage): void {
  if (url.length > MAX_TARGET_BYTES) throw uriTooLong(MAX_TARGET_BYTES);
  const fields = rawHeaders.length / 2;
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length, fields * FIELD_OVERHEAD);
  if (bytes > MAX_HEADER_BYTES || fields > MAX_HEADER_FIELDS) throw tooManyHeaders();
}

export const tooManyHeaders = () => headersTooLarge({ maxBytes: MAX_HEADER_BYTES, maxFields: MAX_HEADER_FIELDS });

function checkFields(request: IncomingMessage): void {
  const { headersDistinct } = request;
  const { host: hosts = [], authorization: authorizations = [] } = headersDistinct;
  if (authorizations.length > 1) throw invalidRequest('The header has Authorization more than once.');
  checkHost(hosts, request.httpVersionMinor === 0);
}

function checkHost(hosts: readonly string[], isOptional: boolean): void {
  if (hosts.length > 1) throw invalidRequest('The header has Host more than once.');
  if (hosts.length === 0 && !isOptional) throw invalidRequest('The header lacks Host.');
  if (!hosts.every((host) => PLAIN_HOST.test(host))) throw invalidRequest('Host is not a host with a port.');
}
