import { type Page, type PageQuery, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Endpoint } from '../model/domain/endpoint.ts';
import type { EndpointReader } from '../endpoints/endpoint-ports.ts';
import type { DeliveryFilter, DeliveryLog, EventToSend, FindEvent } from './delivery-ports.ts';
import type { AttemptFacts } from '../model/domain/attempt.ts';
import type { DeliveryFacts } from '../model/domain/delivery.ts';

/** State of a delivery as its owner sees it: a pending delivery is held while its endpoint is not active. */
export type DeliveryStatus = DeliveryFacts['state'] | 'held';

export interface SeenDelivery {
  readonly delivery: DeliveryFacts;
  readonly status: DeliveryStatus;
}

export interface DeliveryDetails extends SeenDelivery {
  readonly attempts: readonly AttemptFacts[];
  /** Undefined once it is past its keeping. */
  readonly content: EventToSend | undefined;
}

/** Which deliveries are asked for. */
export interface AskedDeliveries extends Omit<DeliveryFilter, 'states'> {
  readonly endpointId: string;
  /** Undefined for any. */
  readonly statuses: readonly DeliveryStatus[] | undefined;
}

export type ReadDeliveries = ReturnType<typeof makeReadDeliveries>;

/** Reads deliveries for their owners. */
export function makeReadDeliveries(endpoints: EndpointReader, deliveries: DeliveryLog, findEvent: FindEvent) {
  /** A delivery as its owner sees it now. */
  const seen = async (tenant: Tenant, delivery: DeliveryFacts): Promise<SeenDelivery> => {
    if (delivery.state !== 'pending') return { delivery, status: delivery.state };
    // Pending deliveries of a removed endpoint are about to be dropped.
    const endpoint = await endpoints.find(tenant, delivery.endpointId).catch(() => undefined);
    return see(delivery, endpoint);
  };
  return {
    /** @throws AppError `not_found`, `invalid_cursor`. */
    page: async (
      tenant: Tenant,
      { endpointId, statuses, ...filter }: AskedDeliveries,
      page: PageQuery,
    ): Promise<Page<SeenDelivery>> => {
      const endpoint = await endpoints.find(tenant, endpointId);
      const states = statuses && statesAt(endpoint, statuses);
      if (states?.length === 0) return { data: [], has_more: false, next_cursor: null };
      const found = await deliveries.page({ tenant, endpointId }, { ...filter, states }, page);
      return { ...found, data: found.data.map((delivery) => see(delivery, endpoint)) };
    },
    /** @throws AppError `not_found`. */
    find: async (tenant: Tenant, id: string): Promise<DeliveryDetails> => {
      const { delivery, attempts } = await deliveries.findWhole(tenant, id);
      const { eventId, members } = delivery;
      const [facts, content] = await Promise.all([
        seen(tenant, delivery),
        findEvent({ eventId, tenant: tenantKey(tenant), members }),
      ]);
      return { ...facts, attempts, content };
    },
    seen,
  };
}

function see(delivery: DeliveryFacts, endpoint: Pick<Endpoint, 'state'> | undefined): SeenDelivery {
  const isHeld = delivery.state === 'pending' && endpoint !== undefined && endpoint.state.status !== 'active';
  return { delivery, status: isHeld ? 'held' : delivery.state };
}

/** The states behind statuses. Nothing is held for an endpoint that is active, and nothing but held for one that is not. */
function statesAt({ state }: Endpoint, statuses: readonly DeliveryStatus[]): ReadonlyArray<DeliveryFacts['state']> {
  const never = state.status === 'active' ? 'held' : 'pending';
  return statuses.filter((status) => status !== never).map((status) => (status === 'held' ? 'pending' : status));
}
