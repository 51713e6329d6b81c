import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readRun, type RunningProcess } from '@fulfilment/dev-stack/run-file';
import { type Accounts, loadSecrets, readAccounts, startSystem } from '@fulfilment/dev-stack/system';
import { OperatorClient } from '@fulfilment/identity';
import type { Stoppable } from '@fulfilment/kernel';
import type { Shown } from './tour.ts';

/** A system to be shown; stopping it ends it only if it was started for that. */
type FoundSystem = Omit<Shown, 'print'> & Stoppable;

/** The system that runs on a data folder; if none does, one that is started for the moment, in a folder of its own. */
export async function findSystem(dataDir: string, progress: (line: string) => void, signal: AbortSignal): Promise<FoundSystem> {
  const run = await readRun(dataDir);
  const accounts = run && (await readAccounts(dataDir));
  if (run && accounts) {
    progress(`Using the system that runs at ${run.baseUrl}`);
    return { ...(await shownOf(dataDir, { ...run, accounts })), stop: async () => undefined };
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
  return { ...(await shownOf(dataDir, { ...system, processes: system.processes() })), stop };
}

interface Up {
  readonly baseUrl: string;
  readonly accounts: Accounts;
  readonly processes: readonly RunningProcess[];
}

async function shownOf(dataDir: string, { baseUrl, accounts, processes }: Up): Promise<Omit<Shown, 'print'>> {
  const webhooks = processes.find(({ name }) => name === 'webhooks');
  if (!webhooks) throw new Error('the webhooks service is not among what runs');
  const { signingKey } = await loadSecrets(dataDir);
  const operator = new OperatorClient({ signingKey, urls: { webhooks: webhooks.baseUrl } });
  return { baseUrl, demo: accounts.demo, operator };
}
