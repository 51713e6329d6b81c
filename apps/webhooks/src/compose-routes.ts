import type { BoundRoute } from '@fulfilment/http';
import { systemClock } from '@fulfilment/kernel';
import type { Store } from './compose-store.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { makeReadDeliveries } from './deliveries/read-deliveries.ts';
import { makeResendDelivery } from './deliveries/resend-delivery.ts';
import { endpointRecord, endpointRoutes, operatorEndpointRoutes } from './endpoints/endpoint-routes.ts';
import { EndpointCommands, type UrlChecks } from './endpoints/manage-endpoints.ts';
import { makeReadEndpoints } from './endpoints/read-endpoints.ts';
import { makeReadStats } from './endpoints/read-stats.ts';
import { statsRoutes } from './endpoints/stats-routes.ts';
import { makeTestEndpoint } from './endpoints/test-endpoint.ts';
import { feedRoutes } from './events/feed-routes.ts';
import { makeReplayDeliveries } from './replays/replay-deliveries.ts';
import { sentHeaders } from './sending/delivery-headers.ts';
import { newSecret } from './sending/new-secret.ts';

const now = systemClock;

/** Every route of the service with its use cases. */
export function composeRoutes(store: Store, { checkTarget, urlRules }: UrlChecks): readonly BoundRoute[] {
  const endpoints = makeReadEndpoints(store.endpoints);
  const present = endpointRecord;
  const commands = new EndpointCommands({ endpoints: store.endpoints, newSecret, now, present, checkTarget, urlRules });
  return [
    ...feedRoutes(store.feed),
    ...operatorEndpointRoutes(commands, endpoints),
    // Before the routes with an endpoint's id.
    ...statsRoutes(makeReadStats({ endpoints, stats: store.stats, now }), store.audit),
    ...endpointRoutes(commands, endpoints),
    ...deliveryRoutes({
      readDeliveries: makeReadDeliveries({ endpoints, deliveries: store.log, findEvent: store.findEvent }),
      resendDelivery: makeResendDelivery(store.log),
      testEndpoint: makeTestEndpoint({ endpoints, events: store.events, now }),
      replays: makeReplayDeliveries({ endpoints, replays: store.replays, now }),
      sentHeaders,
    }),
  ];
}
