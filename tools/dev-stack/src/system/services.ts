import { ofEachProcess, type ProcessName, PROCESSES } from '@fulfilment/contracts';
import { freePort, isFree } from '../processes/ports.ts';

/** The number of processes of each service; one by default. */
export type Scale = Readonly<Partial<Record<ProcessName, number>>>;

export function isProcessName(text: string): text is ProcessName {
  return PROCESSES.some((name) => name === text);
}

/** One process that is to run. */
export interface ServicePlan {
  readonly service: ProcessName;
  /** `orders`, and `orders-2` for the second. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly internalPort: number;
}

const LAST_PORT = 65_535;

/** The address that the API listens on. */
export interface Entrance {
  readonly host: string;
  readonly port: number;
}

/**
 * Where the environment wants the API: `HOST` (127.0.0.1) and `PORT` (8080; 0 for any free one).
 *
 * @throws Error that says what to set if `PORT` is no port, or a taken one.
 */
export async function findEntrance(env: Readonly<Record<string, string | undefined>>): Promise<Entrance> {
  const { HOST: host = '127.0.0.1', PORT: wanted = '8080' } = env;
  const port = Number(wanted);
  if (!/^\d{1,5}$/.test(wanted) || port > LAST_PORT)
    throw new Error(`PORT=${wanted} is not a port; it must be 0 to ${LAST_PORT}`);
  if (port === 0) return { host, port: await freePort() };
  if (await isFreeEntrance(host, port)) return { host, port };
  throw new Error(
    `port ${port} is taken; set another one for the API, as in PORT=${port === LAST_PORT ? 8080 : port + 1} npm start`,
  );
}

async function isFreeEntrance(host: string, port: number): Promise<boolean> {
  // Who listens on ::1 gets what is sent to `localhost`.
  const hosts = host === '127.0.0.1' || host === 'localhost' ? [host, '::1'] : [host];
  const free = await Promise.all(hosts.map((one) => isFree(port, one)));
  return !free.includes(false);
}

/** Gives every process its ports: the first gateway the entrance, everything else free ones. */
export async function planServices(scale: Scale, entrance: Entrance): Promise<ServicePlan[]> {
  const given = new Set([entrance.port]);
  const plans: ServicePlan[] = [];
  for (const service of PROCESSES) {
    for (let instance = 1; instance <= (scale[service] ?? 1); instance += 1) {
      const first = service === 'gateway' && instance === 1;
      const name = instance === 1 ? service : `${service}-${instance}`;
      const place = first ? entrance : { host: '127.0.0.1', port: await anotherPort(given) };
      plans.push({ service, name, ...place, internalPort: await anotherPort(given) });
    }
  }
  return plans;
}

async function anotherPort(given: Set<number>): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}

/** The fault of a typed `--namespace`, in one line; undefined where there is none. */
export function namespaceFault(namespace: string): string | undefined {
  return /^[a-z0-9_]{0,40}$/.test(namespace) ? undefined : '--namespace is 1 to 40 of a-z, 0-9 and "_"';
}

/** The database of a service. @param namespace of a system that shares its engines; empty for none. */
export function databaseOf(service: ProcessName, namespace: string): string {
  return namespace === '' ? service : `${namespace}_${service}`;
}

/** The database of each service. */
export function databasesOf(namespace: string): Readonly<Record<ProcessName, string>> {
  return ofEachProcess((name) => databaseOf(name, namespace));
}
