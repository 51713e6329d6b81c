import { transact } from '@fulfilment/mongo';
import type { Db, Filter, MongoClient } from 'mongodb';
import type { KeyFilter, KeyStore } from '../use-cases/ports.ts';
import { makeAddToAuditLog } from './audit-log.ts';
import { accountsOf, type KeyDocument, keysOf } from './documents.ts';
import { changeableFields, toKey, toKeyDocument } from './key-document.ts';

export function makeKeyStore({ client, db }: { readonly client: MongoClient; readonly db: Db }): KeyStore {
  const keys = keysOf(db);
  const accounts = accountsOf(db);
  const addToAuditLog = makeAddToAuditLog(db);
  return {
    add: (key, entry) =>
      transact(client, async (session) => {
        const largest = `largest_key.${key.environment}`;
        const { burst, rate } = key.limit;
        const widen = { $max: { [`${largest}.burst`]: burst, [`${largest}.rate`]: rate } };
        await accounts.updateOne({ _id: key.accountId }, widen, { session });
        await keys.insertOne(toKeyDocument(key), { session });
        await addToAuditLog(entry, session);
      }),
    find: async ({ keyId, ...filter }) => {
      const found = await keys.findOne({ _id: keyId, ...conditionsOf(filter) });
      return found ? toKey(found) : undefined;
    },
    list: async (filter) => {
      const documents = await keys.find(conditionsOf(filter)).sort({ _id: -1 }).toArray();
      return documents.map(toKey);
    },
    save: (key, entry) =>
      transact(client, async (session) => {
        // Field by field: the time of last use is written by others, and is no change.
        const change = { $set: changeableFields(key), $inc: { rev: 1 } };
        const { matchedCount } = await keys.updateOne({ _id: key.id, rev: key.rev }, change, { session });
        if (matchedCount === 1) await addToAuditLog(entry, session);
        return matchedCount === 1;
      }),
  };
}

function conditionsOf({ accountId, environment }: KeyFilter): Filter<KeyDocument> {
  return { ...(accountId === undefined ? {} : { account_id: accountId }), ...(environment === undefined ? {} : { environment }) };
}
