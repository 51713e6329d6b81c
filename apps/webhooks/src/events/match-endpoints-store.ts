import type { ClientSession } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import type { LoggedEvent } from './event-ports.ts';
import { givingWay } from './give-way-store.ts';
import type { WantsOf } from './wants-event-store.ts';

export interface MatchContext {
  readonly collections: Pick<Collections, 'endpoints'>;
  /** What filters have decided is taken from here, so that a transaction finds it decided. */
  readonly wants: WantsOf;
  readonly session?: ClientSession;
}

/**
 * Matches events with the endpoints of their tenants as they stand, in a transaction as they stand there: none that was added
 * before it began is missed. However much there is to decide, the event loop goes on between endpoints.
 *
 * @returns for the id of each event those of the endpoints that select it.
 */
export async function matchEndpoints(
  events: readonly LoggedEvent[],
  { session, collections, wants }: MatchContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (events.length === 0) return new Map();
  const tenants = [...new Set(events.map(({ tenant }) => tenant))];
  const options = { projection: { tenant: 1, events: 1, filter: 1 }, ...(session && { session }) };
  const endpoints = await collections.endpoints.find({ tenant: { $in: tenants } }, options).toArray();
  const byTenant = Map.groupBy(endpoints, ({ tenant }) => tenant);
  const giveWay = givingWay();
  const selected = new Map<string, readonly string[]>();
  for (const event of events) {
    const isWanted = wants(event);
    const matching: string[] = [];
    for (const { _id: endpointId, ...selection } of byTenant.get(event.tenant) ?? []) {
      if (endpointId !== event.notTo && isWanted(selection)) matching.push(endpointId);
      await giveWay();
    }
    selected.set(event.id, matching);
  }
  return selected;
}
