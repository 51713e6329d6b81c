import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { IncomingMessage } from 'node:http';

/** Bytes in a body at most. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads a JSON body. An empty one is `{}` and needs no Content-Type.
 *
 * @throws AppError `payload_too_large` over 1 MiB, `unsupported_media_type` unless it is uncompressed `application/json` in UTF-8,
 * `malformed_json` where it cannot be read.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (essenceOf(type) !== 'application/json' || !isUtf8(type) || encoding.toLowerCase() !== 'identity') {
    throw errors.unsupportedMediaType('Send the body as application/json, in UTF-8 and uncompressed.');
  }
  return parse(bytes);
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw payloadTooLarge(MAX_BODY_BYTES);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw payloadTooLarge(MAX_BODY_BYTES);
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
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8's message quotes the client's own text and nothing of ours.
    throw errors.malformedJson(`The body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
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

/** True where the charset of a `Content-Type` is UTF-8 or not given. */
export function isUtf8(contentType: string): boolean {
  const [, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  return charset === undefined || charset === 'utf-8' || charset === 'utf8';
}
