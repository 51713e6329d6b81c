import type { Stoppable } from '@fulfilment/kernel';
import { keepRunning, type Supervised } from '../processes/keep-running.ts';
import type { RunningProcess } from './run-file.ts';
import { serviceEnvironment, type SystemSettings } from './service-environment.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import type { ServicePlan } from './services.ts';

/** Services that run and are kept running. */
export interface RunningServices extends Stoppable {
  processes(): readonly RunningProcess[];
}

/** How services are started. */
export interface ServicesSite {
  readonly settings: SystemSettings;
  /** Of {@link startService}. */
  readonly bundlesDir?: string | undefined;
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
  const { settings, bundlesDir, logDir, progress, onRestart } = site;
  const started = Date.now();
  const env = serviceEnvironment(plan, settings);
  const start = (signal: AbortSignal): Promise<ServiceProcess> => startService({ plan, env, bundlesDir, logDir, signal });
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
