import { tenantKey } from '@fulfilment/kernel';
import { type Cursors, readPage, transact } from '@fulfilment/mongo';
import type { Db, Filter, MongoClient } from 'mongodb';
import type { KeyFilter, KeyStore } from './account-ports.ts';
import { makeAddToAuditLog } from './audit-store.ts';
import { accountsOf, type KeyDocument, keysOf } from './account-documents.ts';
import { toKey, toKeyDocument, toKeyUpdate } from './key-documents.ts';

export interface KeyStoreOptions {
  readonly client: MongoClient;
  readonly db: Db;
  readonly cursors: Cursors;
}

export function makeKeyStore({ client, db, cursors }: KeyStoreOptions): KeyStore {
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
    page: ({ tenant: { accountId, environment }, active, at, limit, cursor }) =>
      readPage(
        cursors,
        {
          collection: keys,
          filter: { ...conditionsOf({ accountId, environment }), ...endedConditions(active, at) },
          sort: { _id: -1 },
          limit,
          cursor,
          scope: { tenant: tenantKey({ accountId, environment }), list: 'keys', filter: { active } },
        },
        toKey,
      ),
    save: (key, entry) =>
      transact(client, async (session) => {
        const { matchedCount } = await keys.updateOne({ _id: key.id, rev: key.rev }, toKeyUpdate(key), { session });
        if (matchedCount === 1) await addToAuditLog(entry, session);
        return matchedCount === 1;
      }),
  };
}

function endedConditions(active: boolean | undefined, at: Date): Filter<KeyDocument> {
  if (active === undefined) return {};
  const ended = [{ revoked_at: { $exists: true } }, { expires_at: { $lte: at } }];
  return active ? { $nor: ended } : { $or: ended };
}

function conditionsOf({ accountId, environment }: KeyFilter): Filter<KeyDocument> {
  return { ...(accountId === undefined ? {} : { account_id: accountId }), ...(environment === undefined ? {} : { environment }) };
}
