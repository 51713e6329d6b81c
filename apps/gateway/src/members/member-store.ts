import { type Cursors, isDuplicateKey, readPage, transact } from '@fulfilment/mongo';
import type { ClientSession, Db, MongoClient } from 'mongodb';
import { type Member, type MemberChange, type MemberStore, MOST_MEMBERSHIPS } from './member-ports.ts';
import { makeAddToAuditLog } from '../accounts/audit-store.ts';
import { accountsOf } from '../accounts/account-documents.ts';
import { toMember, toMemberDocument, toMemberUpdate } from './member-mapping-documents.ts';
import { type MemberDocument, membersOf, sessionsOf } from './member-documents.ts';
import { linkedIdentitiesOf } from './identity-documents.ts';

export interface MemberStoreOptions {
  readonly client: MongoClient;
  readonly db: Db;
  readonly cursors: Cursors;
}

export function makeMemberStore({ client, db, cursors }: MemberStoreOptions): MemberStore {
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
      return (await members.find(current).sort({ _id: 1 }).limit(MOST_MEMBERSHIPS).toArray()).map(toMember);
    },
    findByToken: async (digest) => memberFrom(await members.findOne({ 'token.digest': digest })),
    list: async (accountId) => {
      const current = { account_id: accountId, status: { $in: ['invited', 'active'] as const } };
      return (await members.find(current).sort({ _id: 1 }).toArray()).map(toMember);
    },
    page: ({ accountId, statuses, limit, cursor }) =>
      readPage(
        cursors,
        {
          collection: members,
          filter: { account_id: accountId, status: { $in: [...statuses] } },
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
    // Two owners who remove each other at once both write this one field: one of them looks again.
    await accountsOf(db).updateOne({ _id: accountId }, { $inc: { owners_lost: 1 } }, { session });
    const others = { account_id: accountId, _id: { $ne: id }, status: 'active', role: 'owner' } as const;
    return (await members.findOne(others, { session, projection: { _id: 1 } })) !== null;
  };
  return async ({ member, entry, losesOwner, endsSessions, unlinks }, session) => {
    if (losesOwner && !(await hasOtherOwner(member, session))) return 'last-owner';
    const before = { _id: member.id, version: member.version - 1 };
    const { matchedCount } = await members.updateOne(before, toMemberUpdate(member), { session });
    if (matchedCount === 0) return 'changed-meanwhile';
    if (endsSessions !== 'none') {
      const kept = endsSessions === 'all' ? {} : { _id: { $ne: endsSessions.except } };
      await sessions.deleteMany({ member_id: member.id, ...kept }, { session });
    }
    if (unlinks) await linkedIdentitiesOf(db).deleteOne({ _id: member.id }, { session });
    await addToAuditLog(entry, session);
    return 'kept';
  };
}

function memberFrom(document: MemberDocument | null): Member | undefined {
  return document ? toMember(document) : undefined;
}
