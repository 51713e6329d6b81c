import type { SetStorageBody } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { type Cursors, type Mongo, pickingBy, readPage, transact } from '@fulfilment/mongo';
import type { Filter, UpdateFilter } from 'mongodb';
import {
  type AccountDocument,
  accountsOf,
  type KeyDocument,
  KEYS_BY_TENANT,
  keysOf,
  OPERATOR_LIMITS,
  SECRET,
} from './account-documents.ts';
import type { Account, AccountStore, ApiKey, KeyFilter, KeyStore } from './account-ports.ts';
import { makeAddToAuditLog } from './audit-store.ts';

type Database = Pick<Mongo, 'client' | 'db'>;

export function makeAccountStore({ client, db }: Database): AccountStore {
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
    setStorage: (id, wish, entry) =>
      transact(client, async (session) => {
        const changed = await accounts.findOneAndUpdate({ _id: id }, storageUpdate(wish), { session, returnDocument: 'after' });
        if (changed) await addToAuditLog(entry, session);
        return accountFrom(changed);
      }),
    scheduleDeletion: (id, deleteAfter, entry) =>
      transact(client, async (session) => {
        const filter = { _id: id, suspended_at: { $exists: true }, delete_after: { $exists: false } };
        const change = { $set: { delete_after: deleteAfter } };
        const changed = await accounts.findOneAndUpdate(filter, change, { session, returnDocument: 'after' });
        if (changed) await addToAuditLog(entry, session);
        return accountFrom(changed);
      }),
    beginDeletion: (id, at) => beginDeletion(db, id, at),
    setSuspended: (id, suspendedAt, entry) =>
      transact(client, async (session) => {
        const isOther = { suspended_at: { $exists: suspendedAt === undefined }, deletion_began_at: { $exists: false } };
        const change = suspendedAt
          ? { $set: { suspended_at: suspendedAt } }
          : { $unset: { suspended_at: '' as const, delete_after: '' as const } };
        const changed = await accounts.findOneAndUpdate({ _id: id, ...isOther }, change, { session, returnDocument: 'after' });
        if (changed) await addToAuditLog(entry, session);
        return accountFrom(changed);
      }),
  };
}

/** One command, so that an account is either resumed or deleted, however the two come together. */
export async function beginDeletion(db: Database['db'], id: string, at: Date): Promise<Account | undefined> {
  const filter = { _id: id, suspended_at: { $exists: true }, delete_after: { $lte: at } };
  const change = [{ $set: { deletion_began_at: { $ifNull: ['$deletion_began_at', at] } } }];
  return accountFrom(await accountsOf(db).findOneAndUpdate(filter, change, { returnDocument: 'after' }));
}

/** A pipeline: it may set nothing, which an update must not. */
function storageUpdate(wish: SetStorageBody) {
  const fields = Object.entries(wish).flatMap(([kind, bound]): [string, number | '$$REMOVE'][] =>
    bound === undefined ? [] : [[`storage.${kind}`, bound ?? '$$REMOVE']],
  );
  return [{ $set: Object.fromEntries(fields.length > 0 ? fields : [['storage', { $ifNull: ['$storage', '$$REMOVE'] }]]) }];
}

function accountFrom(document: AccountDocument | null): Account | undefined {
  return document ? toAccount(document) : undefined;
}

function toAccount(document: AccountDocument): Account {
  const { _id, name, plan, storage, suspended_at: suspendedAt, delete_after: deleteAfter } = document;
  const { deletion_began_at: deletionBeganAt, created_at: createdAt } = document;
  return { id: _id, name, plan, storage, suspendedAt, deleteAfter, deletionBeganAt, createdAt };
}

