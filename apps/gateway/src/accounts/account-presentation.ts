import type { AccountRecord, AuditEntryRecord, IssuedKey, KeyRecord } from '@fulfilment/contracts';
import type { KeySecret } from './domain/key-secrets.ts';
import { keyStatus } from './domain/key-status.ts';
import type { Account, ApiKey, AuditEntry } from './account-ports.ts';

export function presentAccount({ id, name, plan, createdAt }: Account): AccountRecord {
  return { id, name, plan, created_at: createdAt.toISOString() };
}

export function presentKey(key: ApiKey, now: Date): KeyRecord {
  const { id, accountId, environment, role, name = null, limit } = key;
  const [{ prefix, last4 }] = key.secrets;
  return {
    id,
    account_id: accountId,
    environment,
    role,
    name,
    prefix,
    last4,
    secrets: key.secrets.filter(({ endsAt }) => !endsAt || endsAt > now).map(presentSecret),
    ip_allowlist: [...key.ipAllowlist],
    ...limit,
    status: keyStatus(key, now),
    created_at: key.createdAt.toISOString(),
    expires_at: timeOrNull(key.expiresAt),
    revoked_at: timeOrNull(key.revokedAt),
    last_used_at: timeOrNull(key.lastUsedAt),
  };
}

/** A key with its text, which is shown this once. */
export function presentIssuedKey({ key, text }: { readonly key: ApiKey; readonly text: string }, now: Date): IssuedKey {
  return { ...presentKey(key, now), key: text };
}

export function presentAuditEntry({ by, at, ...entry }: AuditEntry): AuditEntryRecord {
  const { id, environment, action, target, details } = entry;
  return {
    id,
    environment,
    action,
    target,
    actor: by.actor,
    address: by.address ?? null,
    request_id: by.requestId,
    details,
    created_at: at.toISOString(),
  };
}

function presentSecret({ prefix, last4, createdAt, endsAt }: KeySecret): KeyRecord['secrets'][number] {
  return { prefix, last4, created_at: createdAt.toISOString(), ends_at: timeOrNull(endsAt) };
}

function timeOrNull(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}
