import type { IncomingMessage } from 'node:http';
import { type ActingRole, actingRole, isInEnvironment, mayDo, type Operation, type Permission } from '@fulfilment/contracts';
import { forbidden } from '@fulfilment/http';
import { ENVIRONMENTS, type Environment } from '@fulfilment/kernel';
import type { Acting, KnownKey, KnownSession, Principal } from './principal.ts';
import { environmentNeeded, otherEnvironment, planRequired, sessionRequired } from '../request-refusals.ts';
import type { CheckOrigin } from './same-origin.ts';

/**
 * Who acts in which tenant, where that is allowed.
 *
 * @throws AppError `plan_required`, `forbidden`, `session_required`, `cross_origin`; `invalid_parameter` for an environment that
 * is missing or another than the key's.
 */
export type Authorise = (principal: Principal, operation: Operation, request: IncomingMessage) => Acting;

export function makeAuthorise({ checkOrigin }: { readonly checkOrigin: CheckOrigin }): Authorise {
  return (principal, operation, request) => {
    if (principal.type === 'key') return actingByKey(principal.key, operation, request);
    checkOrigin(request, true);
    return actingBySession(principal.session, operation, request);
  };
}

function actingByKey(key: KnownKey, operation: Operation, { url }: IncomingMessage): Acting {
  const { tenant, plan, role } = key;
  const { permission, access } = operation;
  if (tenant.environment === 'production' && plan !== 'enterprise') throw planRequired();
  if (access === 'session') throw sessionRequired();
  demand(role, permission);
  if (isInEnvironment(operation)) stayIn(tenant.environment, url);
  return key;
}

function stayIn(own: Environment, url: string | undefined): void {
  if (environmentsIn(url).some((named) => named !== own)) throw otherEnvironment(own);
}

function actingBySession(session: KnownSession, operation: Operation, { url }: IncomingMessage): Acting {
  const { id: sessionId, accountId, plan, member } = session;
  const { permission } = operation;
  const role = actingRole(member.role);
  demand(role, permission);
  // What is not of one environment is asked in either; the sandbox is open to every plan.
  const environment = isInEnvironment(operation) ? chosenEnvironment(url) : 'sandbox';
  if (environment === 'production' && plan !== 'enterprise') throw planRequired();
  return { id: member.id, rev: member.version, tenant: { accountId, environment }, role, sessionId };
}

function demand(role: ActingRole, permission: Permission | null): void {
  if (permission !== null && !mayDo(role, permission)) throw forbidden(permission);
}

function chosenEnvironment(url: string | undefined): Environment {
  const [named, ...more] = environmentsIn(url);
  const chosen = ENVIRONMENTS.find((environment) => environment === named);
  if (chosen === undefined || more.length > 0) throw environmentNeeded();
  return chosen;
}

function environmentsIn(url = ''): readonly string[] {
  const begin = url.indexOf('?');
  return begin < 0 ? [] : new URLSearchParams(url.slice(begin)).getAll('environment');
}
