import { delay } from '@fulfilment/kernel';
import type { DrilledSystem } from '../drilled-system.ts';

/** A system in which faults are planted. */
export type Faulted = Pick<DrilledSystem, 'process' | 'wires' | 'brokers'>;

/** A fault, and what it is of. It resolves when what it was done to may go on. */
export interface Fault {
  readonly name: string;
  /** Two faults at once are of two of these. */
  readonly component: string;
  /** True where clients are served while it lasts: it is of one broker of several, or moves leaders among them. */
  readonly isServed?: boolean;
  readonly plant: (system: Faulted, signal: AbortSignal) => Promise<void>;
}

const ENGINES: readonly string[] = ['kafka', 'mongodb', 'redis'];

/** The component that a process, such as `orders-2`, is of. */
export const componentOf = (name: string): string => name.replace(/-\d+$/, '');

export const isEngine = (name: string): boolean => ENGINES.includes(componentOf(name));

/** Brokers of a cluster are `kafka-1` and on; a single one is `kafka`. */
export const isOneOfBrokers = (name: string): boolean => /^kafka-\d+$/.test(name);

const BACK_MS = 60_000;

/** Resolves when `isBack` holds. @throws Error after 60 s. */
export async function untilBack(isBack: () => Promise<boolean>, name: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + BACK_MS;
  while (!(await isBack().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${name} is not back after ${BACK_MS / 1_000} s`);
    await delay(50, signal);
  }
}

/**
 * The process id, once the process runs: an earlier fault may have ended it, and its next one be starting.
 *
 * @throws Error where it is no process of this machine, or is not there after 60 s.
 */
export async function pidOf(system: Faulted, name: string, signal: AbortSignal): Promise<number> {
  const find = (): number => {
    const { pid } = system.process(name);
    if (pid === undefined) throw new Error(`${name} is no process of this machine`);
    return pid;
  };
  find();
  await untilBack(async () => isThere(find()), name, signal);
  return find();
}

/** True while there is a process with this id. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
