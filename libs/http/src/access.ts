import {
  CLIENT_ADDRESS_HEADER,
  type Condition,
  type CostSpec,
  errors,
  type ExaminedPrice,
  IDENTITY_HEADER,
  isLetIn,
  mayDo,
  operatorActor,
  type Operation,
  type Permission,
} from '@fulfilment/contracts';
import type { AppError, RequestContext } from '@fulfilment/kernel';
import type { RequestHandler, Response } from 'express';
import type { Caller, VerifyIdentity } from '@fulfilment/identity';
import { requestIdOf, traceparentOf } from './request-context.ts';

/** The callers of a route: those with a permission, anyone, or the operator. */
type RouteAccess =
  | ({ readonly type: 'caller' } & Pick<Operation, 'permission' | 'alternativePermission'>)
  | { readonly type: 'open' }
  | { readonly type: 'operator' };

/** The method, path, access, cost and bound of a route. */
export interface RouteTarget {
  readonly method: Operation['method'];
  readonly path: string;
  readonly access: RouteAccess;
  /** Its cost in rate-limit tokens beyond the first. */
  readonly cost?: CostSpec | undefined;
  /** The price of what it reads, where that is not its answer. */
  readonly examinedPrice?: ExaminedPrice | undefined;
  /** The most bytes that its body may have. */
  readonly maxBodyBytes: number;
  /** The conditions that it takes. */
  readonly conditions: readonly Condition[];
  /** Where a request's idempotency key is honoured: by the use case, or by this library, which keeps the reply; `no` refuses it. */
  readonly idempotency: 'use-case' | 'reply' | 'no';
  /** True where it answers with pages of a list: those of a tenant are made in turns. */
  readonly isList?: boolean;
}

/** Authenticates the caller before anything else is read. */
export function access(verify: VerifyIdentity): RequestHandler {
  return async (request, response, next) => {
    const caller = await verify(request.get(IDENTITY_HEADER) ?? '');
    response.locals['caller'] = caller;
    response.locals['clientAddress'] = request.get(CLIENT_ADDRESS_HEADER);
    next();
  };
}

/** The facts about a request that are known before its route. */
interface KnownOfRequest {
  readonly caller?: Caller;
  readonly clientAddress?: string;
  readonly sessionId?: string;
  readonly userAgent?: string;
}

/** The tenant of requests that belong to none. */
const NO_TENANT = { accountId: 'none', environment: 'sandbox' } as const;

/**
 * The context of an authorised request.
 *
 * @throws AppError `forbidden` naming the missing permission; `not_found` for the operator's API.
 */
export function contextFor(route: RouteTarget, response: Response<unknown, KnownOfRequest>): RequestContext {
  const { caller, clientAddress, sessionId, userAgent } = response.locals;
  const traced = { requestId: requestIdOf(response), traceparent: traceparentOf(response) };
  const { access: wanted } = route;
  switch (wanted.type) {
    case 'operator':
      if (caller?.type !== 'operator') throw notFound();
      return {
        tenant: NO_TENANT,
        actor: operatorActor(caller.name),
        ...traced,
        clientAddress: response.req.socket.remoteAddress,
      };
    case 'open':
      return { tenant: NO_TENANT, actor: 'anyone', ...traced, clientAddress, userAgent };
    case 'caller':
      return { ...actingContext(caller, wanted), ...traced, clientAddress, sessionId, userAgent };
  }
}

function actingContext(
  caller: Caller | undefined,
  asked: Pick<Operation, 'permission' | 'alternativePermission'>,
): Pick<RequestContext, 'tenant' | 'actor' | 'storage'> {
  if (caller?.type !== 'caller') throw notFound();
  const { acc, env, role, sub, max } = caller.claims;
  const { permission } = asked;
  if (permission !== null && !isLetIn(role, asked)) throw forbidden(permission);
  const storage = max && {
    skus: max.skus,
    openOrders: max.open_orders,
    webhookEndpoints: max.webhook_endpoints,
    warehouses: max.warehouses,
  };
  return { tenant: { accountId: acc, environment: env }, actor: sub, storage };
}

/** Permissions beyond that of the route. */
export interface MorePermissions {
  /** True where the caller has the permission. */
  readonly may: (permission: Permission) => boolean;
  /** Requires a permission. @throws AppError `forbidden` naming the missing permission. */
  readonly needs: (permission: Permission) => void;
}

/** The permissions of the caller beyond that of the route. */
export function permissionsOf({ locals: { caller } }: { readonly locals: { readonly caller?: Caller } }): MorePermissions {
  const may = (permission: Permission): boolean => caller?.type === 'caller' && mayDo(caller.claims.role, permission);
  const needs = (permission: Permission): void => {
    if (!may(permission)) throw forbidden(permission);
  };
  return { may, needs };
}

/** @returns 403 naming the missing permission. */
export function forbidden(permission: Permission): AppError {
  return errors.forbidden(`The role lacks the permission ${permission}.`, { facts: { permission } });
}

function notFound(): AppError {
  return errors.notFound('There is no such path.');
}
