import type { Db } from 'mongodb';
import { tenantLimit } from '../accounts/domain/limits.ts';
import type { KeyDigest } from '../accounts/account-ports.ts';
import {
  type AccountDocument,
  accountsOf,
  type KeyDocument,
  keysOf,
  type SecretDocument,
} from '../accounts/account-documents.ts';
import type { KnownKey, LookUpKey } from './principal.ts';

type KeyWithAccount = KeyDocument & { readonly accounts: readonly AccountDocument[] };

/** Milliseconds that a look-up may take. A request waits for it. */
const DEADLINE_MS = 1_000;

/**
 * Reads keys with their accounts, from the primary, as a majority has them: a revocation that was acknowledged is seen.
 * A secret that is found under an older pepper is moved to the current one.
 *
 * @param onError told where that failed; it is tried again with the next read.
 */
export function makeLookUpKey(db: Db, onError: (error: unknown) => void): LookUpKey {
  const keys = keysOf(db);
  const account = {
    $lookup: { from: accountsOf(db).collectionName, localField: 'account_id', foreignField: '_id', as: 'accounts' },
  };

  const move = async (keyId: string, movedFrom: string, { digest, pepperId }: KeyDigest): Promise<void> => {
    const change = { $set: { 'secrets.$.digest': digest, 'secrets.$.pepper_id': pepperId }, $inc: { rev: 1 } };
    await keys.updateOne({ _id: keyId, 'secrets.digest': movedFrom }, change, { timeoutMS: DEADLINE_MS });
  };

  return async (digests) => {
    const [current] = digests;
    const candidates = digests.map(({ digest }) => digest);
    const options = { timeoutMS: DEADLINE_MS, readPreference: 'primary' } as const;
    const match = { $match: { 'secrets.digest': { $in: candidates } } };
    const [found] = await keys.aggregate<KeyWithAccount>([match, account], options).toArray();
    const secret = found?.secrets.find(({ digest }) => candidates.includes(digest));
    if (!found || !secret) return undefined;
    const { _id: keyId } = found;
    if (secret.digest !== current.digest) await move(keyId, secret.digest, current).catch(onError);
    return knownKey(found, secret);
  };
}

function knownKey(document: KeyWithAccount, secret: SecretDocument): KnownKey | undefined {
  const [account] = document.accounts;
  if (!account) return undefined;
  const { _id: id, environment, burst, rate } = document;
  const { _id: accountId } = account;
  const limit = { burst, rate };
  return {
    id,
    rev: document.rev,
    tenant: { accountId, environment },
    role: document.role,
    plan: account.plan,
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
