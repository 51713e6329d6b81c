import { tenantKey } from '@fulfilment/kernel';
import type { EndpointStats } from '../use-cases/endpoint-ports.ts';
import type { Collections } from './documents.ts';

/** What came of the attempts at endpoints, by hour, and what they have still to get. */
export function makeEndpointStats({
  endpointHours,
  deliveries,
}: Pick<Collections, 'endpointHours' | 'deliveries'>): EndpointStats {
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
      const oldest = await deliveries.findOne(
        { tenant: tenantKey(owner), endpoint_id: endpointId, state: 'pending' },
        { sort: { position: 1 }, projection: { created_at: 1 } },
      );
      return oldest?.created_at;
    },
  };
}
