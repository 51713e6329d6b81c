import { type Clock, newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import { DEFAULT_WAREHOUSE, type Location, purposeOf } from '../model/location.ts';
import { locationMessages } from '../records/location-messages.ts';
import type { LocationStore } from './location-ports.ts';

/** Makes a tenant's default warehouse on its first use. */
export type EnsureDefaultWarehouse = (tenant: Tenant) => Promise<void>;

/** Tenants that a process remembers to have one. */
const REMEMBERED = 100_000;

export function makeEnsureDefaultWarehouse(locations: Pick<LocationStore, 'add'>, now: Clock): EnsureDefaultWarehouse {
  const known = new Set<string>();
  return async (tenant) => {
    const key = tenantKey(tenant);
    if (known.has(key)) return;
    const at = now();
    const id = newId('loc');
    // If it is there already, nothing is written.
    const main: Location = {
      id,
      type: 'warehouse',
      code: DEFAULT_WAREHOUSE,
      parentId: null,
      name: null,
      ...purposeOf('storage'),
      pickSequence: null,
      lineage: [id],
      path: DEFAULT_WAREHOUSE,
      version: 1,
      createdAt: at,
      updatedAt: at,
      archivedAt: null,
    };
    await locations.add(
      key,
      main,
      locationMessages([{ type: 'location.created', location: main }], { tenant: key, requestId: newId('req') }),
    );
    if (known.size >= REMEMBERED) known.clear();
    known.add(key);
  };
}
