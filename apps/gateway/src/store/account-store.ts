import type { Db } from 'mongodb';
import type { Account, AccountStore } from '../use-cases/ports.ts';
import { type AccountDocument, accountsOf } from './documents.ts';

export function makeAccountStore(db: Db): AccountStore {
  const accounts = accountsOf(db);
  return {
    add: async ({ id, name, plan, createdAt }) => {
      await accounts.insertOne({ _id: id, name, plan, created_at: createdAt });
    },
    find: async (id) => accountFrom(await accounts.findOne({ _id: id })),
    all: async () => {
      const documents = await accounts.find().sort({ _id: 1 }).toArray();
      return documents.map(toAccount);
    },
    setPlan: async (id, plan) =>
      accountFrom(await accounts.findOneAndUpdate({ _id: id }, { $set: { plan } }, { returnDocument: 'after' })),
  };
}

function accountFrom(document: AccountDocument | null): Account | undefined {
  return document ? toAccount(document) : undefined;
}

function toAccount({ _id, name, plan, created_at: createdAt }: AccountDocument): Account {
  return { id: _id, name, plan, createdAt };
}
