import { join, resolve } from 'node:path';
import { orderRecord, skuRecord } from '@fulfilment/contracts';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';
import { buildConsole } from '../console/build-console.ts';
import type { RunningEngine } from '../engines/local-engine.ts';
import { type Engines, startEngines } from '../engines/start-engines.ts';
import { type Accounts, type ApiClient, ensureAccounts, makeApiClient, ownerSignInLink } from './accounts.ts';
import { COMPILE_CACHE } from './data-folder.ts';
import { holdDataFolder } from './hold-data-folder.ts';
import { type MayMigrate, migrateStores } from './migrate-stores.ts';
import { type RunningProcess, runWriter } from './run-file.ts';
import { loadSecrets } from './secrets.ts';
import type { SystemSettings } from './service-environment.ts';
import { type Entrance, findEntrance, planServices, type Scale } from './services.ts';
import { type BundlesDir, startServices } from './start-services.ts';

/** Options of the system: what to start, and where. */
export interface SystemOptions {
  /** Keeps data, secrets, keys and logs; made if it is not there. One system a folder. */
  readonly dataDir: string;
  /** The process's own by default; see `npm start -- --help` for what it may hold. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly scale?: Scale;
  /** Forgets everything in the folder first. */
  readonly fresh?: boolean;
  /** Before databases, topics and Redis keys, so that systems can share given engines: 1 to 40 of a-z, 0-9 and `_`. */
  readonly namespace?: string;
  /**
   * Folder of built apps to run in place of the sources, one folder an app (`npm run build` writes `dist/apps`); a function is asked for
   * it at each start of a process, by its name.
   */
  readonly bundlesDir?: BundlesDir | undefined;
  /** Asked at each start of a process, by its name, for the root of the workspace whose sources it runs; this one by default. */
  readonly workspaceOf?: (process: string) => string | undefined;
  /** Asked before data of an earlier release is migrated; without it the start fails, and names the commands. */
  readonly mayMigrate?: MayMigrate;
  readonly progress?: (line: string) => void;
  /** Ends a start that is under way: what was started is stopped, and the call rejects. */
  readonly signal?: AbortSignal;
}

/** The whole system, ready. Stopping drains services before engines end. */
export interface RunningSystem extends Stoppable {
  /** Of the API, without `/v1`. */
  readonly baseUrl: string;
  readonly accounts: Accounts;
  /** Signs the owner of the demo account in to the console, once, within 15 minutes. */
  readonly signInLink: string;
  /** Everything that runs, as `run.json` has it. */
  processes(): readonly RunningProcess[];
}

const ENGINE_VARIABLES = ['KAFKA_BROKERS', 'MONGODB_URL', 'REDIS_URL'] as const;

/**
 * Starts engines, services and gateway, and makes sure of it: every process says it is ready, and one order went through.
 *
 * @throws Error in words for the user if a port or the folder is taken, an engine cannot be had, or something does not come up;
 * nothing runs then.
 */
