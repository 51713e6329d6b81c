import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { delay } from '@fulfilment/kernel';
import { type KeptProcess, startKept } from '../processes/kept-process.ts';
import type { Environment } from './service-environment.ts';
import type { ServicePlan } from './services.ts';

const WORKSPACE = fileURLToPath(new URL('../../../../', import.meta.url));
const PATIENCE_MS = 60_000;
// When the supervisor was killed the engines go at the same time, and draining is in vain without them.
const ORPHAN_GRACE_SECONDS = 5;

/** What one process of a service is started with. */
export interface ServiceLaunch {
  readonly plan: ServicePlan;
  readonly env: Environment;
  /** Folder of the bundles that `nx run-many -t build` makes, one folder an app; undefined to run the sources. */
  readonly bundlesDir?: string | undefined;
  readonly logDir: string;
  readonly signal: AbortSignal;
}

/** A service that is ready. */
export interface ServiceProcess {
  readonly process: KeptProcess;
}

/**
 * Starts one process of a service and waits until it says it is ready.
 *
 * @throws Error with the end of its log if it ends before, or is not ready within 60 s; the process is gone then.
 */
export async function startService({ plan, env, bundlesDir, logDir, signal }: ServiceLaunch): Promise<ServiceProcess> {
  const logFile = join(logDir, `${plan.name}.log`);
  const [main, cwd] = bundlesDir
    ? ['main.js', join(bundlesDir, plan.service)]
    : [join(WORKSPACE, 'apps', plan.service, 'src/main.ts'), WORKSPACE];
  const command = { file: process.execPath, args: [main], cwd, env, logFile };
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
