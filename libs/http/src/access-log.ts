import { tenantKey } from '@fulfilment/kernel';
import { LATENCY_BUCKETS, type Logger, type Metrics } from '@fulfilment/observability';
import type { RequestHandler, Response } from 'express';
import type { Caller } from '@fulfilment/identity';
import { loggedPath } from './logged-path.ts';
import { requestIdOf } from './request-ids.ts';

/** Writes one line and one observation for each answer. */
export function accessLog({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }): RequestHandler {
  const seconds = metrics.histogram({
    name: 'http_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labels: ['method', 'status'],
    buckets: LATENCY_BUCKETS,
  });
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const elapsedMs = performance.now() - startedAt;
      seconds.observe({ method: request.method, status: String(response.statusCode) }, elapsedMs / 1_000);
      logger.info(
        {
          requestId: requestIdOf(response),
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

/** Whose request it was; nothing of one that was refused before that was known. */
function tenantOf({ locals: { caller } }: Response<unknown, { caller?: Caller }>): { readonly tenant?: string } {
  if (caller?.type !== 'caller') return {};
  return { tenant: tenantKey({ accountId: caller.claims.acc, environment: caller.claims.env }) };
}
