import { storageBoundsOf } from '@fulfilment/contracts';
import type { Db, MongoClient } from 'mongodb';
import {
  type AccountDocument,
  accountsOf,
  type KeyDocument,
  keysOf,
  type SecretDocument,
} from '../accounts/account-documents.ts';
import type { KeyDigest } from '../accounts/account-ports.ts';
import { tenantLimit } from '../accounts/domain/limits.ts';
import { type MemberDocument, membersOf, type SessionDocument, sessionsOf } from '../members/member-documents.ts';
import type { KnownKey, KnownSession, LookUpKey, LookUpSession } from './principal.ts';

type KeyWithAccount = KeyDocument & { readonly accounts: readonly AccountDocument[] };
type SessionWithOwners = SessionDocument & {
  readonly members: readonly MemberDocument[];
  readonly accounts: readonly AccountDocument[];
};

/** A look-up reads the primary, as a majority has it: an acknowledged revocation is seen. A request waits for it: 1 s at most. */
const LOOK_UP = { timeoutMS: 1_000, readPreference: 'primary' } as const;

/**
 * Reads keys with their accounts. A secret that is found under an older pepper moves to the current one.
 *
 * @param onError is told where that failed; the next read tries again.
 */
export function makeLookUpKey(db: Db, onError: (error: unknown) => void): LookUpKey {
  const keys = keysOf(db);
  const accounts = joined('account_id', accountsOf(db).collectionName, 'accounts');
  const move = async (keyId: string, movedFrom: string, { digest, pepperId }: KeyDigest): Promise<void> => {
    const change = { $set: { 'secrets.$.digest': digest, 'secrets.$.pepper_id': pepperId }, $inc: { rev: 1 } };
    await keys.updateOne({ _id: keyId, 'secrets.digest': movedFrom }, change, { timeoutMS: LOOK_UP.timeoutMS });
  };
  return async (digests) => {
    const [current] = digests;
    const candidates = digests.map(({ digest }) => digest);
    const match = { $match: { 'secrets.digest': { $in: candidates } } };
    const [found] = await keys.aggregate<KeyWithAccount>([match, accounts], LOOK_UP).toArray();
    const secret = found?.secrets.find(({ digest }) => candidates.includes(digest));
    if (!found || !secret) return undefined;
    const { _id: keyId } = found;
    if (secret.digest !== current.digest) await move(keyId, secret.digest, current).catch(onError);
    return toKnownKey(found, secret);
  };
}

function toKnownKey(document: KeyWithAccount, secret: SecretDocument): KnownKey | undefined {
  const [account] = document.accounts;
  if (!account) return undefined;
  const { _id: accountId, name: accountName, plan, suspended_at: suspendedAt } = account;
  const { _id: id, rev, role, name, environment, burst, rate } = document;
  const limit = { burst, rate };
  return {
    type: 'key',
    id,
    rev,
    tenant: { accountId, environment },
    role,
    name,
    accountName,
    plan,
    storage: storageBoundsOf(account),
    isSuspended: suspendedAt !== undefined,
    limit,
    tenantLimit: tenantLimit(environment, account.largest_key?.[environment] ?? limit),
    ipAllowlist: document.ip_allowlist,
    expiresAt: earlier(document.expires_at, secret.ends_at),
    revokedAt: document.revoked_at,
  };
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

/** Reads sessions with their members and accounts. */
export function makeLookUpSession(db: Db): LookUpSession {
  const sessions = sessionsOf(db);
  const owners = [
    joined('member_id', membersOf(db).collectionName, 'members'),
    joined('account_id', accountsOf(db).collectionName, 'accounts'),
  ];
  return async (digest) => {
    const [found] = await sessions.aggregate<SessionWithOwners>([{ $match: { digest } }, ...owners], LOOK_UP).toArray();
    return found && toKnownSession(found);
  };
}

function toKnownSession(document: SessionWithOwners): KnownSession | undefined {
  const { _id: id, last_used_at: lastUsedAt, expires_at: expiresAt } = document;
  const confirmedAt = document.confirmed_at ?? document.created_at;
  const [member] = document.members;
  const [account] = document.accounts;
  if (!account || member?.status !== 'active') return undefined;
  const { _id: memberId, email, role, version } = member;
  const { _id: accountId, name: accountName, plan, suspended_at: suspendedAt } = account;
  const ofAccount = { accountId, accountName, plan, storage: storageBoundsOf(account), isSuspended: suspendedAt !== undefined };
  return {
    type: 'session',
    id,
    ...ofAccount,
    member: { id: memberId, email, role, version },
    confirmedAt,
    lastUsedAt,
    expiresAt,
  };
}

function joined(localField: string, from: string, as: string) {
  return { $lookup: { from, localField, foreignField: '_id', as } };
}

const WRITABLE: ReadonlySet<string> = new Set(['RSPrimary', 'Standalone', 'Mongos', 'LoadBalanced']);

/**
 * Tells whether the driver knows a server that takes writes, kept up to date by its own monitoring.
 *
 * @param client a client that has connected, so one was known then.
 */
export function watchPrimary(client: MongoClient): () => boolean {
  let hasPrimary = true;
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    hasPrimary = newDescription.servers.values().some(({ type }) => WRITABLE.has(type));
  });
  return () => hasPrimary;
}
