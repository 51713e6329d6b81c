import { type BoundRoute, type Check, type Running, startApi, startInternal } from '@fulfilment/http';
import { delay } from '@fulfilment/kernel';
import type { Consumption } from '@fulfilment/messaging';
import { asUnavailable } from '@fulfilment/mongo';
import { deadLetterRoutes } from './dead-letter-routes.ts';
import type { Service } from './open-service.ts';
import type { Parts } from './parts.ts';
import type { ServiceSettings } from './settings.ts';

/** What a service shows to clients and to operators. */
export interface ServeOptions {
  /** Beside the operator's, which every service that consumes has. */
  readonly routes: readonly BoundRoute[];
  /** Beside those that every service has. */
  readonly checks?: readonly Check[];
}

/** A service that takes requests. */
export interface RunningService extends Required<Running> {
  readonly port: number;
  readonly internalPort: number;
}

interface Surroundings {
  readonly service: Omit<Service, 'serve'>;
  readonly settings: ServiceSettings;
  readonly consumptions: readonly Consumption[];
  readonly parts: Parts;
}

/**
 * Opens the API and the internal port. The service is ready once every consumer has had its partitions; from then on a broker
 * that is away leaves it ready but degraded: what it commits waits in the outbox.
 */
export async function serve(
  { routes, checks = [] }: ServeOptions,
  { service, settings, consumptions, parts }: Surroundings,
): Promise<RunningService> {
  const { logger, metrics, mongo, log, verify, deadLetters } = service;
  const { HOST: host, PUBLIC_URL: publicUrl } = settings;
  let assigned = false;
  const awaitPartitions = async (): Promise<void> => {
    await Promise.all(consumptions.map((consumption) => consumption.ready()));
    assigned = true;
  };
  awaitPartitions().catch((error: unknown) => logger.warn({ err: error }, 'A consumer did not get its partitions'));
  const internal = parts.own(
    await startInternal({
      host: settings.INTERNAL_HOST,
      port: settings.INTERNAL_PORT,
      metrics,
      checks: [
        { name: 'mongodb', check: () => mongo.healthy() },
        { name: 'partitions', check: () => assigned },
        { name: 'kafka', optional: true, check: () => log.healthy() },
        { name: 'consumers', optional: true, check: () => consumptions.every((consumption) => consumption.healthy()) },
        ...checks,
      ],
    }),
  );
  const all = consumptions.length > 0 ? [...routes, ...deadLetterRoutes(deadLetters)] : routes;
  const api = parts.own(
    await startApi({ host, port: settings.PORT, publicUrl, routes: all, verify, logger, metrics, translate: asUnavailable }),
  );
  logger.info({ port: api.port, internalPort: internal.port }, 'listening');
  return {
    port: api.port,
    internalPort: internal.port,
    drain: async () => {
      internal.drain();
      api.drain();
      await delay(settings.DRAIN_NOTICE_MS);
    },
    stop: async () => {
      internal.drain();
      await parts.stop();
    },
  };
}
