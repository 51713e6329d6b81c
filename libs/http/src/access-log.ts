import { tenantKey } from '@fulfilment/kernel';
import { type Logger, type Metrics, observeRequests, traceFields } from '@fulfilment/observability';
import type { RequestHandler, Response } from 'express';
import type { Caller } from '@fulfilment/identity';
import { recordedOf, requestIdOf, traceparentOf } from './request-context.ts';

/** Writes one log line and one latency observation for each answer. */
export function accessLog({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }): RequestHandler {
  const observe = observeRequests(metrics);
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const elapsedMs = performance.now() - startedAt;
      observe({ method: request.method, status: String(response.statusCode) }, elapsedMs / 1_000, recordedOf(response));
      logger.info(
        {
          requestId: requestIdOf(response),
          ...traceFields(traceparentOf(response)),
          method: request.method,
          path: loggedPath(request.path),
          status: response.statusCode,
          ...tenantOf(response),
          elapsedMs: Math.round(elapsedMs * 10) / 10,
        },
        'request',
      );
    });
    next();
  };
}

/** The tenant of a request; nothing where it was refused before authentication. */
function tenantOf({ locals: { caller } }: Response<unknown, { caller?: Caller }>): { readonly tenant?: string } {
  if (caller?.type !== 'caller') return {};
  return { tenant: tenantKey({ accountId: caller.claims.acc, environment: caller.claims.env }) };
}

/** API keys, secrets of endpoints, and what may be a one-time token or a session, which are 43 characters of base64url. */
const SECRET = /(?:fsk_(?:sandbox|live)|whsec)_[^/]+|[\w-]{40,}/g;

/**
 * The path of a request target for the log: without the query, and without a secret put into the path by mistake.
 */
export function loggedPath(target: string): string {
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  const decoded = path.replaceAll(/%([2-7][\da-f])/gi, (_escape, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
  const masked = decoded.replaceAll(SECRET, '[secret]');
  return masked === decoded ? path : masked;
}
