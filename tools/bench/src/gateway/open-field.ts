import { join } from 'node:path';
import type { Engines } from '@fulfilment/dev-stack';
import { freePort } from '@fulfilment/dev-stack/processes';
import { operatorOperations, PROCESSES } from '@fulfilment/contracts';
import {
  COMPILE_CACHE,
  loadSecrets,
  migrateStores,
  serviceEnvironment,
  type ServicePlan,
  startService,
} from '@fulfilment/dev-stack/system';
import { OperatorClient } from '@fulfilment/identity';
import type { Stoppable } from '@fulfilment/kernel';
import {
  type Contender,
  type PeerSettings,
  startBareProxy,
  startHaproxy,
  startNginx,
  startUpstream,
  versionOf,
} from './contender.ts';

/** All that is measured, running. */
export interface Field extends Stoppable {
  /** The straight way first. */
  readonly contenders: readonly Contender[];
  /** The same without the straight way. */
  readonly proxies: readonly Contender[];
  /** The key that all of them let in. */
  readonly key: string;
  readonly remarks: readonly string[];
}

export interface FieldSite {
  readonly folder: string;
  readonly engines: Engines;
  /** Told of each part that is to be stopped in the end, whatever happens. */
  readonly own: <Part extends Stoppable>(part: Part) => Part;
  readonly signal: AbortSignal;
}

/** Requests a second, and at once, that no contender reaches. */
const NO_LIMIT = 1_000_000;

const PEERS = [
  { program: 'nginx', from: 'nginx-light', start: startNginx },
  { program: 'haproxy', from: 'haproxy', start: startHaproxy },
] as const;

let fields = 0;

/** Starts the upstream and everything in front of it, and sees to it that each asks for the key where it should. */
export async function openField({ folder, engines, own, signal }: FieldSite): Promise<Field> {
  const started: Contender[] = [];
  const start = async <C extends Contender>(starting: Promise<C>): Promise<C> => {
    const contender = own(await starting);
    started.push(contender);
    return contender;
  };
  fields += 1;
  const place = join(folder, `field-${fields}`);
  const upstream = await start(startUpstream(place));
  const upstreamPort = upstream.port;
  const site = { folder: place, engines, upstreamPort, signal };
  await start(startBareProxy(place, upstreamPort));
  const gateway = await start(startOwnGateway('gateway', 'info', site));
  const key = await issueKey(gateway, place, NO_LIMIT);
  await start(startOwnGateway('gateway, no request log', 'warn', site));
  const { peers, remarks } = await startPeers({ folder: place, upstreamPort, key, limit: NO_LIMIT });
  for (const peer of peers) await start(Promise.resolve(peer));
  for (const contender of started) await checkContender(contender, key);
  const stop = async (): Promise<void> => {
    for (const contender of started.toReversed()) await contender.stop();
  };
  return { contenders: started, proxies: started.slice(1), key, remarks, stop };
}

async function startPeers(settings: PeerSettings): Promise<{ peers: readonly Contender[]; remarks: readonly string[] }> {
  const peers: Contender[] = [];
  const remarks: string[] = [];
  for (const { program, from, start } of PEERS) {
    const version = await versionOf(program);
    if (version === undefined) {
      remarks.push(`${program} is not installed, so it was left out. On Debian: apt-get install ${from}`);
      continue;
    }
    remarks.push(`${program} ${version}`);
    peers.push(await start(settings));
  }
  return { peers, remarks };
}

/**
 * Sees to it that what is compared does the same: it answers who brings the key, and refuses another one where it asks for one.
 *
 * @throws Error if it does not.
 */
async function checkContender({ name, port, asksForKey }: Contender, key: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/v1/inventory/MUG-1`;
  const statusFor = async (text: string): Promise<number> => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${text}` } });
    await response.body?.cancel();
    return response.status;
  };
  const [given, another] = [await statusFor(key), await statusFor(`${key.slice(0, -1)}_`)];
  const expected = asksForKey ? 401 : 200;
  if (given !== 200 || another !== expected)
    throw new Error(`${name} answered ${given} to the key and ${another} to another; it should be 200 and ${expected}`);
}

type GatewaySite = Omit<FieldSite, 'own'> & { readonly upstreamPort: number };

/** One of our gateways. */
interface OwnGateway extends Contender {
  readonly internalPort: number;
}

/** More requests at once than the measure has; the default would shed most of a thousand slow readers. */
const IN_FLIGHT = '4096';
const HOST = '127.0.0.1';
/** Before databases and Redis keys: the engines may be shared. */
const NAMESPACE = `bench${process.pid}`;

/**
 * Starts the gateway as `npm start` does, with the upstream in the place of every service.
 *
 * @param logLevel `info` has a line for each request, `warn` has none.
 * @throws Error if it does not get ready.
 */
async function startOwnGateway(name: string, logLevel: 'info' | 'warn', site: GatewaySite): Promise<OwnGateway> {
  const { folder, engines, upstreamPort, signal } = site;
  const plan: ServicePlan = { service: 'gateway', name, host: HOST, port: await freePort(), internalPort: await freePort() };
  const upstream = { host: HOST, port: upstreamPort, internalPort: upstreamPort };
  const others = PROCESSES.filter((service) => service !== 'gateway');
  const services = others.map((service): ServicePlan => ({ service, name: service, ...upstream }));
  const settings = {
    env: { ...process.env, LOG_LEVEL: logLevel, UPSTREAM_MAX_IN_FLIGHT: IN_FLIGHT },
    engines,
    secrets: await loadSecrets(folder),
    plans: [plan, ...services],
    publicUrl: 'https://api.example.test',
    namespace: NAMESPACE,
    compileCacheDir: COMPILE_CACHE,
  };
  const { mongodbUrl } = engines;
  await migrateStores({ mongodbUrl, namespace: NAMESPACE, services: ['gateway'], progress: () => undefined, signal });
  const env = await serviceEnvironment(plan, settings);
  const { process: kept } = await startService({ plan, env, logDir: join(folder, 'logs'), signal });
  const { port, internalPort } = plan;
  return { name, port, internalPort, pid: kept.pid, asksForKey: true, stop: () => kept.stop() };
}

/** @returns the text of a new key that has `limit` requests a second, and as many at once. */
async function issueKey(gateway: OwnGateway, folder: string, limit: number): Promise<string> {
  const { signingKey } = await loadSecrets(folder);
  const operator = new OperatorClient({ signingKey, urls: { gateway: `http://${HOST}:${gateway.internalPort}` } });
  const { id } = await operator.call(operatorOperations.createAccount, { body: { name: 'Benchmark', plan: 'enterprise' } });
  const body = { account_id: id, environment: 'sandbox', role: 'admin', burst: limit, rate: limit } as const;
  const { key } = await operator.call(operatorOperations.issueKey, { body });
  return key;
}
