import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Stoppable } from '@fulfilment/kernel';
import { type Accounts, loadSecrets, makeOperatorClient, readAccounts, startSystem } from '@fulfilment/dev-stack/system';
import { readRun, type RunningProcess } from '@fulfilment/dev-stack/run-file';
import type { Shown } from './tour.ts';

/** A system to be shown; stopping it ends it only if it was started for that. */
export type FoundSystem = Omit<Shown, 'print'> & Stoppable;

/** The system that runs on a data folder; if none does, one that is started for the moment, in a folder of its own. */
export async function findSystem(dataDir: string, progress: (line: string) => void, signal: AbortSignal): Promise<FoundSystem> {
  const run = await readRun(dataDir);
  const accounts = run && (await readAccounts(dataDir));
  if (run && accounts) {
    progress(`Using the system that runs at ${run.baseUrl}`);
    return { ...(await shown(dataDir, { ...run, accounts })), stop: async () => undefined };
  }
  progress('Nothing runs yet, so a system is started for the demo');
  return await startForTheMoment(progress, signal);
}

async function startForTheMoment(progress: (line: string) => void, signal: AbortSignal): Promise<FoundSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-demo-'));
  const env = { ...process.env, PORT: '0' };
  // Engines that are given are shared with others.
  const namespace = basename(dataDir)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '_');
  const system = await startSystem({ dataDir, env, namespace, progress, signal });
  const stop = async (): Promise<void> => {
    await system.stop();
    await rm(dataDir, { recursive: true });
  };
  return { ...(await shown(dataDir, { ...system, processes: system.processes() })), stop };
}

interface Up {
  readonly baseUrl: string;
  readonly accounts: Accounts;
  readonly processes: readonly RunningProcess[];
}

async function shown(dataDir: string, { baseUrl, accounts, processes }: Up): Promise<Omit<Shown, 'print'>> {
  const webhooks = processes.find(({ name }) => name === 'webhooks');
  if (!webhooks) throw new Error('the webhooks service is not among what runs');
  const operate = await makeOperatorClient(await loadSecrets(dataDir));
  return { baseUrl, webhooksUrl: webhooks.baseUrl, demo: accounts.demo, operate };
}
