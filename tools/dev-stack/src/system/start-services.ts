import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { keepRunning, type Supervised } from '../processes/keep-running.ts';
import { type KeptProcess, startKept } from '../processes/kept-process.ts';
import type { RunningProcess } from './run-file.ts';
import { type Environment, serviceEnvironment, type SystemSettings } from './service-environment.ts';
import type { ServicePlan } from './services.ts';

/** Services that run and are kept running. */
export interface RunningServices extends Stoppable {
  processes(): readonly RunningProcess[];
}

/** Folder of the bundles that processes run, or the one that a process runs from its next start on. */
export type BundlesDir = string | ((process: string) => string);

/** The options of {@link startServices}. */
export interface ServicesSite {
  readonly settings: SystemSettings;
  readonly bundlesDir?: BundlesDir | undefined;
  /** Gives the root of the workspace whose sources a process runs from its next start on; undefined for this one. */
  readonly workspaceOf?: ((process: string) => string | undefined) | undefined;
  readonly logDir: string;
  readonly progress: (line: string) => void;
  /** Told after a process was started again. */
  readonly onRestart: () => Promise<void>;
  readonly signal: AbortSignal;
}

interface Service {
  readonly plan: ServicePlan;
  readonly supervised: Supervised<ServiceProcess>;
}

/**
 * Starts all processes side by side and waits until each is ready.
 *
 * @throws Error if one does not get ready; the others are stopped at once.
 */
export async function startServices(site: ServicesSite): Promise<RunningServices> {
  const failing = new AbortController();
  const signal = AbortSignal.any([site.signal, failing.signal]);
  const services: Service[] = [];
  const starts = site.settings.plans.map(async (plan, index) => {
    services[index] = await startOne(plan, { ...site, signal });
  });
  const stop = (): Promise<void> => stopInOrder(services);
  try {
    await Promise.all(starts);
  } catch (error) {
    failing.abort();
    await Promise.allSettled(starts);
    await stop();
    throw error;
  }
  return { processes: () => services.map(describe), stop };
}

async function startOne(plan: ServicePlan, site: ServicesSite): Promise<Service> {
  const { settings, bundlesDir, workspaceOf, logDir, progress, onRestart } = site;
  const started = Date.now();
  const env = await serviceEnvironment(plan, settings);
  const start = (signal: AbortSignal): Promise<ServiceProcess> =>
    startService({
      plan,
      env,
      bundlesDir: typeof bundlesDir === 'function' ? bundlesDir(plan.name) : bundlesDir,
      workspace: workspaceOf?.(plan.name),
      logDir,
      signal,
    });
  const supervised = await keepRunning({ label: plan.name, start, progress, onRestart, signal: site.signal });
  progress(`${plan.name}: ready on port ${plan.port} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return { plan, supervised };
}

// What is under way at the gateway needs the services behind it to end well, so it drains first.
async function stopInOrder(services: readonly Service[]): Promise<void> {
  const isGateway = ({ plan }: Service): boolean => plan.service === 'gateway';
  const stopAll = (some: readonly Service[]): Promise<void[]> => Promise.all(some.map(({ supervised }) => supervised.stop()));
  await stopAll(services.filter(isGateway));
  await stopAll(services.filter((service) => !isGateway(service)));
}

function describe({ plan, supervised }: Service): RunningProcess {
  const { name, host, port, internalPort } = plan;
  return { name, kind: 'service', pid: supervised.current().process.pid, port, internalPort, baseUrl: `http://${host}:${port}` };
}

const WORKSPACE = fileURLToPath(new URL('../../../../', import.meta.url));
/** A loaded machine takes most of a minute to create the topics of a new system. */
const PATIENCE_MS = 120_000;
// When the supervisor was killed the engines go at the same time, and draining is in vain without them.
const ORPHAN_GRACE_SECONDS = 5;

/**
 * Lets the heap double before it is collected again (it grows by up to three times by default), and lets the process
 * collect once it is ready. Node does not take these from `NODE_OPTIONS`.
 */
const SMALL_HEAP = ['--heap-growing-percent=100', '--expose-gc'];

/** The settings that one process of a service is started with. */
interface ServiceLaunch {
  readonly plan: ServicePlan;
  readonly env: Environment;
  /** Folder of the bundles that `nx run-many -t build` makes, one folder an app; undefined to run the sources. */
  readonly bundlesDir?: string | undefined;
  /** Root of the workspace whose sources it runs; this one by default. */
  readonly workspace?: string | undefined;
  readonly logDir: string;
  readonly signal: AbortSignal;
}

/** A service that is ready. */
interface ServiceProcess {
  readonly process: KeptProcess;
}

/**
 * Starts one process of a service and waits until it says it is ready.
 *
 * @throws Error with the end of its log if it ends before, or is not ready within 120 s; the process is gone then.
 */
export async function startService({
  plan,
  env,
  bundlesDir,
  workspace = WORKSPACE,
  logDir,
  signal,
}: ServiceLaunch): Promise<ServiceProcess> {
  const logFile = join(logDir, `${plan.name}.log`);
  const bundle = bundlesDir && join(bundlesDir, plan.service);
  const [main, cwd] = bundle
    ? [join(bundle, 'main.js'), bundle]
    : [join(workspace, 'apps', plan.service, 'src/main.ts'), workspace];
  const command = { file: process.execPath, args: [...SMALL_HEAP, main], cwd, env, logFile };
  const kept = await startKept({ ...command, orphanGraceSeconds: ORPHAN_GRACE_SECONDS });
  const over = new AbortController();
  const waiting = AbortSignal.any([signal, over.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const outcome = await Promise.race([kept.exited, becomesReady(plan, waiting)]);
  over.abort();
  if (outcome === 'ready') return { process: kept };
  await kept.stop();
  signal.throwIfAborted();
  const what =
    outcome === 'late' ? `was not ready within ${PATIENCE_MS / 1000} s` : `ended with code ${outcome} before it was ready`;
  throw new Error(`${plan.name} ${what}; its log ${logFile} ends:\n${await endOf(logFile)}`);
}

async function becomesReady({ internalPort }: ServicePlan, signal: AbortSignal): Promise<'ready' | 'late'> {
  while (!signal.aborted) {
    const response = await fetch(`http://127.0.0.1:${internalPort}/readyz`, { signal }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return 'ready';
    await delay(50, signal);
  }
  return 'late';
}

async function endOf(logFile: string): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  return log.trimEnd().split('\n').slice(-15).join('\n');
}
