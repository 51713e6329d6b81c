import type { IncomingMessage } from 'node:http';
import type { UploadSpec } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import { essenceOf, isUtf8 } from './content-type.ts';

/** A body that is read while it comes. */
export interface Upload {
  /** One of the media types that the operation takes. */
  readonly medium: string;
  /**
   * The body as it comes; the sender waits while nobody reads. Breaking off leaves the connection as it is.
   *
   * @throws AppError `payload_too_large`, or `invalid_request` where the sender broke off.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * The body of a request as a stream.
 *
 * @throws AppError `unsupported_media_type` unless it is one of the operation's media types, uncompressed and in UTF-8;
 * `payload_too_large` where its length says so.
 */
export function openUpload(request: IncomingMessage, { media, maxBytes }: UploadSpec): Upload {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  const medium = media.find((each) => each.type === essenceOf(type));
  if (!medium || !isUtf8(type) || encoding.toLowerCase() !== 'identity') throw unsupported(media.map((each) => each.type));
  return { medium: medium.type, bytes: bytesOf(request, maxBytes) };
}

/** A sender that was answered before its last byte gets this many milliseconds to send the rest, which nobody looks at. */
const DISCARD_MS = 5_000;

/** Lets the sender come to its end, so that it reads the answer instead of failing to write. */
export async function discardRest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DISCARD_MS);
  request.once('end', resolve).once('close', resolve).resume();
  await promise;
  clearTimeout(timer);
}

async function* bytesOf(request: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    // To break off must not close the connection: there is an answer to give on it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield bytes;
    }
  } catch (error) {
    throw request.errored ? brokenOff(error) : error;
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'payload_too_large',
    message: `The body may have at most ${maxBytes} bytes.`,
    details: { max_bytes: maxBytes, headers: { connection: 'close' } },
  });
}

function unsupported(types: readonly string[]): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'unsupported_media_type',
    message: `Send the body as ${types.join(' or ')}, in UTF-8 and uncompressed.`,
    details: { available: types },
  });
}

function brokenOff(cause: unknown): AppError {
  return new AppError({ kind: 'invalid', code: 'invalid_request', message: 'The body broke off.', cause });
}
