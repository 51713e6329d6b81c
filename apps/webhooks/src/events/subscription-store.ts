import type { Transaction } from '../database/collections-documents.ts';
import type { SubscribedEndpoint } from './subscription-cache.ts';

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
