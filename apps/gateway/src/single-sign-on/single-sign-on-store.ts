import { isDuplicateKey, type Mongo, transact } from '@fulfilment/mongo';
import type { Db } from 'mongodb';
import { makeAddToAuditLog } from '../accounts/audit-store.ts';
import { finishedFlowsOf, linkedIdentitiesOf } from '../members/member-documents.ts';
import type { FinishedFlows, LinkedIdentities } from './single-sign-on-ports.ts';

/** The links between members and identities. */
export function makeLinkedIdentities({ client, db }: Pick<Mongo, 'client' | 'db'>): LinkedIdentities {
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
          // A link to this issuer does not match the filter, so the upsert hits the duplicate key.
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

/** The finished sign-ins, each kept until its cookie expires. */
export function makeFinishedFlows(db: Db): FinishedFlows {
  const flows = finishedFlowsOf(db);
  return {
    finish: async ({ state, endsAt }) => {
      try {
        await flows.insertOne({ _id: state, ends_at: endsAt });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    reopen: async ({ state }) => {
      await flows.deleteOne({ _id: state });
    },
  };
}
