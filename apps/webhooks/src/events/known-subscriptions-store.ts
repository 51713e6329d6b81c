import { LRUCache } from 'lru-cache';
import type { Transaction } from '../database/collections-documents.ts';
import type { Subscription } from '../endpoints/domain/subscription.ts';

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
/** Characters of all subscriptions in memory: a filter has up to 4 KiB, a tenant up to 50 endpoints. */
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

/** Reads the endpoints of tenants, those of the snapshot in a transaction. */
export async function readSubscriptions(
  tenants: readonly string[],
  { session, collections }: Pick<Transaction, 'collections'> & Partial<Pick<Transaction, 'session'>>,
): Promise<ReadonlyMap<string, readonly SubscribedEndpoint[]>> {
  if (tenants.length === 0) return new Map();
  const options = { projection: { tenant: 1, events: 1, filter: 1 }, ...(session && { session }) };
  const endpoints = await collections.endpoints.find({ tenant: { $in: [...tenants] } }, options).toArray();
  const byTenant = Map.groupBy(endpoints, ({ tenant }) => tenant);
  return new Map(
    tenants.map((tenant) => [tenant, (byTenant.get(tenant) ?? []).map(({ _id, events, filter }) => ({ _id, events, filter }))]),
  );
}

/**
 * Notes in the caller's transaction that a tenant's endpoints select other events from now on. To be called before anything else is
 * written: where the tenant's events are being stored, the transaction is aborted here and has to run again.
 */
export async function raiseEndpointsVersion(tenant: string, { session, collections }: Transaction): Promise<void> {
  const raise = { $inc: { endpoints_version: 1 }, $setOnInsert: { position: 0 } };
  await collections.positions.updateOne({ _id: tenant }, raise, { upsert: true, session });
}
