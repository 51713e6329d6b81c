import { REQUEST_ID_HEADER, REQUEST_ID_PATTERN } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import type { RequestHandler, Response } from 'express';

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Keeps the caller's request id and trace, or makes new ones, and answers with the id. */
export const requestIds: RequestHandler = (request, response, next) => {
  const requestId = requestIdFrom(request.get(REQUEST_ID_HEADER));
  const traceparent = traceparentFrom(request.get('traceparent'));
  response.locals['requestId'] = requestId;
  if (traceparent !== undefined) response.locals['traceparent'] = traceparent;
  response.set('X-Request-Id', requestId);
  next();
};

/** The caller's request id if it is valid, else a new one. */
export function requestIdFrom(given: string | undefined): string {
  return given !== undefined && REQUEST_ID_PATTERN.test(given) ? given : newId('req');
}

/** The caller's `traceparent` if it is valid, else undefined. */
export function traceparentFrom(given: string | undefined): string | undefined {
  return given !== undefined && TRACEPARENT.test(given) ? given : undefined;
}

export function requestIdOf(response: Response): string {
  return String(response.locals['requestId']);
}

export function traceparentOf(response: Response): string | undefined {
  const traceparent: unknown = response.locals['traceparent'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}
