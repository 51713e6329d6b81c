import type { Db } from 'mongodb';
import { type AccountDocument, accountsOf } from '../accounts/account-documents.ts';
import { type MemberDocument, membersOf, type SessionDocument, sessionsOf } from '../members/member-documents.ts';
import type { KnownSession, LookUpSession } from './principal.ts';

type SessionWithOwners = SessionDocument & {
  readonly members: readonly MemberDocument[];
  readonly accounts: readonly AccountDocument[];
};

/** Milliseconds that a look-up may take. A request waits for it. */
const DEADLINE_MS = 1_000;

/** Reads sessions with their members and accounts, from the primary: what was revoked or changed and acknowledged is seen. */
export function makeLookUpSession(db: Db): LookUpSession {
  const sessions = sessionsOf(db);
  const owners = [
    { $lookup: { from: membersOf(db).collectionName, localField: 'member_id', foreignField: '_id', as: 'members' } },
    { $lookup: { from: accountsOf(db).collectionName, localField: 'account_id', foreignField: '_id', as: 'accounts' } },
  ];
  const options = { timeoutMS: DEADLINE_MS, readPreference: 'primary' } as const;
  return async (digest) => {
    const [found] = await sessions.aggregate<SessionWithOwners>([{ $match: { digest } }, ...owners], options).toArray();
    return found && knownSession(found);
  };
}

function knownSession(document: SessionWithOwners): KnownSession | undefined {
  const { _id: id, last_used_at: lastUsedAt, expires_at: expiresAt } = document;
  const [member] = document.members;
  const [account] = document.accounts;
  if (!account || member?.status !== 'active') return undefined;
  const { _id: memberId, role, version } = member;
  const { _id: accountId, plan } = account;
  return {
    id,
    accountId,
    plan,
    member: { id: memberId, role, version },
    lastUsedAt,
    expiresAt,
  };
}
