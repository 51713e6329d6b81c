import type { IncomingMessage } from 'node:http';
import { type ErrorCode, errors, ERRORS, isErrorCode, type ItemProblem, type ProblemDocument } from '@fulfilment/contracts';
import { AppError, isRetryable } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { requestIdOf } from './request-context.ts';

/** `Retry-After` of an error that has none of its own, in seconds. */
const RETRY_AFTER_SECONDS = 1;

/** The request, and the public address of the gateway. */
export interface ProblemContext {
  readonly requestId: string;
  /** Base URL of `type`. */
  readonly publicUrl: string;
}

/** A problem document with its status and headers (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ProblemDocument;
}

/**
 * The answer to a failure (RFC 9457). Of a bug the client learns nothing: its message may hold anything.
 *
 * @returns status, headers (`Retry-After`, `WWW-Authenticate`, `Allow` where they belong) and body.
 */
export function problemOf(error: unknown, { requestId, publicUrl }: ProblemContext): Problem {
  const { code, detail, facts, headers } = describe(error);
  const { status, title, retryable } = ERRORS[code];
  return {
    status,
    headers: { ...standardHeaders(status), ...headers },
    body: { type: `${publicUrl}/docs/errors#${code}`, title, status, code, detail, request_id: requestId, retryable, ...facts },
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
    const { code, message: detail, headers, replayed } = error;
    return {
      code,
      detail,
      facts: boundedFacts(error.details),
      headers: replayed ? { ...headers, [REPLAYED_HEADER]: 'true' } : headers,
    };
  }
  if (isRetryable(error))
    return {
      code: 'upstream_unavailable',
      detail: 'The service is unavailable. Try again.',
      facts: {},
      headers: {},
    };
  return { code: 'internal', detail: 'Internal error. Quote the request id when you report it.', facts: {}, headers: {} };
}

/** Entries of `errors` that a problem lists at most. */
export const MAX_LISTED_ERRORS = 100;

/** The facts with the first {@link MAX_LISTED_ERRORS} errors; `errors_left_out` counts all others. */
function boundedFacts(facts: Description['facts']): Description['facts'] {
  const { errors: listed, errors_left_out: leftOut } = facts;
  if (!Array.isArray(listed) || listed.length <= MAX_LISTED_ERRORS) return facts;
  const more = listed.length - MAX_LISTED_ERRORS + (typeof leftOut === 'number' ? leftOut : 0);
  return { ...facts, errors: listed.slice(0, MAX_LISTED_ERRORS), errors_left_out: more };
}

function standardHeaders(status: number): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status === 503 || status === 429) return { 'retry-after': String(RETRY_AFTER_SECONDS) };
  return {};
}

/**
 * The refusal of one item of a batch, for its result.
 *
 * @returns the status that a request with this item alone would have had, and the problem.
 */
export function itemProblemOf(error: unknown): { readonly status: number; readonly error: ItemProblem } {
  const { code, detail, facts } = describe(error);
  const { status, title, retryable } = ERRORS[code];
  return { status, error: { title, code, detail, retryable, ...facts } };
}

/** Refuses a path without a route. */
export const notFound: RequestHandler = () => {
  throw errors.notFound('There is no such path.');
};

/** @returns 405 with `Allow` (RFC 9110 section 15.5.6); HEAD goes with GET. */
export function methodNotAllowed(method: string, methods: readonly string[]): AppError {
  const allow = methods.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]));
  const allowed = allow.join(', ');
  return errors.methodNotAllowed(`${method} is not allowed here. Allowed: ${allowed}.`, {
    facts: { allow },
    headers: { allow: allowed },
  });
}

/** Makes a page of a problem for the person in front of a browser. @param request with its whole target. */
export type PageOf = (request: Pick<IncomingMessage, 'url' | 'headers'>, problem: Problem) => string | undefined;

/** Options of {@link failures}. */
export interface FailureOptions {
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Turns a store's retryable errors into `AppError`s; returns any other value as it is. */
  readonly translate: (error: unknown) => unknown;
  /** The page that a browser gets in place of a problem; undefined where it gets the problem. */
  readonly pageOf?: PageOf;
}

/** Answers every failure as `application/problem+json`; anything but an `AppError` is a bug and is logged whole. */
export function failures({ publicUrl, logger, translate, pageOf }: FailureOptions): ErrorRequestHandler {
  // oxlint-disable-next-line max-params -- Express knows an error handler by its four parameters.
  return (thrown: unknown, request, response, next) => {
    const error = translate(undecodable(thrown) ?? thrown);
    const requestId = requestIdOf(response);
    if (!(error instanceof AppError)) logger.error({ err: error, requestId }, 'unexpected failure');
    else if (error.isRetryable) logger.warn({ err: error, requestId }, 'unavailable');
    if (response.headersSent) return next(error);
    const problem = problemOf(error, { requestId, publicUrl });
    const { status, headers, body } = problem;
    const page = pageOf?.({ url: request.originalUrl, headers: request.headers }, problem);
    if (page !== undefined) return void response.status(status).set(headers).type('html').send(page);
    response.status(status).set(headers).type(PROBLEM_TYPE).send(JSON.stringify(body));
  };
}

/** The error of Express for a path with a percent escape that is not UTF-8; its `status` tells it from the `URIError` of a bug. */
function undecodable(thrown: unknown): AppError | undefined {
  if (!(thrown instanceof URIError) || !('status' in thrown) || thrown.status !== 400) return undefined;
  return errors.invalidRequest('The path has a percent escape that is not UTF-8.', { cause: thrown });
}
