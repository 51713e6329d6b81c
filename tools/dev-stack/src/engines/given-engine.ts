import { delay } from '@fulfilment/kernel';
import { ENGINES, type EngineName } from '../engine-missing.ts';
import { type Host, portOpens } from '../processes/port-opens.ts';

const PATIENCE_MS = 10_000;
const DEFAULT_PORT = { kafka: 9092, mongodb: 27_017, redis: 6379 } as const;

/**
 * The address of an engine that the environment names, once one of its hosts answers; `undefined` if it names none.
 *
 * @throws Error if no host of it answers within 10 s.
 */
export async function givenEngine(
  name: EngineName,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const { label, variable } = ENGINES[name];
  const address = env[variable];
  if (address === undefined || address === '') return undefined;
  const hosts = hostsOf(address, DEFAULT_PORT[name]);
  const deadline = Date.now() + PATIENCE_MS;
  while (hosts.length > 0 && !(await anyAnswers(hosts))) {
    if (Date.now() > deadline) throw new Error(`${label} does not answer at ${names(hosts)}, which ${variable} names`);
    await delay(200);
  }
  return address;
}

/** The hosts of a Kafka list or of a URL; none for `mongodb+srv`, whose hosts only DNS knows. */
export function hostsOf(address: string, defaultPort: number): Host[] {
  if (address.startsWith('mongodb+srv:')) return [];
  const authority = address.replace(/^[a-z+]+:\/\//, '').replace(/[/?].*$/, '');
  const list = authority.slice(authority.lastIndexOf('@') + 1);
  return list.split(',').map((entry) => {
    const [, host = entry, port] = /^(.*?)(?::(\d+))?$/.exec(entry.trim()) ?? [];
    return { host: host.replaceAll(/[[\]]/g, ''), port: port === undefined ? defaultPort : Number(port) };
  });
}

async function anyAnswers(hosts: readonly Host[]): Promise<boolean> {
  const answers = await Promise.all(hosts.map(portOpens));
  return answers.includes(true);
}

// Only hosts and ports: the address may hold a password.
function names(hosts: readonly Host[]): string {
  return hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
}
