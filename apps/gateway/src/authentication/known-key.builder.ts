import { PLAN_BOUNDS } from '@fulfilment/contracts';
import type { KnownKey } from './principal.ts';

/** An active sandbox key of role admin, with `changes`. */
export function knownKey(changes: Partial<KnownKey> = {}): KnownKey {
  return {
    type: 'key',
    id: 'key_01JD8Z0000000000000000TEST',
    rev: 1,
    tenant: { accountId: 'acc_01JD8Z0000000000000000TEST', environment: 'sandbox' },
    role: 'admin',
    name: 'Till',
    accountName: 'Mugs & Co',
    plan: 'enterprise',
    storage: PLAN_BOUNDS.enterprise,
    isSuspended: false,
    limit: { burst: 100, rate: 10 },
    tenantLimit: { burst: 1_000, rate: 100 },
    expiresAt: undefined,
    revokedAt: undefined,
    ipAllowlist: [],
    ...changes,
  };
}
