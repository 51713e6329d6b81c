import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { delay } from '@fulfilment/kernel';
import { z } from 'zod';

const processIdentity = z.object({
  pid: z.int().positive(),
  /** When it started, in the words of the operating system. */
  startedAt: z.string(),
});

/** A process that can be told from a later one with the same number. */
export type ProcessIdentity = Readonly<z.infer<typeof processIdentity>>;

/** The identity of the process that has `pid` now; `undefined` if there is none. */
export async function identityOf(pid: number): Promise<ProcessIdentity | undefined> {
  const startedAt = process.platform === 'linux' ? await startTicks(pid) : await startDate(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Reads an identity back from its JSON; `undefined` if it is none. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    return processIdentity.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** True if that very process still runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  const now = await identityOf(identity.pid);
  return now?.startedAt === identity.startedAt;
}

/** Waits until that process has ended; says whether it has within `withinMs` milliseconds. */
export async function hasEnded(identity: ProcessIdentity, { withinMs }: { readonly withinMs: number }): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (await isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await delay(50);
  }
  return true;
}

// proc_pid_stat(5): the name may hold spaces and brackets, so fields are counted after the last bracket: state is field 3,
// starttime field 22.
async function startTicks(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}

async function startDate(pid: number): Promise<string | undefined> {
  const found = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined);
  return found?.stdout.trim() || undefined;
}

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
