import { readRedisTls } from '@fulfilment/config';
import { accountOperations, CONSUMER_GROUPS, pathOf } from '@fulfilment/contracts';
import { type BoundRoute, oneAtATime } from '@fulfilment/http';
import { Steps, systemClock, tenantKey } from '@fulfilment/kernel';
import { dropIndex, Sweeper } from '@fulfilment/mongo';
import { connectRedis, redisErrorLog } from '@fulfilment/redis';
import { openService, type RunningService, type Service } from '@fulfilment/service';
import { type Application, makeApplication } from './application.ts';
import { openStore, type Store } from './compose-store.ts';
import type { Config } from './config.ts';
import { collectionsOf } from './database/collections-documents.ts';
import { EVENT_EXPIRY } from './database/webhook-indexes.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { makeAttemptDelivery } from './dispatch/attempt-delivery.ts';
import { BodyMemory } from './dispatch/body-memory.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { FairSemaphore, MAX_IN_FLIGHT } from './dispatch/fair-semaphore.ts';
import { HostLimiter } from './dispatch/host-limiter.ts';
import { ratesOf } from './dispatch/tenant-rate.ts';
import type { RateOf } from './dispatch/tenant-rate-ports.ts';
import { makeLeaseBlock } from './dispatch/tenant-rate-store.ts';
import { endpointRoutes } from './endpoints/endpoint-routes.ts';
import { operatorEndpointRoutes } from './endpoints/endpoint-operator-routes.ts';
import { statsRoutes } from './endpoints/stats-routes.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { subscriptionRoutes } from './endpoints/subscription-routes.ts';
import { eventRoutes } from './events/event-routes.ts';
import { replayRoutes } from './replays/replay-routes.ts';
import { decodeDomainEvent, handleDomainEvents, makeStoreEvents } from './events/event-intake-messages.ts';
import { PartitionHandover } from './events/partition-handover-store.ts';
import { makeAttemptMetrics, makeEndpointMetrics, makeGroupMetrics, observeBacklog } from './metrics.ts';
import { SCHEMA } from './schema.ts';
import { ReplayWorker } from './replays/replay-deliveries.ts';
import { makeReceiverNetworks } from './sending/receiver-networks.ts';
import { type Guard, makeCheckTarget, makeRefuseAddress, makeResolveHost, type ResolveHost } from './sending/ssrf-guard.ts';
import { makeSender, tracedSend } from './sending/sender.ts';

/** Parts that tests replace. */
export interface Surroundings {
  readonly resolveHost?: ResolveHost;
  /** Milliseconds between two removals of expired events. */
  readonly expiryEveryMs?: number;
}

/** Puts the service together and starts it. */
export async function compose(
  settings: Config,
  onFatal: (error: unknown) => void,
  { resolveHost = makeResolveHost(), expiryEveryMs = EXPIRY_EVERY_MS }: Surroundings = {},
): Promise<RunningService> {
  const service = await openService({ schema: SCHEMA, settings, onFatal });
  const wakes = new LocalWakes();
  const store = service.own(openStoreOf(service, settings, wakes));
  const guard = { resolve: resolveHost, refuse: makeRefuseAddress(settings.WEBHOOK_ALLOWED_CIDRS) };
  if (settings.WEBHOOK_SECRET_KEYS_OLD.length > 0) await resealSecrets(service, store);
  if (settings.DROP_EVENT_EXPIRY_INDEX) await dropExpiryIndex(service);
  service.own(sweepExpired(service, store, expiryEveryMs));
  const rateOf = ratesOf(settings.WEBHOOK_TENANT_RATE, settings.WEBHOOK_SANDBOX_TENANT_RATE);
  const dispatcher = startDispatching(service, settings, { store, guard, rateOf });
  const storeEvents = makeStoreEvents(store.events.store, (queues) => dispatcher.wake(queues));
  const onReplayError = (error: unknown): void => service.logger.warn({ err: error }, 'replay step failed');
  const replays = service.own(
    service.progress.keep({
      name: 'replays',
      engines: ['mongodb'],
      make: (mark) => new ReplayWorker(store.replays, onReplayError, mark),
    }),
  );
  wakes.open(dispatcher, { notify: () => replays.current().notify() });
  const readLag = (topic: string) => service.log.lag('webhooks', [topic]);
  await service.consume({
    topics: CONSUMER_GROUPS.webhooks.topics,
    decode: decodeDomainEvent,
    handle: handleDomainEvents(storeEvents, new PartitionHandover(collectionsOf(service.mongo.db), readLag), store.eraseEvents),
    deadLetterFollowers: true,
  });
  const urlRules = { allowHttp: settings.WEBHOOK_ALLOW_HTTP };
  const application = makeApplication(store, { checkTarget: makeCheckTarget(guard), urlRules }, systemClock);
  return service.serve({ routes: routesOf(application, store, rateOf), keepReply: store.keepReply });
}

function routesOf(application: Application, { deliveries }: Pick<Store, 'deliveries'>, rate: RateOf): readonly BoundRoute[] {
  const { endpoints, readEndpoints, readStats, audit, feed, replays } = application;
  return [
    ...operatorEndpointRoutes(endpoints, readEndpoints, (tenant) => deliveries.count(tenantKey(tenant))),
    // Before the routes with an endpoint's id.
    ...auditRoutes(audit),
    ...subscriptionRoutes(),
    ...statsRoutes(readStats, rate),
    ...eventRoutes(feed),
    ...oneAtATime(
      [...endpointRoutes(endpoints, readEndpoints), ...deliveryRoutes(application), ...replayRoutes(replays)],
      isManagement,
    ),
  ];
}

