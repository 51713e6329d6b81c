import { operatorOperations as operator } from '@fulfilment/contracts';
import { type BoundRoute, ok, operatorRoute } from '@fulfilment/http';
import { StoredCounts, tenantKey, tenantsOf } from '@fulfilment/kernel';
import type { TenantRecords } from '@fulfilment/mongo';

/** Records of one request: some hundred milliseconds. */
const AT_ONCE = 5_000;
/** Bytes change slowly beside bounds of gigabytes, and an estimate takes some twenty commands: a hundredth of one core of MongoDB at most. */
const REST = { firstFreshMs: 1_000, freshMs: 600_000, restPerCount: 100 };

/** All that a service stores of tenants. */
export interface StoredRecords {
  /** The operator's routes of every service to all that it stores of an account: count it, estimate its bytes, and remove it. */
  readonly ofRecords: readonly BoundRoute[];
  /** The bytes of all documents of each tenant that asks, estimated beside its requests. */
  readonly storedBytes: StoredCounts;
}

/** @param records those of the service. */
export function openRecords(records: TenantRecords): StoredRecords {
  return {
    ofRecords: [
      operatorRoute(operator.countRecords, async ({ params: { id } }) => ok({ data: [...(await records.count(keysOf(id)))] })),
      operatorRoute(operator.getStoredBytes, async ({ params: { id } }) => {
        const estimates = tenantsOf(id).map(async (tenant) => {
          const used = await records.estimateBytes(tenantKey(tenant));
          return { environment: tenant.environment, used };
        });
        return ok({ data: await Promise.all(estimates) });
      }),
      operatorRoute(operator.removeRecords, async ({ params: { id } }) => {
        const removed = await records.remove(keysOf(id), AT_ONCE);
        return ok({ removed, more: removed === AT_ONCE });
      }),
    ],
    storedBytes: new StoredCounts({ ...REST, count: (tenant) => records.estimateBytes(tenant) }),
  };
}

const keysOf = (accountId: string): readonly string[] => tenantsOf(accountId).map(tenantKey);
