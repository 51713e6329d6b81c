import { ApiError, NotModifiedError, UnexpectedAnswerError } from './errors.ts';
import { ERRORS } from './generated/errors.ts';
import type { Problem } from './generated/schemas.ts';

/** The facts that the headers of an answer tell. */
export interface AnswerFacts {
  readonly status: number;
  readonly requestId: string;
  /** Quoted version of the record, for `ifMatch`. */
  readonly etag: string | null;
  /** True if this repeats the answer to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  readonly rateLimit: RateLimit | null;
}

/** The rate limit after an answer. */
export interface RateLimit {
  /** Requests at once: the size of the bucket. */
  readonly limit: number;
  /** Requests that would be admitted now. */
  readonly remaining: number;
  /** When the bucket is full again. */
  readonly resetAt: Date;
}

const facts = new WeakMap<object, AnswerFacts>();

/** The facts of the answer that a record, page or report came in; undefined for other objects. */
export function answerOf(record: object): AnswerFacts | undefined {
  return facts.get(record);
}

/** Keeps the facts with the record that came with them. */
export function keepFacts(record: unknown, of: AnswerFacts): void {
  if (typeof record === 'object' && record !== null) facts.set(record, of);
}

/** Reads the facts of an answer. */
export function readFacts({ status, headers }: Response): AnswerFacts {
  return {
    status,
    requestId: headers.get('x-request-id') ?? '',
    etag: headers.get('etag'),
    replayed: headers.get('idempotency-replayed') === 'true',
    rateLimit: readRateLimit(headers),
  };
}

function readRateLimit(headers: Headers): RateLimit | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  );
  if (limit === undefined || remaining === undefined || reset === undefined || !Number.isFinite(limit + remaining + reset))
    return null;
  return { limit, remaining, resetAt: new Date(reset * 1_000) };
}

/** Seconds of `Retry-After`, as a number or a date; null without one. */
export function retryAfterOf(headers: Headers, now = Date.now()): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  // Of very many digits it would be infinite, and no time at all.
  const seconds = /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : (Date.parse(text) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/**
 * The error of an answer that is no success: an `ApiError` for a problem document (RFC 9457), `NotModifiedError` for 304, else
 * `UnexpectedAnswerError`. For requests that a program sends by itself.
 *
 * @param text its body.
 * @param idempotencyKey key of the request; null for a read.
 */
export function errorOf(response: Response, text: string, idempotencyKey: string | null): Error {
  const { status, headers } = response;
  if (status === 304) return new NotModifiedError();
  const problem = problemIn(text);
  if (!problem) return unexpected(response, text, idempotencyKey);
  const known = ERRORS[problem.code];
  const refused = { problem, status, retryAfterSeconds: retryAfterOf(headers), remedy: known?.remedy ?? '', idempotencyKey };
  return known ? new known.make(refused) : new ApiError(refused);
}

function problemIn(text: string): Problem | null {
  try {
    const parsed: Partial<Problem> | null = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || typeof parsed.code !== 'string') return null;
    const { code, type = '', title = code, status = 0, detail = title, request_id = '', retryable = false } = parsed;
    return { ...parsed, code, type, title, status, detail, request_id, retryable };
  } catch {
    return null;
  }
}

/** The error of an answer that the API does not give. */
export function unexpected(
  { status, headers, url }: Response,
  text: string,
  idempotencyKey: string | null = null,
): UnexpectedAnswerError {
  const to = headers.get('location');
  const came = `${url} answered ${status} with ${headers.get('content-type') ?? 'no content type'}`;
  const hint =
    status >= 300 && status < 400 && to !== null
      ? `a redirect to ${to}, which is not followed, so that the key stays here: use that address as base URL.`
      : `${blame(status)} It began with ${JSON.stringify(text.slice(0, 80))}.`;
  return new UnexpectedAnswerError(`${came}: ${hint}`, {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: retryAfterOf(headers),
    idempotencyKey,
  });
}

/** A 404 is most often a wrong address; other refusals that are none of the API's come from what stands before it. */
const blame = (status: number): string =>
  status >= 400 && status !== 404
    ? 'not an answer of the API: a proxy on the way refused.'
    : 'not an answer of the API: check the base URL and the proxies on the way.';
