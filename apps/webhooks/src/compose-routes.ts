import type { BoundRoute } from '@fulfilment/http';
import { systemClock } from '@fulfilment/kernel';
import type { Store } from './compose-store.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { makeReadDeliveries } from './deliveries/read-deliveries.ts';
import { makeResendDelivery } from './deliveries/resend-delivery.ts';
import { type CheckSettingsParts, makeAddEndpoint, makePauseEndpoint, makeRemoveEndpoint, makeResumeEndpoint, makeRotateSecret, makeUpdateEndpoint } from './endpoints/manage-endpoints.ts';
import { endpointRecord, endpointRoutes, webhookRoutes } from './endpoints/endpoint-routes.ts';
import { makeListEndpoints, makeReadEndpoints } from './endpoints/read-endpoints.ts';
import { makeReadStats } from './endpoints/read-stats.ts';
import { aboutWebhooksRoutes } from './endpoints/stats-routes.ts';
import { makeTestEndpoint } from './endpoints/test-endpoint.ts';
import { feedRoutes, makeListEvents } from './events/feed-routes.ts';
import { makeReplayDeliveries } from './replays/replay-deliveries.ts';
import { sentHeaders } from './sending/delivery-headers.ts';
import { newSecret } from './sending/new-secret.ts';

const now = systemClock;

/** Every route of the service with the use cases behind it. */
export function composeRoutes(store: Store, checks: CheckSettingsParts): readonly BoundRoute[] {
  const { endpoints } = store;
  const changing = { endpoints, now, present: endpointRecord };
  const addEndpoint = makeAddEndpoint({ endpoints, newSecret, now, ...checks });
  const removeEndpoint = makeRemoveEndpoint(changing);
  const readEndpoints = makeReadEndpoints(endpoints);
  return [
    ...feedRoutes({ listEvents: makeListEvents(store.feed) }),
    ...endpointRoutes({ addEndpoint, removeEndpoint, listEndpoints: makeListEndpoints(endpoints) }),
    // Its names go before the ids of endpoints.
    ...aboutWebhooksRoutes({
      readStats: makeReadStats({
        endpoints: readEndpoints,
        list: (tenant) => endpoints.list([tenant]),
        stats: store.stats,
        now,
      }),
      changes: store.changes,
    }),
    ...webhookRoutes({
      readEndpoints,
      addEndpoint,
      updateEndpoint: makeUpdateEndpoint({ ...changing, ...checks }),
      pauseEndpoint: makePauseEndpoint(changing),
      resumeEndpoint: makeResumeEndpoint(changing),
      rotateSecret: makeRotateSecret({ ...changing, newSecret }),
      removeEndpoint,
    }),
    ...deliveryRoutes({
      readDeliveries: makeReadDeliveries({ endpoints: readEndpoints, deliveries: store.log, findEvent: store.findEvent }),
      resendDelivery: makeResendDelivery(store.log),
      testEndpoint: makeTestEndpoint({ endpoints: readEndpoints, storeTest: store.storeTest, now }),
      replays: makeReplayDeliveries({ endpoints: readEndpoints, replays: store.replays, now }),
      sentHeaders,
    }),
  ];
}
