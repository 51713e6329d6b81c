import { type Clock, delay } from '@fulfilment/kernel';
import type { Store } from './compose-store.ts';
import type { DeliveryLog } from './deliveries/delivery-ports.ts';
import { makeReadDeliveries, type ReadDeliveries } from './deliveries/read-deliveries.ts';
import { StreamDeliveries } from './deliveries/stream-deliveries.ts';
import type { EndpointReader } from './endpoints/endpoint-ports.ts';
import type { AuditLog } from './audit/audit-ports.ts';
import { endpointRecord } from './endpoints/endpoint-presentation.ts';
import { EndpointCommands, type EndpointCommandsParts, type UrlChecks } from './endpoints/manage-endpoints.ts';
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
  readonly resendDelivery: DeliveryLog['resend'];
  /** Starts, cancels, finds and lists replays of an endpoint's deliveries. */
  readonly replays: ReplayDeliveries;
}

/** Use cases that only read; a revealed secret is written to the audit log. */
export interface Queries {
  /** Endpoints of an account, and their secrets. */
  readonly readEndpoints: EndpointReader;
  /** Health, counts and latencies of endpoints. */
  readonly readStats: ReadStats;
  /** Changes of endpoints with their authors, newest first. */
  readonly audit: AuditLog;
  /** Deliveries of an endpoint with their attempts. */
  readonly readDeliveries: ReadDeliveries;
  /** Deliveries of a tenant as they are attempted. */
  readonly streamDeliveries: StreamDeliveries;
  /** The events of a tenant in the order of the feed. */
  readonly feed: EventFeed;
}

/** Everything that the HTTP API offers. */
export type Application = Commands & Queries;

export function makeApplication(store: Store, { checkTarget, urlRules }: UrlChecks, now: Clock): Application {
  const { endpoints } = store;
  const readDeliveries = makeReadDeliveries(endpoints, store.log, store.findEvent);
  return {
    endpoints: new EndpointCommands({ endpoints, newSecret, now, present: presentNow, checkTarget, urlRules }),
    testEndpoint: makeTestEndpoint(endpoints, store.events, now),
    resendDelivery: store.log.resend,
    replays: makeReplayDeliveries(endpoints, store.replays, now),
    readEndpoints: endpoints,
    readStats: makeReadStats(endpoints, store.stats, now),
    audit: store.audit,
    readDeliveries,
    streamDeliveries: new StreamDeliveries({ endpoints, log: store.log, seen: readDeliveries.seen, now, wait: delay }),
    feed: store.feed,
  };
}

const presentNow: EndpointCommandsParts['present'] = (endpoint) => endpointRecord(endpoint);
