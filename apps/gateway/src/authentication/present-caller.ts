import { type CallerRecord, mayDo, PERMISSIONS } from '@fulfilment/contracts';
import { ACCOUNT_SESSIONS_LIMIT, SESSION_LIMIT } from '../accounts/domain/limits.ts';
import type { AuthorisedCaller, Principal } from './principal.ts';

/** A caller as it sees itself: known from its authentication, so that nothing is read for it. */
export function presentCaller(principal: Principal, { claims }: AuthorisedCaller): CallerRecord {
  const { acc, env, role } = claims;
  const permissions = PERMISSIONS.filter((permission) => mayDo(role, permission));
  const common = {
    account: { id: acc, name: principal.accountName, plan: principal.plan },
    environment: env,
    role,
    permissions,
  };
  if (principal.type === 'session')
    return {
      ...common,
      key: null,
      member: { id: principal.member.id, email: principal.member.email, role: principal.member.role },
      limits: { own: SESSION_LIMIT, shared: ACCOUNT_SESSIONS_LIMIT },
    };
  const { id, name, expiresAt, limit, tenantLimit } = principal;
  const key = { id, name: name ?? null, expires_at: expiresAt?.toISOString() ?? null };
  return { ...common, key, member: null, limits: { own: limit, shared: tenantLimit } };
}
