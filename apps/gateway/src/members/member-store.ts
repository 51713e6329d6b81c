import { type Cursors, isDuplicateKey, type Mongo, pickingBy, readPage, transact } from '@fulfilment/mongo';
import type { ClientSession, Db, UpdateFilter } from 'mongodb';
import { accountsOf } from '../accounts/account-documents.ts';
import { makeAddToAuditLog } from '../accounts/audit-store.ts';
import { linkedIdentitiesOf, type MemberDocument, MEMBERS_BY_ACCOUNT, membersOf, sessionsOf, TOKEN } from './member-documents.ts';
import { type Member, type MemberChange, type MemberStore, MOST_MEMBERSHIPS } from './member-ports.ts';

export function makeMemberStore({ client, db }: Pick<Mongo, 'client' | 'db'>, cursors: Cursors): MemberStore {
  const members = membersOf(db);
  const addToAuditLog = makeAddToAuditLog(db);
  const change = makeChange(db);
  return {
    add: async (member, entry) => {
      try {
        await transact(client, async (session) => {
          await members.insertOne(toMemberDocument(member), { session });
          await addToAuditLog(entry, session);
        });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    find: async ({ memberId, accountId }) =>
      memberFrom(await members.findOne({ _id: memberId, ...(accountId === undefined ? {} : { account_id: accountId }) })),
    findByEmail: async (email) => {
      const current = { email, status: { $in: ['invited', 'active'] as const } };
      // Active members come first: invitations by other accounts do not keep a member out.
      return (await members.find(current).sort({ status: 1, _id: 1 }).limit(MOST_MEMBERSHIPS).toArray()).map(toMember);
    },
    findByToken: async (digest) => memberFrom(await members.findOne({ 'token.digest': digest })),
    named: async (accountId, ids) =>
      (await members.find({ _id: { $in: [...ids] }, account_id: accountId }).toArray()).map(toMember),
    list: async (accountId) => {
      const current = { account_id: accountId, status: { $in: ['invited', 'active'] as const } };
      return (await members.find(current).sort({ _id: 1 }).toArray()).map(toMember);
    },
    page: ({ accountId, statuses, limit, cursor }) =>
      readPage(
        cursors,
        {
          collection: members,
          filter: { account_id: accountId },
          hint: MEMBERS_BY_ACCOUNT,
          ...pickingBy([({ status }: MemberDocument) => statuses.includes(status)]),
          sort: { _id: 1 },
          limit,
          cursor,
          scope: { tenant: accountId, list: 'members', filter: { statuses } },
        },
        toMember,
      ),
    save: (changed) => transact(client, (session) => change(changed, session)),
    rehash: async (memberId, from, to) => {
      await members.updateOne({ _id: memberId, password_hash: from }, { $set: { password_hash: to } });
    },
  };
}

type Change = (change: MemberChange, session: ClientSession) => ReturnType<MemberStore['save']>;

function makeChange(db: Db): Change {
  const members = membersOf(db);
  const sessions = sessionsOf(db);
  const addToAuditLog = makeAddToAuditLog(db);
  const hasOtherOwner = async ({ id, accountId }: Member, session: ClientSession): Promise<boolean> => {
    // Two owners who remove each other concurrently both write this field, so one of the transactions is retried.
    await accountsOf(db).updateOne({ _id: accountId }, { $inc: { owners_lost: 1 } }, { session });
    const others = { account_id: accountId, _id: { $ne: id }, status: 'active', role: 'owner' } as const;
    return (await members.findOne(others, { session, projection: { _id: 1 } })) !== null;
  };
  return async ({ member, entry, losesOwner, endsSessions, unlinks }, session) => {
    if (losesOwner && !(await hasOtherOwner(member, session))) return 'last-owner';
    const before = { _id: member.id, version: member.version - 1 };
    const { matchedCount } = await members.updateOne(before, toMemberUpdate(member), { session });
    if (matchedCount === 0) return 'version-conflict';
    if (endsSessions !== 'none') {
      const kept = endsSessions === 'all' ? {} : { _id: { $ne: endsSessions.except } };
      await sessions.deleteMany({ member_id: member.id, ...kept }, { session });
    }
    if (unlinks) await linkedIdentitiesOf(db).deleteOne({ _id: member.id }, { session });
    await addToAuditLog(entry, session);
    return 'saved';
  };
}

function memberFrom(document: MemberDocument | null): Member | undefined {
  return document ? toMember(document) : undefined;
}

/** The update that brings a member's document to its new state. The time of last use is written elsewhere. */
function toMemberUpdate(member: Member): UpdateFilter<MemberDocument> {
  const { role, status, version, updatedAt, passwordHash, token } = member;
  return {
    $set: {
      role,
      status,
      version,
      updated_at: updatedAt,
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(token ? { token: TOKEN.toDocument(token) } : {}),
    },
    $unset: { ...(passwordHash === undefined ? { password_hash: '' } : {}), ...(token ? {} : { token: '' }) },
  };
}

export function toMemberDocument(member: Member): MemberDocument {
  const { id, accountId, email, role, status, version, createdAt, updatedAt, token } = member;
  return {
    _id: id,
    account_id: accountId,
    email,
    role,
    status,
    ...(token ? { token: TOKEN.toDocument(token) } : {}),
    version,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

function toMember(document: MemberDocument): Member {
  const { _id: id, account_id: accountId, email, role, status, version, token } = document;
  return {
    id,
    accountId,
    email,
    role,
    status,
    passwordHash: document.password_hash,
    token: token && TOKEN.fromDocument(token),
    version,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
    lastSeenAt: document.last_used_at,
  };
}
