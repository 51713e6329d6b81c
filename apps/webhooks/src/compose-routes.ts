import type { BoundRoute } from '@fulfilment/http';
import { systemClock } from '@fulfilment/kernel';
import { aboutWebhooksRoutes } from './http/about-webhooks-routes.ts';
import { deliveryRoutes } from './http/delivery-routes.ts';
import { endpointRecord } from './http/endpoint-record.ts';
import { feedRoutes } from './http/feed-routes.ts';
import { endpointRoutes } from './http/routes.ts';
import { webhookRoutes } from './http/webhook-routes.ts';
import { sentHeaders } from './sending/delivery-headers.ts';
import { newSecret } from './sending/new-secret.ts';
import type { Store } from './store/open-store.ts';
import { makeAddEndpoint } from './use-cases/add-endpoint.ts';
import type { CheckSettingsParts } from './use-cases/check-settings.ts';
import { makeListEndpoints } from './use-cases/list-endpoints.ts';
import { makeListEvents } from './use-cases/list-events.ts';
import { makePauseEndpoint } from './use-cases/pause-endpoint.ts';
import { makeReadDeliveries } from './use-cases/read-deliveries.ts';
import { makeReadEndpoints } from './use-cases/read-endpoints.ts';
import { makeReadStats } from './use-cases/read-stats.ts';
import { makeRemoveEndpoint } from './use-cases/remove-endpoint.ts';
import { makeReplayDeliveries } from './use-cases/replay-deliveries.ts';
import { makeResendDelivery } from './use-cases/resend-delivery.ts';
import { makeResumeEndpoint } from './use-cases/resume-endpoint.ts';
import { makeRotateSecret } from './use-cases/rotate-secret.ts';
import { makeTestEndpoint } from './use-cases/test-endpoint.ts';
import { makeUpdateEndpoint } from './use-cases/update-endpoint.ts';

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