/** Each of these raises the position or the version of its tenant. Creations share a transaction, so they do not wait for one another. */
function isManagement({ method, path }: Pick<BoundRoute, 'method' | 'path'>): boolean {
  return method !== 'GET' && path !== pathOf(accountOperations.createWebhook);
}

/** Tells the workers of this process what its stores have made due. Workers are made after their stores. */
class LocalWakes {
  #workers: { readonly dispatcher: Dispatcher; readonly replays: Pick<ReplayWorker, 'notify'> } | undefined;

  open(dispatcher: Dispatcher, replays: Pick<ReplayWorker, 'notify'>): void {
    this.#workers = { dispatcher, replays };
  }

  readonly onDue = (endpointIds: readonly string[]): void => this.#workers?.dispatcher.notify(endpointIds);
  readonly onReplay = (): void => this.#workers?.replays.notify();
}

function openStoreOf(
  { mongo: { client, db }, owner, fence, metrics, logger, progress }: Service,
  settings: Config,
  { onDue, onReplay }: LocalWakes,
): Store {
  const { WEBHOOK_SECRET_KEY: secretKey, WEBHOOK_SECRET_KEYS_OLD: olderSecretKeys } = settings;
  const { CURSOR_SECRET: cursorSecret, WEBHOOK_LEASE_MS: leaseMs } = settings;
  const keys = { secretKey, olderSecretKeys, cursorSecret };
  const health = {
    random: Math.random,
    disableAfterMs: settings.WEBHOOK_DISABLE_AFTER_SECONDS * 1_000,
    onHealthChange: makeEndpointMetrics({ logger, metrics }),
  };
  const onGroups = makeGroupMetrics(metrics);
  const store = openStore({ client, db, owner, fence, progress, ...keys, leaseMs, health, onGroups, onDue, onReplay });
  observeBacklog(store.backlog, { metrics, logger });
  return store;
}

async function resealSecrets({ logger }: Service, store: Store): Promise<void> {
  const endpoints = await store.endpoints.resealSecrets();
  logger.info({ endpoints }, 'secrets sealed with the current key');
}

async function dropExpiryIndex({ mongo, logger }: Service): Promise<void> {
  if (await dropIndex(mongo.db, EVENT_EXPIRY)) logger.info('dropped the index by which MongoDB removed expired events');
}

const EXPIRY_EVERY_MS = 60_000;

/** Removes expired events, in one process of the service. */
function sweepExpired(
  { mongo, logger, progress }: Service,
  { removeExpired }: Pick<Store, 'removeExpired'>,
  everyMs: number,
): Sweeper {
  return new Sweeper(mongo.db, {
    name: 'event-expiry',
    everyMs,
    progress,
    work: async (mark, stopping) => {
      const events = await removeExpired(mark, stopping);
      if (events > 0) logger.info({ events }, 'expired events were removed');
    },
    onError: (error) => logger.warn({ err: error }, 'Expired events could not be removed'),
  });
}

/** Milliseconds after which a process takes attempts of its share of a tenant's rate, where Redis does not answer. */
const LEASE_TIMEOUT_MS = 100;

interface DispatchingParts {
  readonly store: Store;
  readonly guard: Guard;
  readonly rateOf: RateOf;
}

function startDispatching(service: Service, settings: Config, { store, guard, rateOf }: DispatchingParts): Dispatcher {
  const { logger, metrics, tracing, own, progress } = service;
  const networks = makeReceiverNetworks(guard.resolve);
  const toNetworks = { ...guard, resolve: networks.resolve };
  const sender = own(
    makeSender({ ...toNetworks, deadlineMs: settings.WEBHOOK_DEADLINE_MS, connectMs: settings.WEBHOOK_CONNECT_MS }),
  );
  // An endpoint is one customer's: where its attempts hang again and again, the others go on.
  const steps = new Steps(progress, { name: 'endpoints', engines: ['mongodb'], endsProcess: false });
  const attempt = makeAttemptDelivery({
    steps,
    deadlineMs: settings.WEBHOOK_DEADLINE_MS,
    findTarget: store.findTarget,
    findEvent: store.findEvent,
    bodies: new BodyMemory(),
    record: store.record,
    send: tracing ? tracedSend(tracing, sender.send) : sender.send,
    watch: makeAttemptMetrics({ logger, metrics }),
    schedule: settings.WEBHOOK_RETRY_SCHEDULE,
    now: systemClock,
    random: Math.random,
  });
  const shared = own(
    connectRedis({
      url: settings.REDIS_URL,
      tls: readRedisTls(settings),
      prefix: settings.REDIS_PREFIX,
      commandTimeoutMs: LEASE_TIMEOUT_MS,
      onError: redisErrorLog(logger),
    }),
  );
  return own(
    new Dispatcher({
      leases: store.leases,
      hints: service.hints,
      leaseMs: settings.WEBHOOK_LEASE_MS,
      abort: () => sender.stop(),
      progress,
      steps,
      worker: {
        deliveries: store.deliveries,
        batches: store.batches,
        findTarget: store.findTarget,
        loadEvents: store.loadEvents,
        attempt,
        slots: new FairSemaphore(MAX_IN_FLIGHT),
        hosts: new HostLimiter(
          {
            concurrency: settings.WEBHOOK_HOST_CONCURRENCY,
            rate: settings.WEBHOOK_HOST_RATE,
            rateOf,
            unprovenRate: settings.WEBHOOK_UNPROVEN_RATE,
          },
          networks.of,
          makeLeaseBlock(shared, service.owner),
        ),
        logger,
      },
    }),
  );
}
