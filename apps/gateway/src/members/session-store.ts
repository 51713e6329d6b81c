import { type Mongo, transact } from '@fulfilment/mongo';
import type { ClientSession } from 'mongodb';
import { idleSince } from './domain/session-life.ts';
import type { Session, SessionProof, SessionStore } from './member-ports.ts';
import { makeAddToAuditLog } from '../accounts/audit-store.ts';
import { linkedIdentitiesOf, membersOf, type SessionDocument, sessionsOf } from './member-documents.ts';

/** More sessions than a member has; of more, the newest are listed. */
const MAX_LISTED = 200;

/** @returns ends all sessions there are, and tells their number. */
export const makeEndSessions = (db: Mongo['db']) => async (): Promise<number> =>
  (await sessionsOf(db).deleteMany({})).deletedCount;

export function makeSessionStore({ client, db }: Pick<Mongo, 'client' | 'db'>): SessionStore {
  const sessions = sessionsOf(db);
  const addToAuditLog = makeAddToAuditLog(db);
  /** True while the member is active and has the password that the proof was made with. */
  const isStillProved = async (memberId: string, proof: SessionProof, session: ClientSession): Promise<boolean> => {
    const { password, identity } = proof;
    // A rehash of the same password keeps the version, a new role keeps the hash; a new password changes both.
    const unchanged = password && { $or: [{ password_hash: password.passwordHash }, { version: password.version }] };
    // A write instead of a read: a concurrent change of the password conflicts with it, so one of the two is retried.
    const written = { $inc: { sessions_opened: 1 } };
    const stillProved = { _id: memberId, status: 'active', ...unchanged } as const;
    if ((await membersOf(db).updateOne(stillProved, written, { session })).matchedCount === 0) return false;
    if (!identity) return true;
    // What removes a link changes its member too, so it conflicts with the write above.
    const { issuer, subject } = identity;
    const link = { _id: memberId, issuer, subject };
    return (await linkedIdentitiesOf(db).findOne(link, { session, projection: { _id: 1 } })) !== null;
  };
  return {
    add: (session, proof, entry) =>
      transact(client, async (transaction) => {
        if (!(await isStillProved(session.memberId, proof, transaction))) return false;
        await sessions.insertOne({ ...toDocument(session), digest: proof.digest }, { session: transaction });
        await addToAuditLog(entry, transaction);
        return true;
      }),
    live: async (memberId, now) => {
      const alive = { member_id: memberId, expires_at: { $gt: now }, last_used_at: { $gt: idleSince(now) } };
      return (await sessions.find(alive).sort({ _id: -1 }).limit(MAX_LISTED).toArray()).map(toSession);
    },
    confirm: ({ memberId, sessionId }, at, entry) =>
      transact(client, async (session) => {
        const own = { _id: sessionId, member_id: memberId };
        const { matchedCount } = await sessions.updateOne(own, { $set: { confirmed_at: at } }, { session });
        if (matchedCount > 0) await addToAuditLog(entry, session);
        return matchedCount > 0;
      }),
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
    confirmedAt: document.confirmed_at ?? document.created_at,
    lastUsedAt: document.last_used_at,
    expiresAt: document.expires_at,
    address: address ?? undefined,
    userAgent: userAgent ?? undefined,
  };
}
