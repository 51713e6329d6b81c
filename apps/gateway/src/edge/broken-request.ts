import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEM_TYPE, problemOf } from '@fulfilment/http';
import { type AppError, newId } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { RateLimiter } from '../rate-limiting/limiter.ts';
import { bucketsOfAddress } from '../rate-limiting/buckets.ts';
import { headersTooLarge, invalidRequest, notInTime, uriTooLong } from './framing.ts';
import type { Networks } from '../authentication/client-address.ts';
import { rateLimitHeaders } from '../rate-limiting/rate-limit-answer.ts';
import { PRIVATE } from './response-headers.ts';

/** Milliseconds that a client has to read the reason. */
const LINGER_MS = 500;
/** No field has a blank in its name. */
const REQUEST_LINE = /^[A-Z]+ /;

export interface BrokenRequestParts {
  readonly publicUrl: string;
  readonly limiter: RateLimiter;
  readonly securityHeaders: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

/** Answers bytes that never became a request, on the bare socket and as completely as any other, and closes the connection. */
export type AnswerBrokenRequest = (socket: Duplex, error: AppError, client: Networks) => Promise<void>;

export function makeAnswerBrokenRequest(parts: BrokenRequestParts): AnswerBrokenRequest {
  const { publicUrl, limiter, securityHeaders, logger } = parts;
  return async (socket, error, client) => {
    const requestId = newId('req');
    const decision = await limiter.take(bucketsOfAddress(client));
    const problem = problemOf(error, { requestId, publicUrl });
    const text = JSON.stringify(problem.body);
    const headers = {
      ...securityHeaders,
      ...rateLimitHeaders(decision),
      ...problem.headers,
      'X-Request-Id': requestId,
      'Content-Type': PROBLEM_TYPE,
      'Content-Length': String(Buffer.byteLength(text)),
      'Cache-Control': PRIVATE,
      Date: new Date().toUTCString(),
      // Spelled as the problem's own header, or it would be sent twice.
      connection: 'close',
    };
    logger.info({ requestId, status: problem.status, code: problem.body.code }, 'broken request');
    if (!socket.writable) return;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/**
 * The refusal of a request that Node's parser rejected.
 *
 * @param line the beginning of the line at whose bytes it did.
 */
export function refusalOf({ code }: NodeJS.ErrnoException, line: string): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return REQUEST_LINE.test(line) ? uriTooLong() : headersTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return notInTime();
    default:
      return invalidRequest('This is not valid HTTP (RFC 9112).');
  }
}
