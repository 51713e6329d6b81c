import { join } from 'node:path';
import { delay } from '@fulfilment/kernel';
import { type Engine, type EngineName, ENGINES, type EngineSite, type LocalEngine, type StartLocal } from './local-engine.ts';
import { keepRunning } from '../processes/keep-running.ts';
import { type Host, portOpens } from '../processes/ports.ts';
import { dockerAnswers } from './docker.ts';
import { startKafka } from './kafka.ts';
import { startMongodb } from './mongodb-process.ts';
import { startRedis } from './redis-process.ts';

/**
 * One engine from the first place that has it: the environment, a Docker engine, a process of this machine.
 * `FULFILMENT_ENGINES=containers` or `=processes` leaves out the other of the last two.
 *
 * @throws EngineMissing if none has it.
 */
export async function startEngine(name: EngineName, site: EngineSite): Promise<Engine> {
  const { label, variable } = ENGINES[name];
  const url = await givenEngine(name, site.env);
  if (url !== undefined) {
    site.progress(`${label}: given by ${variable}`);
    return {
      describe: () => ({ name, url, from: 'environment', description: `${label}, given by ${variable}` }),
      stop: async () => {},
    };
  }
  const only = site.env['FULFILMENT_ENGINES'];
  if (only === 'containers') return await startInContainer(name, site);
  if (only === 'processes' || !(await dockerAnswers(site.env))) return await startProcess(name, site);
  try {
    return await startInContainer(name, site);
  } catch (error) {
    site.progress(`${label}: no container (${firstLine(error)}), so a local process`);
    return await startProcess(name, site);
  }
}

// Loading testcontainers takes longer than starting an engine, so only who has Docker pays for it.
async function startInContainer(name: EngineName, site: EngineSite): Promise<Engine> {
  const { startContainer } = await import('./container-engine.ts');
  return await startContainer(name, site);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

const START: Readonly<Record<EngineName, StartLocal>> = { kafka: startKafka, mongodb: startMongodb, redis: startRedis };

/**
 * Runs an engine as a process of this machine, and starts it again on the same port if it ends by itself.
 *
 * @throws EngineMissing if it is not here and cannot be fetched.
 */
async function startProcess(name: EngineName, site: EngineSite): Promise<Engine> {
  const folder = join(site.dataDir, name);
  const { progress, onRestart, signal } = site;
  const { label } = ENGINES[name];
  const started = Date.now();
  const start = (over: AbortSignal): Promise<LocalEngine> => START[name]({ ...site, folder, signal: over });
  const supervised = await keepRunning({ label, start, progress, onRestart, signal });
  const first = supervised.current();
  progress(`${first.description}: up on port ${first.port} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return {
    describe: () => {
      const { url, port, description, process } = supervised.current();
      return { name, url, port, description, from: 'process', pid: process.pid };
    },
    stop: () => supervised.stop(),
  };
}

const PATIENCE_MS = 10_000;
const DEFAULT_PORT = { kafka: 9092, mongodb: 27_017, redis: 6379 } as const;

/**
 * The address of an engine that the environment names, once one of its hosts answers; `undefined` if it names none.
 *
 * @throws Error if no host of it answers within 10 s.
 */
async function givenEngine(name: EngineName, env: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
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
