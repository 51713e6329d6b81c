import { join } from 'node:path';
import type { Engines } from '@fulfilment/dev-stack';
import { freePort } from '@fulfilment/dev-stack/processes';
import { COMPILE_CACHE, loadSecrets, serviceEnvironment, type ServicePlan, startService } from '@fulfilment/dev-stack/system';
import { type ServiceName, SERVICES } from '@fulfilment/dev-stack/run-file';
import { OperatorClient } from '@fulfilment/identity';
import type { Contender } from './contender.ts';

/** Where our gateways are started. */
export interface GatewaySite {
  readonly folder: string;
  readonly engines: Pick<Engines, 'kafkaBrokers' | 'mongodbUrl' | 'redisUrl'>;
  /** Before databases and Redis keys, where the engines are not this run's alone. */
  readonly namespace: string;
  readonly upstreamPort: number;
  readonly signal: AbortSignal;
}

/** One of our gateways. */
export interface OwnGateway extends Contender {
  readonly internalPort: number;
}

/** More requests at once than the measure has; the default would shed most of a thousand slow readers. */
const IN_FLIGHT = '4096';
const HOST = '127.0.0.1';

/**
 * Starts the gateway as `npm start` does, with the upstream in the place of every service.
 *
 * @param logLevel `info` has a line for each request, `warn` has none.
 * @throws Error if it does not get ready.
 */
export async function startOwnGateway(name: string, logLevel: 'info' | 'warn', site: GatewaySite): Promise<OwnGateway> {
  const { folder, engines, namespace, upstreamPort, signal } = site;
  const plan: ServicePlan = { service: 'gateway', name, host: HOST, port: await freePort(), internalPort: await freePort() };
  const services = SERVICES.filter((service) => service !== 'gateway').map((service) => planOf(service, upstreamPort));
  const settings = {
    env: { ...process.env, LOG_LEVEL: logLevel, UPSTREAM_MAX_IN_FLIGHT: IN_FLIGHT },
    engines,
    secrets: await loadSecrets(folder),
    plans: [plan, ...services],
    publicUrl: 'https://api.example.test',
    namespace,
    compileCacheDir: COMPILE_CACHE,
  };
  const env = serviceEnvironment(plan, settings);
  const { process: kept } = await startService({ plan, env, logDir: join(folder, 'logs'), signal });
  const { port, internalPort } = plan;
  return { name, port, internalPort, pid: kept.pid, asksForKey: true, stop: () => kept.stop() };
}

function planOf(service: ServiceName, port: number): ServicePlan {
  return { service, name: service, host: HOST, port, internalPort: port };
}

/** @returns the text of a new key that has `limit` requests a second, and as many at once. */
export async function issueKey(gateway: OwnGateway, folder: string, limit: number): Promise<string> {
  const { signingKey } = await loadSecrets(folder);
  const operator = new OperatorClient({ signingKey, urls: { gateway: `http://${HOST}:${gateway.internalPort}` } });
  const { id } = await operator.createAccount({ name: 'Benchmark', plan: 'enterprise' });
  const wish = { account_id: id, environment: 'sandbox', role: 'admin', burst: limit, rate: limit } as const;
  const { key } = await operator.issueKey(wish);
  return key;
}
