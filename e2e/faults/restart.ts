import { eventually } from '@fulfilment/testing';
import { processNamed, type TestSystem } from '../system/start-test-system.ts';

const BACK_WITHIN_MS = 180_000;

/** Has a process of the system stop with SIGTERM, as a deployment does, and waits until another one is ready in its place. */
export async function restart(system: Pick<TestSystem, 'processes'>, name: string): Promise<void> {
  const { pid, kind } = processNamed(system, name);
  if (pid === undefined || kind !== 'service') throw new Error(`${name} is no process of ours`);
  process.kill(pid, 'SIGTERM');
  await eventually(
    () => {
      if (processNamed(system, name).pid === pid) throw new Error(`${name} is not back ${BACK_WITHIN_MS} ms after SIGTERM`);
    },
    { withinMs: BACK_WITHIN_MS, everyMs: 100 },
  );
}
