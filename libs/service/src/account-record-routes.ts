import { operatorOperations as operator } from '@fulfilment/contracts';
import { type BoundRoute, ok, operatorRoute } from '@fulfilment/http';
import { tenantKey, tenantsOf } from '@fulfilment/kernel';
import type { TenantRecords } from '@fulfilment/mongo';

/** Records of one request: some hundred milliseconds. */
const AT_ONCE = 5_000;

/** The operator's routes of every service to all that it stores of an account: count it, and remove it. */
export function accountRecordRoutes(records: Pick<TenantRecords, 'count' | 'remove'>): readonly BoundRoute[] {
  return [
    operatorRoute(operator.countRecords, async ({ params: { id } }) => ok({ data: [...(await records.count(keysOf(id)))] })),
    operatorRoute(operator.removeRecords, async ({ params: { id } }) => {
      const removed = await records.remove(keysOf(id), AT_ONCE);
      return ok({ removed, more: removed === AT_ONCE });
    }),
  ];
}

const keysOf = (accountId: string): readonly string[] => tenantsOf(accountId).map(tenantKey);
