import { LRUCache } from 'lru-cache';
import type { Subscription } from '../model/domain/subscription.ts';

/** An endpoint as far as it decides which events it gets. */
export interface SubscribedEndpoint extends Subscription {
  readonly _id: string;
}

/** The endpoints of a tenant at one version. */
export interface TenantSubscriptions {
  /** `endpoints_version` of the tenant's `PositionDocument`, read in the transaction that read the endpoints. */
  readonly version: number;
  readonly endpoints: readonly SubscribedEndpoint[];
  /** When the reading transaction began, by `performance.now`. */
  readonly readAtMs: number;
}

/**
 * Milliseconds after which a tenant's endpoints are read again, whatever their version: a process of a release that does not raise
 * the version yet may have changed them.
 */
const MAX_AGE_MS = 5_000;
/** Characters of all subscriptions in memory: a filter has up to 4 KiB, a tenant 50 endpoints by its plan. */
const MAX_CHARACTERS = 32_000_000;
const CHARACTERS_OF_ENDPOINT = 200;

/** The endpoints of the tenants whose events this process stores, as it read them last. A version says whether they are current. */
export class KnownSubscriptions {
  readonly #tenants = new LRUCache<string, TenantSubscriptions>({ maxSize: MAX_CHARACTERS, sizeCalculation: sizeOf });

  /** The tenant's endpoints as they were read last, which may be out of date; none where they were never read. */
  last(tenant: string): readonly SubscribedEndpoint[] {
    return this.#tenants.get(tenant)?.endpoints ?? [];
  }

  has(tenant: string): boolean {
    return this.#tenants.has(tenant);
  }

  /** @param version of the tenant's endpoints now. @returns whether `last` has them as they are. */
  isCurrent(tenant: string, version: number): boolean {
    const known = this.#tenants.get(tenant);
    return known?.version === version && performance.now() - known.readAtMs < MAX_AGE_MS;
  }

  /** To be called after the commit of the transaction that read them. */
  keep(read: ReadonlyMap<string, TenantSubscriptions>): void {
    for (const [tenant, subscriptions] of read) this.#tenants.set(tenant, subscriptions);
  }
}

function sizeOf({ endpoints }: TenantSubscriptions): number {
  const sizes = endpoints.map(({ events, filter }) => CHARACTERS_OF_ENDPOINT + events.join(' ').length + (filter?.length ?? 0));
  return sizes.reduce((sum, size) => sum + size, CHARACTERS_OF_ENDPOINT);
}
