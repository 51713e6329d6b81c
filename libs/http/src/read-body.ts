import { AppError } from '@fulfilment/kernel';
import type { IncomingMessage } from 'node:http';
import { essenceOf, isUtf8 } from './content-type.ts';

/** The most that a body may have, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads a JSON body. None at all is `{}` and needs no Content-Type.
 *
 * @throws AppError `payload_too_large` over 1 MiB, `unsupported_media_type` unless it is uncompressed `application/json` in UTF-8,
 * `malformed_json` where it cannot be read.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (essenceOf(type) !== 'application/json' || !isUtf8(type) || encoding.toLowerCase() !== 'identity') {
    throw new AppError({
      kind: 'invalid',
      code: 'unsupported_media_type',
      message: 'Send the body as application/json, in UTF-8 and uncompressed.',
    });
  }
  return parse(bytes);
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'payload_too_large',
    message: `The body may have at most ${MAX_BODY_BYTES} bytes.`,
    details: { max_bytes: MAX_BODY_BYTES, headers: { connection: 'close' } },
  });
}

function parse(bytes: Buffer): unknown {
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8's message quotes the client's own text and nothing of ours.
    throw malformed(`The body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
}

function malformed(message: string): AppError {
  return new AppError({ kind: 'invalid', code: 'malformed_json', message });
}
