import { claimOf, type RequestContext } from '@fulfilment/kernel';
import type { Request, Response } from 'express';
import { contextFor } from './access.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { versionConditionOf } from './preconditions.ts';
import type { RouteTarget } from './route.ts';

/**
 * The context of a request that writes: who asks, the version it means, and by which key it is known.
 *
 * @param content its body as it was read; with the query it tells the request from another under the same key.
 * @throws AppError `invalid_parameter` for a header that cannot be read; what {@link contextFor} throws.
 */
export function writeContext(
  route: RouteTarget,
  { request, response, content }: { readonly request: Request; readonly response: Response; readonly content: unknown },
): RequestContext {
  const context = contextFor(route, response);
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
