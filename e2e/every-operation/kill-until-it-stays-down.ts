import { eventually } from '@fulfilment/testing';
import { processNamed, type TestSystem } from '../system/start-test-system.ts';

/** From the fifth end in a row on, the supervisor waits 4 s and more before it starts a process again. */
const ENDS = 5;
const BACK_WITHIN_MS = 30_000;

/** Kills a process, and each that is started in its place. When it resolves, nothing listens on its port for some seconds. */
export async function killUntilItStaysDown(system: Pick<TestSystem, 'processes'>, name: string): Promise<void> {
  let killed: number | undefined;
  for (let end = 0; end < ENDS; end += 1) {
    killed = await eventually(() => another(system, { name, than: killed }), { withinMs: BACK_WITHIN_MS });
    process.kill(killed, 'SIGKILL');
  }
}

function another(
  system: Pick<TestSystem, 'processes'>,
  { name, than }: { readonly name: string; readonly than: number | undefined },
): number {
  const { pid } = processNamed(system, name);
  if (pid === undefined || pid === than) throw new Error(`${name} is not back yet`);
  return pid;
}
