import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetVolumes } from '../engines/docker.ts';
import { tryLock } from '../processes/process-identity.ts';
import { endOfLastRun, readRun, removeRun } from './run-file.ts';

const LOCK = 'start.lock';

/** The options of {@link holdDataFolder}. */
interface Hold {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Forgets everything that is in it. */
  readonly fresh: boolean;
  readonly progress: (line: string) => void;
}

/**
 * Takes a data folder for this process alone, after the end of what a killed run left behind.
 *
 * @returns gives it back.
 * @throws Error that says who has it, and where that one is reached.
 */
export async function holdDataFolder(dataDir: string, { env, fresh, progress }: Hold): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = join(dataDir, LOCK);
  const holder = await tryLock(lock);
  if (holder) {
    const current = await readRun(dataDir);
    const where = current === undefined ? 'still starting' : `at ${current.baseUrl}`;
    throw new Error(
      `a system runs already on ${dataDir} (process ${holder.pid}, ${where}); stop it, or set another folder with FULFILMENT_DATA`,
    );
  }
  const release = async (): Promise<void> => {
    await removeRun(dataDir);
    await rm(lock, { force: true });
  };
  try {
    await endOfLastRun(dataDir, progress);
    if (fresh) await empty(dataDir, env);
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}

async function empty(dataDir: string, env: Hold['env']): Promise<void> {
  const entries = await readdir(dataDir);
  const doomed = entries.filter((entry) => entry !== LOCK);
  await Promise.all(doomed.map((entry) => rm(join(dataDir, entry), { recursive: true, force: true })));
  await forgetVolumes(join(dataDir, 'engines'), env);
}