export async function startSystem(options: SystemOptions): Promise<RunningSystem> {
  const { env = process.env, progress = () => undefined, fresh = false, signal = new AbortController().signal } = options;
  const dataDir = resolve(options.dataDir);
  if (fresh) refuseToEmptyGivenEngines(env);
  const release = await holdDataFolder(dataDir, { env, fresh, progress });
  const parts: Stoppable[] = [{ stop: release }];
  const stop = async (): Promise<void> => {
    for (const part of parts.splice(0).toReversed()) await part.stop();
  };
  try {
    return { ...(await startParts({ ...options, dataDir, env, progress, signal }, parts)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Settled = SystemOptions & Required<Pick<SystemOptions, 'env' | 'progress' | 'signal'>>;

// Each part is noted as soon as it runs, so that a failure of a later one stops it.
async function startParts(options: Settled, parts: Stoppable[]): Promise<Omit<RunningSystem, 'stop'>> {
  const { dataDir, env, bundlesDir, workspaceOf, progress, signal } = options;
  const entrance = await findEntrance(env);
  const baseUrl = addressOf(entrance);
  const sources: Array<() => readonly RunningProcess[]> = [];
  const processes = (): RunningProcess[] => sources.flatMap((source) => source());
  const writeList = runWriter(dataDir, baseUrl, processes);

  // A bundle of the gateway has its own.
  const building = bundlesDir === undefined ? buildConsole(progress) : undefined;
  // It is awaited when the engines run; if they do not start, their failure is told.
  building?.catch(() => undefined);
  const engines = await startEngines({
    dataDir: join(dataDir, 'engines'),
    env,
    progress,
    prepares: 'after',
    onRestart: writeList,
    signal,
  });
  parts.push(engines);
  sources.push(() => engines.describe().map(engineProcess));

  const { mayMigrate, namespace = '' } = options;
  await migrateStores({ mongodbUrl: engines.mongodbUrl, namespace, workspaceOf, mayMigrate, progress, signal });
  const settings = { ...(await settle(options, engines, entrance)), consoleDir: await building };
  const logDir = join(dataDir, 'logs');
  const services = await startServices({ settings, bundlesDir, workspaceOf, logDir, progress, onRestart: writeList, signal });
  parts.push(services);
  sources.push(() => services.processes());
  await writeList();

  const proved = await prove(options, settings, baseUrl);
  engines
    .prepare()
    .catch((error: unknown) =>
      progress(`Kafka: no quick start next time (${error instanceof Error ? error.message : String(error)})`),
    );
  return { baseUrl, ...proved, processes };
}

async function settle(options: Settled, engines: Engines, entrance: Entrance): Promise<SystemSettings> {
  const { env, dataDir, scale = {}, namespace = '' } = options;
  return {
    env,
    engines,
    secrets: await loadSecrets(dataDir),
    plans: await planServices(scale, entrance),
    publicUrl: env['PUBLIC_URL'] ?? addressOf(entrance),
    namespace,
    compileCacheDir: COMPILE_CACHE,
  };
}

type Proved = Pick<RunningSystem, 'accounts' | 'signInLink'>;

async function prove({ dataDir, progress, signal }: Settled, settings: SystemSettings, baseUrl: string): Promise<Proved> {
  const started = Date.now();
  const gateway = settings.plans.find(({ service }) => service === 'gateway');
  // The library of identities takes longer to load than Redis to start, so it is loaded while the engines start.
  const { OperatorClient } = await import('@fulfilment/identity');
  const urls = { gateway: `http://127.0.0.1:${gateway?.internalPort}` };
  const operator = new OperatorClient({ signingKey: settings.secrets.signingKey, urls });
  const accounts = await ensureAccounts(dataDir, baseUrl, operator);
  await proveOneOrder(baseUrl, accounts.selfTest.key, signal);
  progress(`one order went through (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return { accounts, signInLink: await ownerSignInLink(accounts.demo.accountId, operator) };
}

function addressOf({ host, port }: Entrance): string {
  const local = ['127.0.0.1', 'localhost', '0.0.0.0', '::'].includes(host);
  return `http://${local ? 'localhost' : host}:${port}`;
}

function engineProcess({ name, pid, port, url }: RunningEngine): RunningProcess {
  return { name, kind: 'engine', pid, port, baseUrl: url };
}

function refuseToEmptyGivenEngines(env: Settled['env']): void {
  const given = ENGINE_VARIABLES.filter((variable) => (env[variable] ?? '') !== '');
  if (given.length > 0) throw new Error(`--fresh empties only engines that are started here; ${given.join(', ')} name others`);
}

const SKU = 'SELF-TEST';
const PATIENCE_MS = 60_000;

/**
 * Sends one order through the whole system, in an account of its own, and cancels it: gateway, orders, Kafka, inventory and back.
 *
 * @throws Error with the last failure if none gets through within 60 s.
 */
async function proveOneOrder(baseUrl: string, key: string, signal: AbortSignal): Promise<void> {
  const api = makeApiClient(baseUrl, key);
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await oneOrder(api);
    } catch (error) {
      signal.throwIfAborted();
      if (Date.now() > deadline) throw new Error('no order gets through the system', { cause: error });
    }
    await delay(100, signal);
  }
}

async function oneOrder(api: ApiClient): Promise<void> {
  const sku = { sku: SKU, name: 'Proves at each start that orders get through', on_hand: 1 };
  const exists = 409;
  await api({
    method: 'POST',
    path: '/inventory',
    body: sku,
    answer: z.union([skuRecord, z.looseObject({})]),
    statuses: [201, exists],
  });
  const lines = [{ sku: SKU, quantity: 1 }];
  // 202 says that inventory has not answered yet, which is not what is to be proven.
  const { id } = await api({ method: 'POST', path: '/orders', body: { lines }, answer: orderRecord, statuses: [201] });
  await api({ method: 'POST', path: `/orders/${id}/cancel`, body: {}, answer: orderRecord, statuses: [200] });
}
