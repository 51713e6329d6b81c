import type { Clock } from '@fulfilment/kernel';
import type { Store } from './compose-store.ts';
import {
  makeReadDeliveries,
  makeResendDelivery,
  type ReadDeliveries,
  type ResendDelivery,
} from './deliveries/read-deliveries.ts';

import type { AuditLog } from './endpoints/endpoint-ports.ts';
import { endpointRecord } from './endpoints/endpoint-routes.ts';
import { EndpointCommands, type UrlChecks } from './endpoints/manage-endpoints.ts';
import { makeReadEndpoints, type ReadEndpoints } from './endpoints/read-endpoints.ts';
import { makeReadStats, type ReadStats } from './endpoints/read-stats.ts';
import { makeTestEndpoint, type TestEndpoint } from './endpoints/test-endpoint.ts';
import type { EventFeed } from './events/event-ports.ts';
import { makeReplayDeliveries, type ReplayDeliveries } from './replays/replay-deliveries.ts';
import { newSecret } from './sending/request-headers.ts';

/** Use cases that change something. */
export interface Commands {
  /** Adds, updates, pauses, resumes and removes endpoints, and rotates their secrets. */
  readonly endpoints: EndpointCommands;
  /** Sends a sample of an event type to one endpoint. */
  readonly testEndpoint: TestEndpoint;
  /** Makes an ended delivery due again. */
  readonly resendDelivery: ResendDelivery;
  /** Starts, cancels, finds and lists replays of an endpoint's deliveries. */
  readonly replays: ReplayDeliveries;
}

/** Use cases that only read; a revealed secret is written to the audit log. */
export interface Queries {
  /** Endpoints of an account, and their secrets. */
  readonly readEndpoints: ReadEndpoints;
  /** Health, counts and latencies of endpoints. */
  readonly readStats: ReadStats;
  /** Changes of endpoints with their authors, newest first. */
  readonly audit: AuditLog;
  /** Deliveries of an endpoint with their attempts. */
  readonly readDeliveries: ReadDeliveries;
  /** The events of a tenant in the order of the feed. */
  readonly feed: EventFeed;
}

/** Everything that the HTTP API offers. */
export type Application = Commands & Queries;

export function makeApplication(store: Store, { checkTarget, urlRules }: UrlChecks, now: Clock): Application {
  const readEndpoints = makeReadEndpoints(store.endpoints);
  const present = endpointRecord;
  return {
    endpoints: new EndpointCommands({ endpoints: store.endpoints, newSecret, now, present, checkTarget, urlRules }),
    testEndpoint: makeTestEndpoint({ endpoints: readEndpoints, events: store.events, now }),
    resendDelivery: makeResendDelivery(store.log),
    replays: makeReplayDeliveries({ endpoints: readEndpoints, replays: store.replays, now }),
    readEndpoints,
    readStats: makeReadStats({ endpoints: readEndpoints, stats: store.stats, now }),
    audit: store.audit,
    readDeliveries: makeReadDeliveries({ endpoints: readEndpoints, deliveries: store.log, findEvent: store.findEvent }),
    feed: store.feed,
  };
}
