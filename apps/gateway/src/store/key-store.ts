import { transact } from '@fulfilment/mongo';
import type { Db, MongoClient } from 'mongodb';
import type { ApiKey, KeyDigest, KeyStore } from '../use-cases/ports.ts';
import { accountsOf, type KeyDocument, keysOf } from './documents.ts';

export function makeKeyStore({ client, db }: { readonly client: MongoClient; readonly db: Db }): KeyStore {
  const keys = keysOf(db);
  const accounts = accountsOf(db);
  return {
    add: (key, digest) =>
      transact(client, async (session) => {
        const largest = `largest_key.${key.environment}`;
        const { burst, rate } = key.limit;
        const widen = { $max: { [`${largest}.burst`]: burst, [`${largest}.rate`]: rate } };
        await accounts.updateOne({ _id: key.accountId }, widen, { session });
        await keys.insertOne(toDocument(key, digest), { session });
      }),
    list: async ({ accountId, environment }) => {
      const filter = { ...(accountId ? { account_id: accountId } : {}), ...(environment ? { environment } : {}) };
      const documents = await keys.find(filter).sort({ _id: -1 }).toArray();
      return documents.map(toKey);
    },
    revoke: async (id, at) => {
      const change = { $set: { revoked_at: at }, $inc: { rev: 1 } };
      const revoked = await keys.findOneAndUpdate({ _id: id, revoked_at: { $exists: false } }, change, {
        returnDocument: 'after',
      });
      const document = revoked ?? (await keys.findOne({ _id: id }));
      return document ? toKey(document) : undefined;
    },
  };
}

function toDocument(key: ApiKey, { digest, pepperId }: KeyDigest): KeyDocument {
  return {
    _id: key.id,
    account_id: key.accountId,
    environment: key.environment,
    role: key.role,
    name: key.name,
    digest,
    pepper_id: pepperId,
    prefix: key.prefix,
    last4: key.last4,
    burst: key.limit.burst,
    rate: key.limit.rate,
    rev: 1,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
  };
}

function toKey(document: KeyDocument): ApiKey {
  const { _id: id, environment, role, name, prefix, last4, burst, rate } = document;
  return {
    id,
    accountId: document.account_id,
    environment,
    role,
    name,
    prefix,
    last4,
    limit: { burst, rate },
    createdAt: document.created_at,
    expiresAt: document.expires_at,
    revokedAt: document.revoked_at,
    lastUsedAt: document.last_used_at,
  };
}
