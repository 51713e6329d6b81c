import type { RequestHandler } from 'express';

/** For tenants' records: a copy may be kept by the client alone, and is asked about before it is used (RFC 9111 section 5.2.2). */
export const OF_TENANTS = 'private, no-cache';

/** For settings of accounts, which may hold secrets: no copy at all (RFC 9111 section 5.2.2.5). */
export const NOWHERE = 'no-store';

/** Sets the `Cache-Control` of every answer. */
export function cacheControl(value: string): RequestHandler {
  return (_request, response, next) => {
    response.set('Cache-Control', value);
    next();
  };
}
