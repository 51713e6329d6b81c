import { execFileSync } from 'node:child_process';
import { readProcesses } from '@fulfilment/testing/cpu-time';
import { eventually } from '@fulfilment/testing';
import { processNamed, type TestSystem } from '../system/start-test-system.ts';

/**
 * Kills a process, and does something while nothing listens on its port: its keeper stands still, so that the supervisor hears of the
 * end, and starts another one, only afterwards.
 *
 * @throws Error where the process does not run.
 */
export async function withServiceDown<T>(
  system: Pick<TestSystem, 'processes'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const { pid, baseUrl } = processNamed(system, name);
  if (pid === undefined) throw new Error(`${name} does not run`);
  const keeper = parentOf(pid);
  process.kill(keeper, 'SIGSTOP');
  try {
    process.kill(pid, 'SIGKILL');
    await eventually(() => refuses(baseUrl));
    return await work();
  } finally {
    process.kill(keeper, 'SIGCONT');
  }
}

/** As `/proc` has it, else as `ps` says, which a small Debian lacks. */
function parentOf(pid: number): number {
  const found = readProcesses().find((each) => each.pid === pid)?.parent;
  return found ?? Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
}

async function refuses(url: string): Promise<void> {
  const answered = await fetch(url).then(
    () => true,
    () => false,
  );
  if (answered) throw new Error(`${url} still answers`);
}
