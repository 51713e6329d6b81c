import { readFile } from 'node:fs/promises';
import { runCommand } from '@fulfilment/dev-stack/processes';

/** Says how much CPU time a process has taken so far. */
export type CpuTime = (pid: number) => Promise<number>;

/**
 * Reads CPU time from `/proc`, which only Linux has: user and system, of all threads, in microseconds. It counts what a
 * process did and not how long it waited for a core, so it holds on a busy machine too.
 *
 * @throws Error where there is no `/proc`.
 */
export async function makeCpuTime(): Promise<CpuTime> {
  const { code, output } = await runCommand('getconf', ['CLK_TCK'], process.env);
  const ticksPerSecond = Number(output);
  if (process.platform !== 'linux' || code !== 0 || !(ticksPerSecond > 0))
    throw new Error('The CPU time of a process is read from /proc, which only Linux has: run this part there');
  return async (pid) => (ticksOf(await readFile(`/proc/${pid}/stat`, 'utf8')) / ticksPerSecond) * 1_000_000;
}

/** User and system ticks of a line of `/proc/‹pid›/stat` (proc(5): fields 14 and 15). */
export function ticksOf(stat: string): number {
  // The second field is the program's name in parentheses, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
