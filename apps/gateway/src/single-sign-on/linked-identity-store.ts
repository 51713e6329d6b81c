import { isDuplicateKey, transact } from '@fulfilment/mongo';
import type { Db, MongoClient } from 'mongodb';
import type { LinkedIdentities } from './single-sign-on-ports.ts';
import { makeAddToAuditLog } from '../accounts/audit-store.ts';
import { linkedIdentitiesOf } from '../members/identity-documents.ts';

export function makeLinkedIdentities({ client, db }: { readonly client: MongoClient; readonly db: Db }): LinkedIdentities {
  const identities = linkedIdentitiesOf(db);
  const addToAuditLog = makeAddToAuditLog(db);
  return {
    membersOf: async ({ issuer, subject }) => {
      const linked = await identities.find({ issuer, subject }).sort({ _id: 1 }).toArray();
      return linked.map(({ _id }) => _id);
    },
    linkedAmong: async (memberIds, issuer) => {
      const linked = await identities.find({ _id: { $in: [...memberIds] }, issuer }, { projection: { _id: 1 } }).toArray();
      return new Set(linked.map(({ _id }) => _id));
    },
    link: async ({ memberId, issuer, subject }, entry) => {
      try {
        await transact(client, async (session) => {
          // Of this issuer there may be one: then it matches nothing, and what is inserted meets it.
          await identities.replaceOne(
            { _id: memberId, issuer: { $ne: issuer } },
            { issuer, subject, created_at: entry.at },
            { session, upsert: true },
          );
          await addToAuditLog(entry, session);
        });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const there = await identities.findOne({ _id: memberId });
        return there?.issuer === issuer && there.subject === subject;
      }
    },
  };
}
