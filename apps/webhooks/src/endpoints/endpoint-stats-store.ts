import { tenantKey } from '@fulfilment/kernel';
import type { Collections } from '../database/collections-documents.ts';
import { NOT_AGAIN } from '../deliveries/due-again-store.ts';
import type { EndpointStats } from './endpoint-ports.ts';

const BY_POSITION = { sort: { position: 1 }, projection: { created_at: 1, due_since: 1 } } as const;

/** What came of the attempts at endpoints, by hour, and what they have still to get. */
export function makeEndpointStats({ endpointHours, pending }: Pick<Collections, 'endpointHours' | 'pending'>): EndpointStats {
  return {
    hours: async (owner, endpointId, { since, until }) => {
      const ofEndpoint = endpointId === undefined ? {} : { endpoint_id: endpointId };
      const found = await endpointHours
        .find({ tenant: tenantKey(owner), ...ofEndpoint, hour: { $gte: since, $lte: until } })
        .toArray();
      return found
        .map(({ endpoint_id: id, hour, delivered, refused, failed, latencies }) => ({
          endpointId: id,
          hour,
          delivered,
          refused,
          failed,
          latencies,
        }))
        .toSorted((a, b) => a.hour.getTime() - b.hour.getTime());
    },
    oldestUndelivered: async (owner, endpointId) => {
      const due = { tenant: tenantKey(owner), endpoint_id: endpointId };
      const first = await pending.findOne(due, BY_POSITION);
      if (!first?.due_since) return first?.created_at;
      // An event of before that is sent again stands before what has waited longer than it.
      const unsent = await pending.findOne({ ...due, ...NOT_AGAIN }, BY_POSITION);
      return unsent && unsent.created_at < first.due_since ? unsent.created_at : first.due_since;
    },
  };
}
