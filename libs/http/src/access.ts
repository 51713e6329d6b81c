import {
  type BytesUse,
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
import { type AppError, type RequestContext, type StoredCounts, tenantKey } from '@fulfilment/kernel';
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
  /** True where it is refused while the tenant has as many bytes as it may store. */
  readonly addsRecords?: boolean | undefined;
  /** True where it answers with pages of a list: those of a tenant are made in turns. */
  readonly isList?: boolean;
}

/** Bytes of all documents that a service stores of a tenant, as last estimated. */
export type StoredBytes = Pick<StoredCounts, 'last'>;

/** Authenticates the caller before anything else is read. */
export function access(verify: VerifyIdentity, storedBytes?: StoredBytes): RequestHandler {
  return async (request, response, next) => {
    const caller = await verify(request.get(IDENTITY_HEADER) ?? '');
    response.locals['caller'] = caller;
    response.locals['clientAddress'] = request.get(CLIENT_ADDRESS_HEADER);
    response.locals['storedBytes'] = storedBytes;
    next();
  };
}

/** The facts about a request that are known before its route. */
interface KnownOfRequest {
  readonly caller?: Caller;
  readonly clientAddress?: string;
  readonly storedBytes?: StoredBytes;
  readonly sessionId?: string;
  readonly userAgent?: string;
}

/** The tenant of requests that belong to none. */
const NO_TENANT = { accountId: 'none', environment: 'sandbox' } as const;

/**
 * The context of an authorised request.
 *
 * @throws AppError `forbidden` naming the missing permission; `storage_limit_reached` where it would add records beyond the bytes that the
 * tenant may store; `not_found` for the operator's API.
 */
export function contextFor(route: RouteTarget, response: Response<unknown, KnownOfRequest>): RequestContext {
  const { caller, clientAddress, storedBytes, sessionId, userAgent } = response.locals;
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
    case 'caller': {
      const acting = actingContext(caller, wanted, storedBytes);
      if (route.addsRecords) refuseBeyondBytes(acting);
      return { ...acting, ...traced, clientAddress, sessionId, userAgent };
    }
  }
}

type ActingContext = Pick<RequestContext, 'tenant' | 'actor' | 'storage' | 'storedBytes'>;

function actingContext(
  caller: Caller | undefined,
  asked: Pick<Operation, 'permission' | 'alternativePermission'>,
  stored: StoredBytes | undefined,
): ActingContext {
  if (caller?.type !== 'caller') throw notFound();
  const { acc, env, role, sub, max } = caller.claims;
  const { permission } = asked;
  if (permission !== null && !isLetIn(role, asked)) throw forbidden(permission);
  const storage = max && {
    skus: max.skus,
    openOrders: max.open_orders,
    webhookEndpoints: max.webhook_endpoints,
    warehouses: max.warehouses,
    bytes: max.stored_bytes,
  };
  const tenant = { accountId: acc, environment: env };
  return { tenant, actor: sub, storage, storedBytes: () => stored?.last(tenantKey(tenant), storage?.bytes) };
}

/** Unknown bytes, as after a start, refuse nothing. */
function refuseBeyondBytes({ storage, storedBytes }: ActingContext): void {
  const [maximum, used] = [storage?.bytes, storedBytes?.()];
  if (maximum === undefined || used === undefined || used < maximum) return;
  const message = `About ${used} bytes are stored here, and ${maximum} are allowed. Ask the operator for more.`;
  const item = { pointer: '', code: 'storage_limit_reached', message, stored: 'stored_bytes', used, maximum };
  throw errors.storageLimitReached(message, { facts: { errors: [item] } });
}

/** The bytes that this service stores of the caller's tenant, beside the most that it may. */
export function bytesUseOf({ storage, storedBytes }: RequestContext): BytesUse {
  return { used: storedBytes?.() ?? null, limit: storage?.bytes ?? null };
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
