import { type ErrorCode, ERRORS, isErrorCode, type ProblemDocument } from '@fulfilment/contracts';
import { AppError, isRetryable } from '@fulfilment/kernel';

/** Seconds after which a client may try again where nothing better is known. */
const RETRY_AFTER_SECONDS = 1;

/** Which request it was, and where clients reach us. */
export interface ProblemContext {
  readonly requestId: string;
  /** Where clients reach the gateway: the base of `type`. */
  readonly publicUrl: string;
}

/** A problem document with the status and headers that it is answered with (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ProblemDocument;
}

/**
 * The answer to any failure, as RFC 9457 has it. A bug tells the client nothing: its message may hold anything.
 *
 * @returns status, headers (`Retry-After`, `WWW-Authenticate`, `Allow` where they belong) and body.
 */
export function problemOf(error: unknown, { requestId, publicUrl }: ProblemContext): Problem {
  const { code, detail, facts, headers } = describe(error);
  const { status, title, retryable } = ERRORS[code];
  const { headers: legacy = {}, ...shown } = facts;
  return {
    status,
    headers: { ...standardHeaders(status), ...stringsOf(legacy), ...headers },
    body: { type: `${publicUrl}/docs/errors#${code}`, title, status, code, detail, request_id: requestId, retryable, ...shown },
  };
}

/** Says that an answer was given before, under the same idempotency key. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** The media type of every problem. */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The parts of a failure that a client may see. */
export interface Description {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Describes a failure to a client; nothing of a bug is told. */
export function describe(error: unknown): Description {
  if (error instanceof AppError && isErrorCode(error.code)) {
    const { code, message: detail, details: facts, headers, replayed } = error;
    return { code, detail, facts, headers: replayed ? { ...headers, [REPLAYED_HEADER]: 'true' } : headers };
  }
  if (isRetryable(error))
    return {
      code: 'upstream_unavailable',
      detail: 'A part of the service cannot be reached. Try again.',
      facts: {},
      headers: {},
    };
  return { code: 'internal', detail: 'Something went wrong on our side. Quote the request id.', facts: {}, headers: {} };
}

function standardHeaders(status: number): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status === 503 || status === 429) return { 'retry-after': String(RETRY_AFTER_SECONDS) };
  return {};
}

function stringsOf(headers: unknown): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
