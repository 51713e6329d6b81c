import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEM_TYPE, problemOf } from '@fulfilment/http';
import { type AppError, newId } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { Limiter } from '../rate-limiting/limiter.ts';
import { bucketsOfAddress } from '../rate-limiting/buckets.ts';
import { invalidRequest, uriTooLong } from '../request-refusals.ts';
import { MAX_TARGET_BYTES, tooManyHeaders } from './framing.ts';
import { rateLimitHeaders } from '../rate-limiting/rate-limit-headers.ts';
import { PRIVATE } from './security-headers.ts';

/** Milliseconds that a client gets to read why. */
const LINGER_MS = 500;

export interface BrokenRequestParts {
  readonly publicUrl: string;
  readonly limiter: Limiter;
  readonly standingHeaders: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

/** Answers on the bare socket what never became a request, as completely as any other, and closes the connection. */
export type AnswerBrokenRequest = (socket: Duplex, error: AppError, address: string) => Promise<void>;

export function makeAnswerBrokenRequest(parts: BrokenRequestParts): AnswerBrokenRequest {
  const { publicUrl, limiter, standingHeaders, logger } = parts;
  return async (socket, error, address) => {
    const requestId = newId('req');
    const verdict = await limiter.take(bucketsOfAddress(address));
    const problem = problemOf(error, { requestId, publicUrl });
    const text = JSON.stringify(problem.body);
    const headers = {
      ...standingHeaders,
      ...rateLimitHeaders(verdict),
      ...problem.headers,
      'X-Request-Id': requestId,
      'Content-Type': PROBLEM_TYPE,
      'Content-Length': String(Buffer.byteLength(text)),
      'Cache-Control': PRIVATE,
      Date: new Date().toUTCString(),
      // As the problem's own headers spell it, or it would stand there twice.
      connection: 'close',
    };
    logger.info({ requestId, status: problem.status, code: problem.body.code }, 'broken request');
    if (!socket.writable) return;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** What is not sent to its end in time is not waited for. */
export const notInTime = (): AppError => invalidRequest('The request did not come to its end in time.');

/** What Node's parser found wrong, as the client is told. */
export function refusalOf(error: NodeJS.ErrnoException & { readonly rawPacket?: unknown }): AppError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return endlessTarget(error.rawPacket) ? uriTooLong(MAX_TARGET_BYTES) : tooManyHeaders();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return notInTime();
    default:
      return invalidRequest('This is not HTTP as RFC 9112 has it.');
  }
}

/** Whether what was read is a request line that does not end. */
function endlessTarget(packet: unknown): boolean {
  return (
    Buffer.isBuffer(packet) &&
    /^[A-Z]+ /.test(packet.toString('latin1', 0, 20)) &&
    packet.subarray(0, MAX_TARGET_BYTES).indexOf('\n') < 0
  );
}
