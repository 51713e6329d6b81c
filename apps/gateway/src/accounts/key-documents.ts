import type { UpdateFilter } from 'mongodb';
import type { ApiKey, KeptSecret } from './account-ports.ts';
import type { KeyDocument, SecretDocument } from './account-documents.ts';

/** How a key's document becomes what the key is now. */
export function toKeyUpdate(key: ApiKey): UpdateFilter<KeyDocument> {
  const fields = Object.entries(changeableFields(key));
  const set = fields.filter(([, value]) => value !== undefined);
  const unset = fields.filter(([, value]) => value === undefined).map(([name]) => [name, '']);
  return {
    $set: Object.fromEntries(set),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset) } : {}),
    $inc: { rev: 1 },
  };
}

/** What of a key can change. The time of last use is written by others, and is no change. */
function changeableFields(key: ApiKey): Pick<KeyDocument, 'name' | 'secrets' | 'ip_allowlist' | 'expires_at' | 'revoked_at'> {
  return {
    name: key.name,
    secrets: key.secrets.map(toSecretDocument),
    ip_allowlist: key.ipAllowlist,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
  };
}

export function toKeyDocument(key: ApiKey): KeyDocument {
  return {
    _id: key.id,
    account_id: key.accountId,
    environment: key.environment,
    role: key.role,
    ...changeableFields(key),
    burst: key.limit.burst,
    rate: key.limit.rate,
    rev: key.rev,
    created_at: key.createdAt,
  };
}

export function toKey(document: KeyDocument): ApiKey {
  const { _id: id, environment, role, name, burst, rate, rev } = document;
  const [newest, ...older] = document.secrets.map(toSecret);
  if (!newest) throw new Error(`${id} has no secret`);
  return {
    id,
    accountId: document.account_id,
    environment,
    role,
    name,
    secrets: [newest, ...older],
    ipAllowlist: document.ip_allowlist,
    limit: { burst, rate },
    createdAt: document.created_at,
    expiresAt: document.expires_at,
    revokedAt: document.revoked_at,
    lastUsedAt: document.last_used_at,
    rev,
  };
}

function toSecretDocument({ digest, pepperId, prefix, last4, createdAt, endsAt }: KeptSecret): SecretDocument {
  return { digest, pepper_id: pepperId, prefix, last4, created_at: createdAt, ends_at: endsAt };
}

function toSecret({
  digest,
  pepper_id: pepperId,
  prefix,
  last4,
  created_at: createdAt,
  ends_at: endsAt,
}: SecretDocument): KeptSecret {
  return { digest, pepperId, prefix, last4, createdAt, endsAt };
}
