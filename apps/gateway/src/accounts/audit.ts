import { newId } from '@fulfilment/kernel';
import type { Account, ApiKey, AuditAction, AuditEntry, Requester } from './account-ports.ts';

/** What a change is told with. */
export interface Told {
  readonly by: Requester;
  readonly at: Date;
  readonly details?: AuditEntry['details'];
}

/** The entry of a change of a key. */
export function keyAudit(
  action: AuditAction,
  { id, accountId, environment }: Pick<ApiKey, 'id' | 'accountId' | 'environment'>,
  { by, at, details = {} }: Told,
): AuditEntry {
  return { id: newId('aud', at.getTime()), accountId, environment, action, target: { type: 'key', id }, by, at, details };
}

/** The entry of a change of an account. */
export function accountAudit(action: AuditAction, { id }: Pick<Account, 'id'>, { by, at, details = {} }: Told): AuditEntry {
  return {
    id: newId('aud', at.getTime()),
    accountId: id,
    environment: null,
    action,
    target: { type: 'account', id },
    by,
    at,
    details,
  };
}

/** The entry of a change of a member, or of what belongs to one: it is of both environments. */
export function memberAudit(
  action: AuditAction,
  { accountId, target }: Pick<AuditEntry, 'accountId' | 'target'>,
  { by, at, details = {} }: Told,
): AuditEntry {
  return { id: newId('aud', at.getTime()), accountId, environment: null, action, target, by, at, details };
}

/** What the audit log says of a key that was made or changed. */
export function detailsOf({
  name,
  ipAllowlist,
  expiresAt,
}: Pick<ApiKey, 'name' | 'ipAllowlist' | 'expiresAt'>): AuditEntry['details'] {
  return { name: name ?? null, ip_allowlist: ipAllowlist, expires_at: expiresAt?.toISOString() ?? null };
}
