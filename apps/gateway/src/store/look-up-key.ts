import type { Db } from 'mongodb';
import type { KnownKey, LookUpKey } from '../use-cases/ports.ts';
import { tenantLimit } from '../domain/limits.ts';
import { type AccountDocument, accountsOf, type KeyDocument, keysOf } from './documents.ts';

type KeyWithAccount = KeyDocument & { readonly accounts: readonly AccountDocument[] };

/** Milliseconds that a look-up may take. A request waits for it. */
const DEADLINE_MS = 1_000;

/** Reads keys with their accounts, from the primary, as a majority has them: a revocation that was acknowledged is seen. */
export function makeLookUpKey(db: Db): LookUpKey {
  const keys = keysOf(db);
  const from = accountsOf(db).collectionName;
  const account = { $lookup: { from, localField: 'account_id', foreignField: '_id', as: 'accounts' } };
  return async (digest) => {
    const options = { timeoutMS: DEADLINE_MS, readPreference: 'primary' } as const;
    const [found] = await keys.aggregate<KeyWithAccount>([{ $match: { digest } }, account], options).toArray();
    return found && knownKey(found);
  };
}

function knownKey(document: KeyWithAccount): KnownKey | undefined {
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
    expiresAt: document.expires_at,
    revokedAt: document.revoked_at,
  };
}
