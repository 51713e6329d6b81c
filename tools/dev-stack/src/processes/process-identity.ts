import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
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
