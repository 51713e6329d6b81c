import { transact } from '@fulfilment/mongo';
import type { Db, MongoClient } from 'mongodb';
import { idleSince } from '../domain/session-life.ts';
import type { Session, SessionStore } from '../use-cases/member-ports.ts';
import { makeAddToAuditLog } from './audit-log.ts';
import { type SessionDocument, sessionsOf } from './member-documents.ts';

/** More than anybody has open: the newest are shown. */
const MOST_SHOWN = 200;

export function makeSessionStore({ client, db }: { readonly client: MongoClient; readonly db: Db }): SessionStore {
  const sessions = sessionsOf(db);
  const addToAuditLog = makeAddToAuditLog(db);
  return {
    add: (session, digest, entry) =>
      transact(client, async (transaction) => {
        await sessions.insertOne({ ...toDocument(session), digest }, { session: transaction });
        await addToAuditLog(entry, transaction);
      }),
    live: async (memberId, now) => {
      const alive = { member_id: memberId, expires_at: { $gt: now }, last_used_at: { $gt: idleSince(now) } };
      return (await sessions.find(alive).sort({ _id: -1 }).limit(MOST_SHOWN).toArray()).map(toSession);
    },
    end: ({ memberId, sessionId }, entry) =>
      transact(client, async (session) => {
        const ended = await sessions.findOneAndDelete({ _id: sessionId, member_id: memberId }, { session });
        if (!ended) return undefined;
        await addToAuditLog(entry, session);
        return toSession(ended);
      }),
    endOthers: ({ memberId, exceptId }, entry) =>
      transact(client, async (session) => {
        const { deletedCount } = await sessions.deleteMany({ member_id: memberId, _id: { $ne: exceptId } }, { session });
        if (deletedCount > 0) await addToAuditLog(entry, session);
        return deletedCount;
      }),
  };
}

function toDocument(session: Session): Omit<SessionDocument, 'digest'> {
  const { id, accountId, memberId, method, createdAt, lastUsedAt, expiresAt, address, userAgent } = session;
  return {
    _id: id,
    account_id: accountId,
    member_id: memberId,
    method,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
    address: address ?? null,
    user_agent: userAgent ?? null,
  };
}

function toSession(document: SessionDocument): Session {
  const { _id: id, account_id: accountId, member_id: memberId, method, address, user_agent: userAgent } = document;
  return {
    id,
    accountId,
    memberId,
    method,
    createdAt: document.created_at,
    lastUsedAt: document.last_used_at,
    expiresAt: document.expires_at,
    address: address ?? undefined,
    userAgent: userAgent ?? undefined,
  };
}
