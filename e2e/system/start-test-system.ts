import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stoppable } from '@fulfilment/kernel';
import { loadSecrets, type RunningSystem, startSystem, type SystemOptions } from '@fulfilment/dev-stack/system';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { OperatorClient, type OperatorClientOptions } from '@fulfilment/identity';
import { connectMongo } from '@fulfilment/mongo';
import { verifySystem } from '@fulfilment/verify';
import { type EngineAddresses, uniqueName } from '@fulfilment/testing';
import { keepOutput } from '../secrets/kept-output.ts';
import { type Call, makeCall } from './call.ts';
import { type Contract, makeContract, ownContract } from './contract.ts';
import { makeOperator, type Operator } from './operator.ts';
import { testBundles } from './test-bundles.ts';

/** The whole system in processes of its own, on shared engines under names that no other system uses, and clients of it. */
export interface TestSystem {
  /** Of every API, without a path. */
  readonly baseUrl: string;
  /** Names the system to the operator's commands. */
  readonly dataDir: string;
  readonly call: Call;
  /** The API of accounts, held against its own document. */
  readonly callAccount: Call;
  readonly contract: Contract;
  readonly accountContract: Contract;
  readonly operator: Operator;
  /** Before the names of its topics and consumer groups. */
  readonly topicPrefix: string;
  readonly processes: RunningSystem['processes'];
  /** Moves the last authentication of a session an hour into the past, where its time to be recent has ended. */
  readonly ageAuthentication: (sessionId: string) => Promise<void>;
}

/** A system that its file has for itself, to kill, to scale, or to set up in another way. */
export interface OwnTestSystem extends TestSystem, Stoppable {
  /** Holds the invariants against all stores. @returns what differs, for as long as work under way may last. */
  readonly differences: () => Promise<readonly string[]>;
}

/** A system that runs, as far as another process has to know it. */
export interface SystemPlace extends Pick<RunningSystem, 'baseUrl' | 'processes'> {
  readonly dataDir: string;
  /** Before the names of its databases, topics and consumer groups. */
  readonly namespace: string;
}

type MongodbPlace = Pick<EngineAddresses, 'mongodbUrl'>;

/** Differences from the system that `npm start` starts. */
export interface TestSystemOptions extends Pick<SystemOptions, 'scale' | 'bundlesDir' | 'workspaceOf'> {
  /** Variables that every process gets. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Has every process run the sources, file by file, in place of the bundles of this run. */
  readonly fromSources?: boolean;
}

/** @throws Error with the end of a log if a process does not come up; none is left then. */
export async function startTestSystem(engines: EngineAddresses, options: TestSystemOptions = {}): Promise<OwnTestSystem> {
  const system = await startSystemOn(engines, options);
  // One that is built in another way, or of another release, may serve another document.
  const isOwn = options.bundlesDir === undefined && options.workspaceOf === undefined;
  return await withClients(system, isOwn ? ownContracts : () => servedContracts(system.baseUrl));
}

/** Of each topic: two for each of two processes, where the default of 12 has members of groups ask for, and brokers answer for, empty ones. */
const PARTITIONS = '4';

/** The system alone. @throws Error as `startTestSystem`. */
export async function startSystemOn(
  { kafkaBrokers, mongodbUrl, redisUrl }: EngineAddresses,
  { settings = {}, ...options }: TestSystemOptions,
): Promise<SystemPlace & Stoppable> {
  const namespace = uniqueName('e2e');
  const given = { KAFKA_BROKERS: kafkaBrokers, MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl };
  const env = { KAFKA_PARTITIONS: PARTITIONS, ...settings, ...given };
  return await startOn(await newDataDir(), { ...options, env, namespace });
}

const mayMigrate = (): boolean => true;

/**
 * The system as `npm start -- --migrate` starts it, on a data folder of an earlier run and on engines of its own, processes of this
 * machine.
 * Stopping removes the folder.
 *
 * @param fillFolder puts the data there.
 * @throws Error as `startTestSystem`; the folder is gone then.
 */
export async function startTestSystemOn(
  fillFolder: (dataDir: string) => Promise<void>,
  { settings = {}, ...options }: TestSystemOptions = {},
): Promise<OwnTestSystem> {
  const dataDir = await newDataDir();
  try {
    await fillFolder(dataDir);
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  const own = { KAFKA_BROKERS: undefined, MONGODB_URL: undefined, REDIS_URL: undefined, FULFILMENT_ENGINES: 'processes' };
  return await withClients(await startOn(dataDir, { ...options, mayMigrate, env: { ...settings, ...own }, namespace: '' }));
}

function newDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'fulfilment-e2e-'));
}

interface StartOptions extends Omit<SystemOptions, 'dataDir' | 'namespace'>, Pick<TestSystemOptions, 'fromSources'> {
  readonly namespace: string;
}

