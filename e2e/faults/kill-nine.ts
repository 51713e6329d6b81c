import { eventually } from '@fulfilment/testing';
import { processNamed, type TestSystem } from '../system/start-test-system.ts';

const BACK_WITHIN_MS = 180_000;

/** Kills a process of the system with SIGKILL and waits until its supervisor has another one ready in its place. */
export async function killNine(system: Pick<TestSystem, 'processes'>, name: string): Promise<void> {
  const { pid, kind } = processNamed(system, name);
  if (pid === undefined || kind !== 'service') throw new Error(`${name} is no process of ours`);
  process.kill(pid, 'SIGKILL');
  await eventually(
    () => {
      if (processNamed(system, name).pid === pid) throw new Error(`${name} is not back ${BACK_WITHIN_MS} ms after kill -9`);
    },
    { withinMs: BACK_WITHIN_MS, everyMs: 100 },
  );
}
