import { type Clock, newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import { DEFAULT_WAREHOUSE } from './domain/location.ts';
import type { LocationStore } from './location-ports.ts';

/** Makes a tenant's default warehouse on its first use. */
export type OpenTenant = (tenant: Tenant) => Promise<void>;

/** Tenants that a process remembers to have one. */
const REMEMBERED = 100_000;

export function makeOpenTenant({
  locations,
  now,
}: {
  readonly locations: Pick<LocationStore, 'add'>;
  readonly now: Clock;
}): OpenTenant {
  const opened = new Set<string>();
  return async (tenant) => {
    const key = tenantKey(tenant);
    if (opened.has(key)) return;
    const at = now();
    const id = newId('loc');
    // If it is there already, nothing is written.
    await locations.add(key, {
      id,
      type: 'warehouse',
      code: DEFAULT_WAREHOUSE,
      parentId: null,
      name: null,
      lineage: [id],
      path: DEFAULT_WAREHOUSE,
      version: 1,
      createdAt: at,
      updatedAt: at,
      archivedAt: null,
    });
    if (opened.size >= REMEMBERED) opened.clear();
    opened.add(key);
  };
}
