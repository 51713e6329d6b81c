import { ENVIRONMENTS, tenantKey } from '@fulfilment/kernel';
import { z } from 'zod';
import { batches } from '../alongside.ts';
import type { Check } from '../check.ts';
import {
  ACCOUNTS,
  ALLOCATIONS,
  HISTORY,
  KEYS,
  LOCATIONS,
  MOVEMENTS,
  ORDERS,
  OUTBOXES,
  SCAN_ANSWERS,
  SCANS,
  SKUS,
} from '../documents.ts';
import type { Look, Source } from '../look.ts';
import { ATTEMPTS, DELIVERIES, ENDPOINTS, EVENTS, POSITIONS, QUEUES } from '../webhook-documents.ts';
import { bodiesKeepToTheirs } from './tenant-bodies.ts';
import { placesKeepToTheirs } from './tenant-places.ts';

const AT_ONCE = 1_000;

type Collection = Pick<Source, 'store' | 'collection'>;

/** Where a tenant stands in the field `tenant`. */
const OWNED: readonly Collection[] = [
  SKUS,
  LOCATIONS,
  MOVEMENTS,
  SCAN_ANSWERS,
  ALLOCATIONS,
  ORDERS,
  HISTORY,
  SCANS,
  ...OUTBOXES,
  EVENTS,
  ENDPOINTS,
  DELIVERIES,
  QUEUES,
  ATTEMPTS,
];

export const tenantsCheck: Check = {
  invariant: 7,
  name: 'tenants',
  promise: 'Every record belongs to an account that exists; no record, message or event tells of another tenant than its own.',
  mayPass: false,
  run: async (look) => {
    for (const collection of OWNED) await accountsExist(look, { collection, of: '$tenant' });
    await accountsExist(look, { collection: POSITIONS, of: '$_id' });
    await accountsExist(look, { collection: KEYS, of: { $concat: ['$account_id', ':', '$environment'] } });
    await placesKeepToTheirs(look);
    await bodiesKeepToTheirs(look);
  },
};

const owner = z.object({ id: z.string() });

interface Owners {
  readonly collection: Collection;
  /** The expression that gives a document's tenant. */
  readonly of: unknown;
}

async function accountsExist({ rows, pipeline, findings }: Look, { collection, of }: Owners): Promise<void> {
  const name = `${collection.store}.${collection.collection}`;
  findings.compared('collections');
  for await (const tenants of batches(pipeline(collection, [{ $group: { _id: of } }], owner), AT_ONCE)) {
    const ids = tenants.map(({ id }) => accountOf(id));
    const known = new Set<string>();
    for await (const { id } of rows(ACCOUNTS, { filter: { _id: { $in: ids } } })) known.add(id);
    for (const { id } of tenants) {
      if (!known.has(accountOf(id))) findings.differs(`${name}: it has records of ${id}, and there is no such account`);
      else if (!isTenant(id)) findings.differs(`${name}: it has records of ${id}, which is no tenant`);
    }
  }
}

function accountOf(tenant: string): string {
  return tenant.split(':')[0] ?? '';
}

function isTenant(key: string): boolean {
  return ENVIRONMENTS.some((environment) => key === tenantKey({ accountId: accountOf(key), environment }));
}
