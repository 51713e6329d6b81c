import { AppError } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { PROBLEM_TYPE, problemOf } from './problem.ts';
import { requestIdOf } from './request-ids.ts';

export const notFound: RequestHandler = () => {
  throw new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such path.' });
};

/** @returns 405 with `Allow` (RFC 9110 section 15.5.6); HEAD goes with GET. */
export function methodNotAllowed(method: string, methods: readonly string[]): AppError {
  const allow = methods.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]));
  return new AppError({
    kind: 'invalid',
    code: 'method_not_allowed',
    message: `${method} is not possible here. What is: ${allow.join(', ')}.`,
    details: { allow, headers: { allow: allow.join(', ') } },
  });
}

export interface FailureOptions {
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly translate: (error: unknown) => unknown;
}

/** Answers every failure as `application/problem+json`; what is no `AppError` is a bug and is logged whole. */
export function failures({ publicUrl, logger, translate }: FailureOptions): ErrorRequestHandler {
  // oxlint-disable-next-line max-params -- Express knows an error handler by its four parameters.
  return (thrown: unknown, _request, response, next) => {
    const error = translate(undecodable(thrown) ?? thrown);
    const requestId = requestIdOf(response);
    if (!(error instanceof AppError)) logger.error({ err: error, requestId }, 'unexpected failure');
    else if (error.mayPass) logger.warn({ err: error, requestId }, 'unavailable');
    if (response.headersSent) return next(error);
    const { status, headers, body } = problemOf(error, { requestId, publicUrl });
    response.status(status).set(headers).type(PROBLEM_TYPE).send(JSON.stringify(body));
  };
}

/** What Express throws for a path with a percent escape that is no UTF-8; it marks it so, which a bug's own `URIError` is not. */
function undecodable(thrown: unknown): AppError | undefined {
  if (!(thrown instanceof URIError) || !('status' in thrown) || thrown.status !== 400) return undefined;
  return new AppError({
    kind: 'invalid',
    code: 'invalid_request',
    message: 'The path has a percent escape that is not UTF-8.',
    cause: thrown,
  });
}
