import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { delay } from '@fulfilment/kernel';
import { identityOf, isRunning, parseIdentity, type ProcessIdentity } from './process-identity.ts';

/** Runs `work` while this process alone holds the lock file; waits for a holder that lives, takes over from one that died. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (await tryLock(file)) await delay(100);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Takes the lock file for this process. The holder is returned if it is another process that lives (or this one already);
 * `undefined` means that the lock is ours.
 */
export async function tryLock(file: string): Promise<ProcessIdentity | undefined> {
  const self = await identityOf(process.pid);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    for (;;) {
      // A link either is there with its whole content or is not made: no reader meets an empty lock.
      if (await made(link(draft, file))) return undefined;
      const holder = await readHolder(file);
      if (holder && (await isRunning(holder))) return holder;
      await rm(file, { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function made(linking: Promise<void>): Promise<boolean> {
  try {
    await linking;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(file: string): Promise<ProcessIdentity | undefined> {
  return parseIdentity(await readFile(file, 'utf8').catch(() => ''));
}
