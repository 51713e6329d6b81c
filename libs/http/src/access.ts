import { IDENTITY_HEADER, mayDo, type Permission } from '@fulfilment/contracts';
import { AppError, type RequestContext } from '@fulfilment/kernel';
import type { RequestHandler, Response } from 'express';
import type { Caller, VerifyIdentity } from '@fulfilment/identity';
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

/** What is known of a request before its route is. */
interface KnownOfRequest {
  readonly caller?: Caller;
  readonly clientAddress?: string;
  readonly sessionId?: string;
  readonly userAgent?: string;
}

/** What belongs to no tenant, or finds out by itself to which. */
const NO_TENANT = { accountId: 'none', environment: 'sandbox' } as const;

/**
 * The context of a request whose caller may use the route.
 *
 * @throws AppError `forbidden` naming the permission that the role lacks; `not_found` where a caller asks for the operator's API.
 */
export function contextFor(route: RouteTarget, response: Response<unknown, KnownOfRequest>): RequestContext {
  const { caller, clientAddress, sessionId, userAgent } = response.locals;
  const traced = { requestId: requestIdOf(response), traceparent: traceparentOf(response) };
  const { access: wanted } = route;
  switch (wanted.type) {
    case 'operator':
      if (caller?.type !== 'operator') throw notFound();
      return { tenant: NO_TENANT, actor: 'operator', ...traced, clientAddress: response.req.socket.remoteAddress };
    case 'open':
      return { tenant: NO_TENANT, actor: 'anyone', ...traced, clientAddress, userAgent };
    case 'caller':
      return { ...actingContext(caller, wanted.permission), ...traced, clientAddress, sessionId, userAgent };
  }
}

function actingContext(caller: Caller | undefined, permission: Permission | null): Pick<RequestContext, 'tenant' | 'actor'> {
  if (caller?.type !== 'caller') throw notFound();
  const { acc, env, role, sub } = caller.claims;
  if (permission !== null && !mayDo(role, permission)) throw forbidden(permission);
  return { tenant: { accountId: acc, environment: env }, actor: sub };
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
    message: `The role lacks the permission ${permission}.`,
    details: { permission },
  });
}

function notFound(): AppError {
  return new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such path.' });
}
