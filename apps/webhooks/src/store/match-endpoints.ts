import type { LoggedEvent } from '../use-cases/ports.ts';
import type { StoreContext } from './store-groups.ts';
import { wantsEvent } from './wants-event.ts';

/**
 * Matches events with the endpoints of their tenants as they stand in this transaction: none that was added before it began
 * is missed.
 *
 * @returns for the id of each event those of the endpoints that select it.
 */
export async function matchEndpoints(
  events: readonly LoggedEvent[],
  { session, collections }: StoreContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (events.length === 0) return new Map();
  const tenants = [...new Set(events.map(({ tenant }) => tenant))];
  const endpoints = await collections.endpoints
    .find({ tenant: { $in: tenants } }, { session, projection: { tenant: 1, events: 1, filter: 1 } })
    .toArray();
  const byTenant = Map.groupBy(endpoints, ({ tenant }) => tenant);
  return new Map(
    events.map((event) => {
      const { id, tenant, notTo } = event;
      const isWanted = wantsEvent(event);
      const matching = byTenant.get(tenant)?.filter(({ _id, ...endpoint }) => _id !== notTo && isWanted(endpoint)) ?? [];
      return [id, matching.map(({ _id }) => _id)];
    }),
  );
}
