import { readProcesses } from '@fulfilment/testing/cpu-time';
import { processNamed, type TestSystem } from '../system/start-test-system.ts';

/**
 * Kills a process, and does something while nothing listens on its port: its keeper stands still, so that the supervisor hears of the
 * end, and starts another one, only afterwards.
 *
 * @throws Error where the process, or its keeper, is not there.
 */
export async function withServiceDown<T>(
  system: Pick<TestSystem, 'processes'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const { pid } = processNamed(system, name);
  const keeper = readProcesses().find((each) => each.pid === pid)?.parent;
  if (pid === undefined || keeper === undefined) throw new Error(`${name} does not run`);
  process.kill(keeper, 'SIGSTOP');
  try {
    process.kill(pid, 'SIGKILL');
    return await work();
  } finally {
    process.kill(keeper, 'SIGCONT');
  }
}
