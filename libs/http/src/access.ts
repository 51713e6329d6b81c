import { IDENTITY_HEADER, mayDo, type Permission } from '@fulfilment/contracts';
import { AppError, type RequestContext } from '@fulfilment/kernel';
import type { RequestHandler, Response } from 'express';
import type { Caller, VerifyIdentity } from './identity.ts';
import { requestIdOf, traceparentOf } from './request-ids.ts';
import type { RouteTarget } from './route.ts';

/** Verifies who calls before anything else is looked at. */
export function access(verify: VerifyIdentity): RequestHandler {
  return async (request, response, next) => {
    const caller = await verify(request.get(IDENTITY_HEADER) ?? '');
    response.locals['caller'] = caller;
    next();
  };
}

/**
 * The context of a request whose caller may use the route.
 *
 * @throws AppError `forbidden` naming the permission that the role lacks; `not_found` where a caller asks for the operator's API.
 */
export function contextFor(
  route: RouteTarget,
  response: Response<unknown, { caller?: Caller; clientAddress?: string }>,
): RequestContext {
  const { caller } = response.locals;
  const requestId = requestIdOf(response);
  const traceparent = traceparentOf(response);
  if (route.access.type === 'operator') {
    if (caller?.type !== 'operator') throw notFound();
    const clientAddress = response.req.socket.remoteAddress;
    return {
      tenant: { accountId: 'operator', environment: 'sandbox' },
      actor: 'operator',
      requestId,
      traceparent,
      clientAddress,
    };
  }
  if (caller?.type !== 'caller') throw notFound();
  const { acc, env, role, sub } = caller.claims;
  if (!mayDo(role, route.access.permission)) throw forbidden(route.access.permission);
  const { clientAddress } = response.locals;
  return { tenant: { accountId: acc, environment: env }, actor: sub, requestId, traceparent, clientAddress };
}

/** Tells whether the caller of a request may do something beyond its route. */
export function permissionsOf({ locals: { caller } }: { readonly locals: { readonly caller?: Caller } }) {
  return (permission: Permission): void => {
    if (caller?.type !== 'caller' || !mayDo(caller.claims.role, permission)) throw forbidden(permission);
  };
}

/** @returns 403 naming the permission that is missing. */
export function forbidden(permission: Permission): AppError {
  return new AppError({
    kind: 'forbidden',
    code: 'forbidden',
    message: `The key's role lacks the permission ${permission}.`,
    details: { permission },
  });
}

function notFound(): AppError {
  return new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such path.' });
}
