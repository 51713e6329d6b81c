import type { AccountRecord, KeyRecord } from '@fulfilment/contracts';
import { keyStatus } from '../domain/key-status.ts';
import type { Account, ApiKey } from '../use-cases/ports.ts';

export function presentAccount({ id, name, plan, createdAt }: Account): AccountRecord {
  return { id, name, plan, created_at: createdAt.toISOString() };
}

export function presentKey(key: ApiKey, now: Date): KeyRecord {
  const { id, accountId, environment, role, name = null, prefix, last4, limit } = key;
  return {
    id,
    account_id: accountId,
    environment,
    role,
    name,
    prefix,
    last4,
    ...limit,
    status: keyStatus(key, now),
    created_at: key.createdAt.toISOString(),
    expires_at: timeOrNull(key.expiresAt),
    revoked_at: timeOrNull(key.revokedAt),
    last_used_at: timeOrNull(key.lastUsedAt),
  };
}

function timeOrNull(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}
