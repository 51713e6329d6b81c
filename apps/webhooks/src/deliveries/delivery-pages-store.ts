import { firstIdAt, type Page, tenantKey } from '@fulfilment/kernel';
import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Filter } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import type { DeliveryDocument, PendingDocument } from './delivery-documents.ts';
import { toFacts } from './delivery-facts-documents.ts';
import type { DeliveryFacts, DeliveryFilter, DeliveryLog } from './delivery-ports.ts';

/** Lists deliveries of an endpoint, the newest first. */
export function makeDeliveryPages(
  { deliveries, pending }: Pick<Collections, 'deliveries' | 'pending'>,
  cursors: Cursors,
): DeliveryLog['page'] {
  const factsOf = async (ids: readonly string[], tenant: string): Promise<DeliveryFacts[]> => {
    const found = await deliveries.find({ _id: { $in: [...ids] }, tenant, state: 'pending' }).toArray();
    return found.map(toFacts).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  };
  return async ({ tenant: owner, endpointId }, filter, page): Promise<Page<DeliveryFacts>> => {
    const tenant = tenantKey(owner);
    const { state, eventType, eventId, since, until } = filter;
    const shown = { state, eventType, eventId, since: since?.toISOString(), until: until?.toISOString() };
    const ofEndpoint = { tenant, endpoint_id: endpointId, ...rangeOf(filter) };
    const scope = { tenant, list: `deliveries of ${endpointId}`, filter: shown };
    const request = { ...page, sort: { _id: -1 as const }, scope };
    // An event has one delivery, wherever that stands.
    if (state === 'pending' && eventId === undefined) {
      const found = await readPage(cursors, { ...request, collection: pending, filter: ofEndpoint }, idOf);
      return { ...found, data: await factsOf(found.data, tenant) };
    }
    const ofEvent = eventId === undefined ? {} : { event_id: eventId };
    return readPage(
      cursors,
      { ...request, collection: deliveries, filter: { ...ofEndpoint, ...ofEvent, ...inState(state) } },
      toFacts,
    );
  };
}

const idOf = ({ _id }: PendingDocument): string => _id;

/** Ids of deliveries begin with the moment at which they were made. */
function rangeOf({ eventType, since, until }: DeliveryFilter) {
  const made = {
    ...(since === undefined ? {} : { $gte: firstIdAt('dlv', since) }),
    ...(until === undefined ? {} : { $lt: firstIdAt('dlv', until) }),
  };
  return {
    ...(eventType === undefined ? {} : { event_type: eventType }),
    ...(Object.keys(made).length === 0 ? {} : { _id: made }),
  };
}

function inState(state: DeliveryFilter['state']): Filter<DeliveryDocument> {
  if (state === undefined) return {};
  return state === 'pending' || state === 'delivered' ? { state } : { rare_state: state };
}
