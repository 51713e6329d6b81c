import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { RunningProcess } from '@fulfilment/dev-stack/run-file';

/** Resident memory by process, in bytes. Pages that several share count for each. */
export type Memory = Readonly<Record<string, number>>;

const KIB = 1_024;

/** Of the processes of this machine that still run. */
export async function residentMemory(processes: readonly RunningProcess[]): Promise<Memory> {
  const found = await Promise.all(
    processes.map(async ({ name, pid }) => (pid === undefined ? [] : [[name, await residentOf(pid)] as const])),
  );
  return Object.fromEntries(found.flat());
}

async function residentOf(pid: number): Promise<number> {
  const text =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
  return Number(text ?? 0) * KIB;
}