export function makeKeyStore({ client, db }: Database, cursors: Cursors): KeyStore {
  const keys = keysOf(db);
  const accounts = accountsOf(db);
  const addToAuditLog = makeAddToAuditLog(db);
  return {
    add: (key, entry) =>
      transact(client, async (session) => {
        await accounts.updateOne({ _id: key.accountId }, widenedBy(key), { session });
        await keys.insertOne(toKeyDocument(key), { session });
        await addToAuditLog(entry, session);
      }),
    find: async ({ keyId, ...filter }) => {
      const found = await keys.findOne({ _id: keyId, ...conditionsOf(filter) });
      return found ? toKey(found) : undefined;
    },
    named: async (tenant, ids) => (await keys.find({ _id: { $in: [...ids] }, ...conditionsOf(tenant) }).toArray()).map(toKey),
    list: async (filter) => {
      const documents = await keys.find(conditionsOf(filter)).sort({ _id: -1 }).toArray();
      return documents.map(toKey);
    },
    page: ({ tenant: { accountId, environment }, active, at, limit, cursor }) =>
      readPage(
        cursors,
        {
          collection: keys,
          filter: conditionsOf({ accountId, environment }),
          hint: KEYS_BY_TENANT,
          ...pickingBy([active === undefined ? undefined : (key: KeyDocument) => isActive(key, at) === active]),
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
        if (matchedCount === 0) return false;
        await accounts.updateOne({ _id: key.accountId }, widenedBy(key), { session });
        await addToAuditLog(entry, session);
        return true;
      }),
  };
}

/** The limit of a tenant is never smaller than its largest key. */
function widenedBy({ environment, limit: { burst, rate } }: ApiKey): UpdateFilter<AccountDocument> {
  const largest = `largest_key.${environment}`;
  return { $max: { [`${largest}.burst`]: burst, [`${largest}.rate`]: rate } };
}

const isActive = ({ revoked_at: revokedAt, expires_at: expiresAt }: KeyDocument, at: Date): boolean =>
  revokedAt === undefined && (expiresAt === undefined || expiresAt > at);

function conditionsOf({ accountId, environment }: KeyFilter): Filter<KeyDocument> {
  return { ...(accountId === undefined ? {} : { account_id: accountId }), ...(environment === undefined ? {} : { environment }) };
}

function toKeyUpdate(key: ApiKey): UpdateFilter<KeyDocument> {
  const fields = Object.entries(changeableFields(key));
  const set = fields.filter(([, value]) => value !== undefined);
  const unset = fields.filter(([, value]) => value === undefined).map(([name]) => [name, '']);
  return {
    $set: Object.fromEntries(set),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset) } : {}),
    $inc: { rev: 1 },
  };
}

/** The fields of a key that can change. The time of last use is written elsewhere, and is no change. */
function changeableFields(
  key: ApiKey,
): Pick<KeyDocument, 'name' | 'secrets' | 'ip_allowlist' | 'expires_at' | 'revoked_at' | 'operator_limits' | 'burst' | 'rate'> {
  const { operatorLimits: set } = key;
  return {
    name: key.name,
    secrets: key.secrets.map((secret) => SECRET.toDocument(secret)),
    ip_allowlist: key.ipAllowlist,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    operator_limits: set && OPERATOR_LIMITS.toDocument(set),
    ...key.limit,
  };
}

function toKeyDocument(key: ApiKey): KeyDocument {
  return {
    _id: key.id,
    account_id: key.accountId,
    environment: key.environment,
    role: key.role,
    ...changeableFields(key),
    rev: key.rev,
    created_at: key.createdAt,
  };
}

function toKey(document: KeyDocument): ApiKey {
  const { _id: id, environment, role, name, burst, rate, rev } = document;
  const { operator_limits: set } = document;
  const [newest, ...older] = document.secrets.map(SECRET.fromDocument);
  if (!newest) throw new Error(`${id} has no secret`);
  return {
    id,
    accountId: document.account_id,
    environment,
    role,
    name,
    secrets: [newest, ...older],
    ipAllowlist: document.ip_allowlist,
    operatorLimits: set && OPERATOR_LIMITS.fromDocument(set),
    limit: { burst, rate },
    createdAt: document.created_at,
    expiresAt: document.expires_at,
    revokedAt: document.revoked_at,
    lastUsedAt: document.last_used_at,
    lastUsedFrom: document.last_used_from,
    rev,
  };
}
