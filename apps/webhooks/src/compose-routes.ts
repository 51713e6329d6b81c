import type { BoundRoute } from '@fulfilment/http';
import { systemClock } from '@fulfilment/kernel';
import type { Store } from './compose-store.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { makeReadDeliveries } from './deliveries/read-deliveries.ts';
import { makeResendDelivery } from './deliveries/resend-delivery.ts';
import { makeAddEndpoint } from './endpoints/add-endpoint.ts';
import type { CheckSettingsParts } from './endpoints/check-settings.ts';
import { endpointRecord } from './endpoints/endpoint-presentation.ts';
import { webhookRoutes } from './endpoints/endpoint-routes.ts';
import { makeListEndpoints } from './endpoints/list-endpoints.ts';
import { endpointRoutes } from './endpoints/operator-routes.ts';
import { makePauseEndpoint } from './endpoints/pause-endpoint.ts';
import { makeReadEndpoints } from './endpoints/read-endpoints.ts';
import { makeReadStats } from './endpoints/read-stats.ts';
import { makeRemoveEndpoint } from './endpoints/remove-endpoint.ts';
import { makeResumeEndpoint } from './endpoints/resume-endpoint.ts';
import { makeRotateSecret } from './endpoints/rotate-secret.ts';
import { aboutWebhooksRoutes } from './endpoints/stats-routes.ts';
import { makeTestEndpoint } from './endpoints/test-endpoint.ts';
import { makeUpdateEndpoint } from './endpoints/update-endpoint.ts';
import { feedRoutes } from './events/feed-routes.ts';
import { makeListEvents } from './events/list-events.ts';
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
