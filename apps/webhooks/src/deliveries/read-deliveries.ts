import { type Page, type PageQuery, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { Endpoint } from '../endpoints/domain/endpoint.ts';
import type { EndpointReader } from '../endpoints/endpoint-ports.ts';
import type { AttemptFacts, DeliveryFacts, DeliveryFilter, DeliveryLog, EventToSend, FindEvent } from './delivery-ports.ts';

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
export interface AskedDeliveries extends Omit<DeliveryFilter, 'state'> {
  readonly endpointId: string;
  readonly status: DeliveryStatus | undefined;
}

/** Reads deliveries for their owners. */
export interface ReadDeliveries {
  /** @throws AppError `not_found`, `invalid_cursor`. */
  page(tenant: Tenant, asked: AskedDeliveries, page: PageQuery): Promise<Page<SeenDelivery>>;
  /** @throws AppError `not_found`. */
  find(tenant: Tenant, id: string): Promise<DeliveryDetails>;
  /** A delivery as its owner sees it now. */
  seen(tenant: Tenant, delivery: DeliveryFacts): Promise<SeenDelivery>;
}

export interface ReadDeliveriesParts {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly deliveries: Pick<DeliveryLog, 'page' | 'find' | 'attempts'>;
  readonly findEvent: FindEvent;
}

export function makeReadDeliveries({ endpoints, deliveries, findEvent }: ReadDeliveriesParts): ReadDeliveries {
  const seen: ReadDeliveries['seen'] = async (tenant, delivery) => {
    if (delivery.state !== 'pending') return { delivery, status: delivery.state };
    // Pending deliveries of a removed endpoint are about to be dropped.
    const endpoint = await endpoints.find(tenant, delivery.endpointId).catch(() => undefined);
    return see(delivery, endpoint);
  };
  return {
    page: async (tenant, { endpointId, status, ...filter }, page) => {
      const endpoint = await endpoints.find(tenant, endpointId);
      if (isNever(status, endpoint)) return { data: [], has_more: false, next_cursor: null };
      const state = status === 'held' ? 'pending' : status;
      const found = await deliveries.page({ tenant, endpointId }, { ...filter, state }, page);
      return { ...found, data: found.data.map((delivery) => see(delivery, endpoint)) };
    },
    find: async (tenant, id) => {
      const delivery = await deliveries.find(tenant, id);
      const { eventId, members } = delivery;
      const [facts, attempts, content] = await Promise.all([
        seen(tenant, delivery),
        deliveries.attempts(tenant, id),
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

/** Nothing is held for an endpoint that is active, and nothing but held for one that is not. */
function isNever(status: DeliveryStatus | undefined, { state }: Endpoint): boolean {
  return status === (state.status === 'active' ? 'held' : 'pending');
}
