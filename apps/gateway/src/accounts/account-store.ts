import { transact } from '@fulfilment/mongo';
import type { Db, MongoClient } from 'mongodb';
import type { Account, AccountStore } from './account-ports.ts';
import { makeAddToAuditLog } from './audit-store.ts';
import { type AccountDocument, accountsOf } from './account-documents.ts';

export function makeAccountStore({ client, db }: { readonly client: MongoClient; readonly db: Db }): AccountStore {
  const accounts = accountsOf(db);
  const addToAuditLog = makeAddToAuditLog(db);
  return {
    add: ({ id, name, plan, createdAt }, entry) =>
      transact(client, async (session) => {
        await accounts.insertOne({ _id: id, name, plan, created_at: createdAt }, { session });
        await addToAuditLog(entry, session);
      }),
    find: async (id) => accountFrom(await accounts.findOne({ _id: id })),
    all: async () => {
      const documents = await accounts.find().sort({ _id: 1 }).toArray();
      return documents.map(toAccount);
    },
    setPlan: (id, plan, entry) =>
      transact(client, async (session) => {
        const options = { session, returnDocument: 'after' } as const;
        const changed = await accounts.findOneAndUpdate({ _id: id }, { $set: { plan } }, options);
        if (changed) await addToAuditLog(entry, session);
        return accountFrom(changed);
      }),
  };
}

function accountFrom(document: AccountDocument | null): Account | undefined {
  return document ? toAccount(document) : undefined;
}

function toAccount({ _id, name, plan, created_at: createdAt }: AccountDocument): Account {
  return { id: _id, name, plan, createdAt };
}
