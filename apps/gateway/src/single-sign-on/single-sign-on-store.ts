import { isDuplicateKey, type Mongo, transact } from '@fulfilment/mongo';
import type { Collection, Db, MongoClient } from 'mongodb';
import type { AuditEntry } from '../accounts/account-ports.ts';
import { type AddToAuditLog, makeAddToAuditLog } from '../accounts/audit-store.ts';
import {
  type FinishedFlowDocument,
  finishedFlowsOf,
  type LinkedIdentityDocument,
  linkedIdentitiesOf,
} from '../members/member-documents.ts';
import type { LinkedIdentity, SignInFlow } from './single-sign-on-ports.ts';

/** The links between members and identities. */
export class LinkedIdentities {
  readonly #client: MongoClient;
  readonly #identities: Collection<LinkedIdentityDocument>;
  readonly #addToAuditLog: AddToAuditLog;

  constructor({ client, db }: Pick<Mongo, 'client' | 'db'>) {
    this.#client = client;
    this.#identities = linkedIdentitiesOf(db);
    this.#addToAuditLog = makeAddToAuditLog(db);
  }

  /** The ids of the members linked to this identity. */
  async membersOf({ issuer, subject }: Pick<LinkedIdentity, 'issuer' | 'subject'>): Promise<readonly string[]> {
    const linked = await this.#identities.find({ issuer, subject }).sort({ _id: 1 }).toArray();
    return linked.map(({ _id }) => _id);
  }

  /** Those of these members that are linked to any identity of this provider. */
  async linkedAmong(memberIds: readonly string[], issuer: string): Promise<ReadonlySet<string>> {
    const linked = await this.#identities.find({ _id: { $in: [...memberIds] }, issuer }, { projection: { _id: 1 } }).toArray();
    return new Set(linked.map(({ _id }) => _id));
  }

  /** Replaces a link to another provider. @returns false where the member is linked to another identity of this provider. */
  async link({ memberId, issuer, subject }: LinkedIdentity, entry: AuditEntry): Promise<boolean> {
    try {
      await transact(this.#client, async (session) => {
        // A link to this issuer does not match the filter, so the upsert hits the duplicate key.
        await this.#identities.updateOne(
          { _id: memberId, issuer: { $ne: issuer } },
          { $set: { issuer, subject, created_at: entry.at } },
          { session, upsert: true },
        );
        await this.#addToAuditLog(entry, session);
      });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const there = await this.#identities.findOne({ _id: memberId });
      return there?.issuer === issuer && there.subject === subject;
    }
  }
}

/** The finished sign-ins of all gateways, each kept until its cookie expires. */
export class FinishedFlows {
  readonly #flows: Collection<FinishedFlowDocument>;

  constructor(db: Db) {
    this.#flows = finishedFlowsOf(db);
  }

  /** @returns false where it was finished before. */
  async finish({ state, endsAt }: Pick<SignInFlow, 'state' | 'endsAt'>): Promise<boolean> {
    try {
      await this.#flows.insertOne({ _id: state, ends_at: endsAt });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Allows it to be finished again. */
  async reopen({ state }: Pick<SignInFlow, 'state'>): Promise<void> {
    await this.#flows.deleteOne({ _id: state });
  }
}
