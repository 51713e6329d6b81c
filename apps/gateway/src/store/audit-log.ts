import type { ClientSession, Db } from 'mongodb';
import type { AuditEntry } from '../use-cases/ports.ts';
import { auditLogOf } from './documents.ts';

/** Writes an entry in the transaction of the change that it tells of. */
export type AddToAuditLog = (entry: AuditEntry, session: ClientSession) => Promise<void>;

export function makeAddToAuditLog(db: Db): AddToAuditLog {
  const log = auditLogOf(db);
  return async (entry, session) => {
    const { id, accountId, environment, action, target, by, at, details } = entry;
    await log.insertOne(
      {
        _id: id,
        account_id: accountId,
        environment,
        action,
        target,
        actor: by.actor,
        address: by.address ?? null,
        request_id: by.requestId,
        details: JSON.stringify(details),
        created_at: at,
      },
      { session },
    );
  };
}
