import { newId } from '@fulfilment/kernel';
import type { Account, ApiKey, AuditAction, AuditEntry, Requester } from './account-ports.ts';

/** The circumstances of an audited change. */
export interface AuditContext {
  readonly by: Requester;
  readonly at: Date;
  readonly details?: AuditEntry['details'];
}

/** The entry of a change of a key. */
export function keyAudit(
  action: AuditAction,
  { id, accountId, environment }: Pick<ApiKey, 'id' | 'accountId' | 'environment'>,
  context: AuditContext,
): AuditEntry {
  return entryOf({ action, accountId, environment, target: { type: 'key', id } }, context);
}

/** The entry of a change of an account. */
export function accountAudit(action: AuditAction, { id }: Pick<Account, 'id'>, context: AuditContext): AuditEntry {
  return entryOf({ action, accountId: id, environment: null, target: { type: 'account', id } }, context);
}

/** The entry of a change of a member or a session, which belong to both environments. */
export function memberAudit(
  action: AuditAction,
  { accountId, target }: Pick<AuditEntry, 'accountId' | 'target'>,
  context: AuditContext,
): AuditEntry {
  return entryOf({ action, accountId, environment: null, target }, context);
}

type Subject = Pick<AuditEntry, 'action' | 'accountId' | 'environment' | 'target'>;

function entryOf(subject: Subject, { by, at, details = {} }: AuditContext): AuditEntry {
  return { id: newId('aud', at.getTime()), ...subject, by, at, details };
}
