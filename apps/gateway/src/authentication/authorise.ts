import type { IncomingMessage } from 'node:http';
import {
  accountOperations,
  type ActingRole,
  actingRole,
  errors,
  isInEnvironment,
  isLetIn,
  type Operation,
  pathOf,
  type ServiceName,
} from '@fulfilment/contracts';
import { forbidden } from '@fulfilment/http';
import type { SignIdentity } from '@fulfilment/identity';
import { type AppError, type Clock, type Environment, ENVIRONMENTS } from '@fulfilment/kernel';
import { LRUCache } from 'lru-cache';
import { recentUntil } from '../members/domain/session-life.ts';
import type { AuthorisedCaller, KnownKey, KnownSession, Principal } from './principal.ts';

/**
 * Decides whether a principal may do what it asks, and settles in which tenant it acts.
 *
 * @throws AppError `account_suspended`, `plan_required`, `forbidden`, `session_required`, `cross_origin`,
 * `recent_authentication_required`; `invalid_parameter` for an environment that
 * is missing, or another than the key's.
 */
export type Authorise = (principal: Principal, operation: Operation, request: IncomingMessage) => AuthorisedCaller;

export function makeAuthorise(checkOrigin: CheckOrigin, now: Clock): Authorise {
  return (principal, operation, request) => {
    if (principal.isSuspended && !isOfOwnSession(operation)) throw errors.accountSuspended('The account is suspended.');
    if (principal.type === 'key') return authoriseKey(principal, operation, request);
    checkOrigin(request, { isRequired: true });
    const caller = authoriseSession(principal, operation, request);
    if (asksForRecent(operation, caller) && recentUntil(principal) <= now()) throw notRecent();
    return caller;
  };
}

/** True for what members do with their own sessions: a member of a suspended account can read why, and sign out. */
function isOfOwnSession({ access, permission }: Operation): boolean {
  return access === 'session' && permission === null;
}

function authoriseKey({ id, rev, tenant, plan, storage, role }: KnownKey, operation: Operation, { url }: IncomingMessage) {
  const { accountId, environment } = tenant;
  if (environment === 'production' && plan !== 'enterprise') throw planRequired();
  if (operation.access === 'session') throw errors.sessionRequired('This needs a signed-in member; a key has no session.');
  requirePermission(role, operation);
  if (isInEnvironment(operation) && environmentsIn(url).some((named) => named !== environment))
    throw environmentRefused('other_environment', `The key works in ${environment} only.`);
  return { rev, claims: { sub: id, acc: accountId, env: environment, role, max: storage } };
}

function authoriseSession(
  { id, accountId, plan, storage, member }: KnownSession,
  operation: Operation,
  { url }: IncomingMessage,
) {
  const role = actingRole(member.role);
  requirePermission(role, operation);
  // An operation that belongs to no environment runs in the sandbox, which every plan may use.
  const environment = isInEnvironment(operation) ? chosenEnvironment(url) : 'sandbox';
  if (environment === 'production' && plan !== 'enterprise') throw planRequired();
  const claims = { sub: member.id, acc: accountId, env: environment, role, max: storage };
  return { rev: member.version, claims, sessionId: id };
}

function asksForRecent(operation: Operation, { claims }: AuthorisedCaller): boolean {
  return operation.asksRecentAuthentication === true && (claims.env === 'production' || !isInEnvironment(operation));
}

function notRecent(): AppError {
  return errors.recentAuthenticationRequired(
    'Confirm your password, or sign in again: this needs an authentication within the last 10 minutes.',
    { facts: { confirm_at: pathOf(accountOperations.confirmSession) } },
  );
}

function requirePermission(role: ActingRole, operation: Operation): void {
  const { permission } = operation;
  if (permission !== null && !isLetIn(role, operation)) throw forbidden(permission);
}

function chosenEnvironment(url: string | undefined): Environment {
  const [named, ...more] = environmentsIn(url);
  const chosen = ENVIRONMENTS.find((environment) => environment === named);
  if (chosen === undefined || more.length > 0)
    throw environmentRefused('required', 'A session must name its environment: ?environment=sandbox or production.');
  return chosen;
}

/** The environments that the query of a request names. */
export function environmentsIn(url = ''): readonly string[] {
  const begin = url.indexOf('?');
  return begin < 0 ? [] : new URLSearchParams(url.slice(begin)).getAll('environment');
}

function environmentRefused(code: string, message: string): AppError {
  return errors.invalidParameter(message, { facts: { errors: [{ pointer: '/environment', code, message }] } });
}

function planRequired(): AppError {
  return errors.planRequired('Production access needs the Enterprise plan.');
}

/** Refuses requests that a page of another site sends. @throws AppError `cross_origin`, also without an origin that is required. */
export type CheckOrigin = (request: IncomingMessage, origin: { readonly isRequired: boolean }) => void;

/**
 * Browsers since 2023 send `Sec-Fetch-Site`, which no page can change; older ones send `Origin` with every write.
 *
 * @param publicUrl where browsers reach the gateway.
 * @see https://www.w3.org/TR/fetch-metadata/ and the OWASP Cross-Site Request Forgery Prevention Cheat Sheet.
 */
export function makeCheckOrigin(publicUrl: string): CheckOrigin {
  const own = new URL(publicUrl).origin;
  return ({ method, headers }, { isRequired }) => {
    if (method === 'GET' || method === 'HEAD') return;
    const { 'sec-fetch-site': site, origin } = headers;
    const isForeign = site !== undefined ? site !== 'same-origin' : origin !== undefined ? origin !== own : isRequired;
    if (isForeign)
      throw errors.crossOrigin(
        'The request does not come from our own pages: send Origin or Sec-Fetch-Site as a browser does there.',
      );
  };
}

/** Long, so that clocks may differ by minutes: each request is checked here, so a token says nothing that was revoked. */
export const TOKEN_LIFETIME_SECONDS = 300;
/** Milliseconds that a token is used again: signing costs more than the rest of a request (measured: 0.1 ms). */
const REUSE_MS = 30_000;
const MAX_TOKENS = 10_000;

/** The signed identity of a caller, for one service only. */
export type IdentityTokenFor = (caller: AuthorisedCaller, service: ServiceName) => Promise<string>;

/** @param nowMs milliseconds of a monotonic clock. */
export function makeIdentityTokenFor(sign: SignIdentity, nowMs: () => number): IdentityTokenFor {
  const tokens = new LRUCache<string, Promise<string>>({
    max: MAX_TOKENS,
    ttl: REUSE_MS,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  return ({ claims, rev }, service) => {
    // A member works in both environments; the operator changes the bounds of an account without a change of its keys.
    const key = `${claims.sub} ${rev} ${claims.env} ${Object.values(claims.max ?? {}).join(' ')} ${service}`;
    const known = tokens.get(key);
    if (known) return known;
    const token = sign(claims, service);
    tokens.set(key, token);
    token.catch(() => tokens.delete(key));
    return token;
  };
}
