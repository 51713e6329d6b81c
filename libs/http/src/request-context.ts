import { claimOf, type RequestContext } from '@fulfilment/kernel';
import type { Request, Response } from 'express';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { versionConditionOf } from './preconditions.ts';
import type { RouteTarget } from './route.ts';

/** A request that writes, as it came. */
export interface Written {
  readonly route: RouteTarget;
  readonly request: Request;
  readonly response: Response;
  /** Its body as it was read; with the query it tells the request from another under the same key. */
  readonly content: unknown;
}

/**
 * The context of a request that writes: with who asks, the version it means, and by which key it is known.
 *
 * @param context who asks.
 * @throws AppError `invalid_parameter` for a header that cannot be read.
 */
export function writeContext(context: RequestContext, { route, request, response, content }: Written): RequestContext {
  const ifMatch = versionConditionOf(request.get('if-match'));
  const key = idempotencyKeyOf(request.headersDistinct['idempotency-key']);
  if (key === undefined) return { ...context, ifMatch };
  const { tenant } = context;
  const { method, path } = route;
  const target = [path, ...Object.values(request.params).flat()];
  const idempotency = claimOf({ tenant, method, target, key, content: [content, { ...request.query }] }, () =>
    response.set('Idempotency-Replayed', 'true'),
  );
  return { ...context, ifMatch, idempotency };
}
