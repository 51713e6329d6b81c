import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stoppable } from '@fulfilment/kernel';
import { loadSecrets, type RunningSystem, startSystem, type SystemOptions } from '@fulfilment/dev-stack/system';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { OperatorClient } from '@fulfilment/identity';
import { verifySystem } from '@fulfilment/verify';
import { type EngineAddresses, uniqueName } from '@fulfilment/testing';
import { keepOutput } from '../secrets/kept-output.ts';
import { type Call, makeCall } from './call.ts';
import { type Contract, makeContract } from './contract.ts';
import { makeOperator, type Operator } from './operator.ts';

/** The whole system in processes of its own, on shared engines under names that no other system uses. */
export interface TestSystem extends Stoppable {
  /** Of every API, without a path. */
  readonly baseUrl: string;
  readonly call: Call;
  /** The API of accounts, held against its own document. */
  readonly callAccount: Call;
  readonly contract: Contract;
  readonly operator: Operator;
  /** Before the names of its topics and consumer groups. */
  readonly topicPrefix: string;
  readonly processes: RunningSystem['processes'];
  /** Holds the invariants against all stores. @returns what differs, for as long as work under way may last. */
  readonly differences: () => Promise<readonly string[]>;
}

/** Differences from the system that `npm start` starts. */
export interface TestSystemOptions extends Pick<SystemOptions, 'scale' | 'bundlesDir'> {
  /** Variables that every process gets. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** @throws Error with the end of a log if a process does not come up; none is left then. */
export async function startTestSystem(
  engines: EngineAddresses,
  { settings = {}, ...options }: TestSystemOptions = {},
): Promise<TestSystem> {
  const namespace = uniqueName('e2e');
  const { kafkaBrokers, mongodbUrl, redisUrl } = engines;
  const given = { KAFKA_BROKERS: kafkaBrokers, MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl };
  return await startOn(await newDataDir(), { ...options, env: { ...settings, ...given }, namespace });
}

/**
 * The system as `npm start` starts it, on a data folder of an earlier run and on engines of its own, processes of this machine.
 * Stopping removes the folder.
 *
 * @param fillFolder puts the data there.
 * @throws Error as `startTestSystem`; the folder is gone then.
 */
export async function startTestSystemOn(
  fillFolder: (dataDir: string) => Promise<void>,
  { settings = {}, ...options }: TestSystemOptions = {},
): Promise<TestSystem> {
  const dataDir = await newDataDir();
  try {
    await fillFolder(dataDir);
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  const own = { KAFKA_BROKERS: undefined, MONGODB_URL: undefined, REDIS_URL: undefined, FULFILMENT_ENGINES: 'processes' };
  return await startOn(dataDir, { ...options, env: { ...settings, ...own }, namespace: '' });
}

function newDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'fulfilment-e2e-'));
}

async function startOn(
  dataDir: string,
  { env, ...options }: Omit<SystemOptions, 'dataDir' | 'namespace'> & { readonly namespace: string },
): Promise<TestSystem> {
  const { namespace } = options;
  const removeData = async (): Promise<void> => {
    await keepOutput(dataDir, await secretsOf(dataDir));
    await rm(dataDir, { recursive: true, force: true });
  };
  const parts: Stoppable[] = [{ stop: removeData }];
  const stop = async (): Promise<void> => {
    for (const part of parts.splice(0).toReversed()) await part.stop();
  };
  try {
    const system = await startSystem({ ...options, dataDir, env: { ...process.env, ...env, PORT: '0' } });
    parts.push(system);
    const clients = await clientsOf(system, dataDir);
    const mongodbUrl = processNamed(system, 'mongodb').baseUrl;
    return {
      ...clients,
      baseUrl: system.baseUrl,
      topicPrefix: namespace === '' ? '' : `${namespace}.`,
      processes: () => system.processes(),
      differences: () => differencesIn({ mongodbUrl }, namespace),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The secrets that the system made for itself; the clients that asked for other secrets know those. */
async function secretsOf(dataDir: string): Promise<readonly string[]> {
  const { signingKey, ...others } = await loadSecrets(dataDir);
  return [signingKey.d, ...Object.values(others)];
}

async function differencesIn({ mongodbUrl }: Pick<EngineAddresses, 'mongodbUrl'>, namespace: string): Promise<readonly string[]> {
  const { checks } = await verifySystem({ mongodbUrl, databases: databasesOf(namespace) });
  return checks.flatMap(({ name, differences }) => differences.map((difference) => `${name}: ${difference}`));
}

async function clientsOf(
  system: RunningSystem,
  dataDir: string,
): Promise<Pick<TestSystem, 'call' | 'callAccount' | 'contract' | 'operator'>> {
  const { baseUrl } = system;
  const documentAt = async (path: string): Promise<unknown> => (await fetch(baseUrl + path)).json();
  const contract = makeContract(await documentAt('/openapi.json'));
  const accountContract = makeContract(await documentAt('/account/openapi.json'), '/account/v1');
  const { signingKey } = await loadSecrets(dataDir);
  const urls = {
    gateway: `http://127.0.0.1:${processNamed(system, 'gateway').internalPort}`,
    webhooks: processNamed(system, 'webhooks').baseUrl,
  };
  return {
    contract,
    call: makeCall(baseUrl, contract),
    callAccount: makeCall(`${baseUrl}/account`, accountContract),
    operator: makeOperator(new OperatorClient({ signingKey, urls })),
  };
}

/** @throws Error if the system has no process of that name. */
export function processNamed(
  { processes }: Pick<RunningSystem, 'processes'>,
  name: string,
): ReturnType<RunningSystem['processes']>[number] {
  const found = processes().find((one) => one.name === name);
  if (!found) throw new Error(`no process is named ${name}`);
  return found;
}