async function startOn(
  dataDir: string,
  { env, fromSources = false, ...options }: StartOptions,
): Promise<SystemPlace & Stoppable> {
  // Sources that `workspaceOf` names are no bundle of this run.
  const runsSources = fromSources || options.workspaceOf !== undefined;
  const bundlesDir = options.bundlesDir ?? (runsSources ? undefined : testBundles());
  const removeData = async (): Promise<void> => {
    await keepOutput(dataDir, await secretsOf(dataDir));
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const system = await startSystem({ ...options, bundlesDir, dataDir, env: { ...process.env, ...env, PORT: '0' } });
    const stop = async (): Promise<void> => {
      await system.stop();
      await removeData();
    };
    return { dataDir, namespace: options.namespace, baseUrl: system.baseUrl, processes: () => system.processes(), stop };
  } catch (error) {
    await removeData();
    throw error;
  }
}

async function withClients(
  system: SystemPlace & Stoppable,
  contracts: () => Contracts | Promise<Contracts> = ownContracts,
): Promise<OwnTestSystem> {
  try {
    return { ...(await clientsOf(system, {}, await contracts())), stop: () => system.stop() };
  } catch (error) {
    await system.stop();
    throw error;
  }
}

/** The secrets that the system made for itself; the clients that asked for other secrets know those. */
async function secretsOf(dataDir: string): Promise<readonly string[]> {
  const { signingKey, ...others } = await loadSecrets(dataDir);
  return [signingKey.d, ...Object.values(others)];
}

/** Holds the invariants against all stores of a system. @returns what differs, for as long as work under way may last. */
export async function differencesIn({ mongodbUrl }: MongodbPlace, namespace: string): Promise<readonly string[]> {
  const { checks } = await verifySystem({ mongodbUrl, databases: databasesOf(namespace) });
  return checks.flatMap(({ name, differences }) => differences.map((difference) => `${name}: ${difference}`));
}

const HOUR_MS = 3_600_000;

async function ageAuthentication(
  { mongodbUrl, database }: MongodbPlace & { readonly database: string },
  sessionId: string,
): Promise<void> {
  const mongo = await connectMongo({ url: mongodbUrl, database, appName: 'e2e' });
  const sessions = mongo.db.collection<{ _id: string; confirmed_at: Date }>('sessions');
  const { matchedCount } = await sessions.updateOne(
    { _id: sessionId },
    { $set: { confirmed_at: new Date(Date.now() - HOUR_MS) } },
  );
  await mongo.stop();
  if (matchedCount !== 1) throw new Error(`There is no session ${sessionId}`);
}

/** Documents that answers are held against. */
type Contracts = Pick<TestSystem, 'contract' | 'accountContract'>;

const ownContracts = (): Contracts => ({ contract: ownContract('/v1'), accountContract: ownContract('/account/v1') });

/** By the documents that a system itself serves. */
export async function servedContracts(baseUrl: string): Promise<Contracts> {
  const documentAt = async (path: string): Promise<unknown> => (await fetch(baseUrl + path)).json();
  return {
    contract: makeContract(await documentAt('/openapi.json')),
    accountContract: makeContract(await documentAt('/account/openapi.json'), '/account/v1'),
  };
}

/** @param headers that every request through `call` and `callAccount` has. @param contracts by default those of this release. */
export async function clientsOf(
  place: SystemPlace,
  headers: Readonly<Record<string, string>> = {},
  contracts?: Contracts,
): Promise<Omit<OwnTestSystem, 'stop'>> {
  const { signingKey } = await loadSecrets(place.dataDir);
  const urls = {
    gateway: `http://127.0.0.1:${processNamed(place, 'gateway').internalPort}`,
    webhooks: processNamed(place, 'webhooks').baseUrl,
  };
  return await clientsAt({ ...place, signingKey, urls, mongodbUrl: processNamed(place, 'mongodb').baseUrl }, headers, contracts);
}

/** Clients of a system whose operator and stores are reached at the addresses given. The other parameters are those of `clientsOf`. */
export async function clientsAt(
  { baseUrl, dataDir, namespace, processes, mongodbUrl, ...operator }: SystemPlace & OperatorClientOptions & MongodbPlace,
  headers: Readonly<Record<string, string>> = {},
  contracts: Contracts = ownContracts(),
): Promise<Omit<OwnTestSystem, 'stop'>> {
  const { contract, accountContract } = contracts;
  return {
    baseUrl,
    dataDir,
    contract,
    accountContract,
    call: makeCall(baseUrl, contract, headers),
    callAccount: makeCall(`${baseUrl}/account`, accountContract, headers),
    operator: makeOperator(new OperatorClient(operator)),
    topicPrefix: namespace === '' ? '' : `${namespace}.`,
    processes,
    ageAuthentication: (sessionId) => ageAuthentication({ mongodbUrl, database: databasesOf(namespace).gateway }, sessionId),
    differences: () => differencesIn({ mongodbUrl }, namespace),
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
