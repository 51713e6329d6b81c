import type { DrilledSystem } from '../drilled-system.ts';

/** A system in which faults are planted. */
export type Faulted = Pick<DrilledSystem, 'process' | 'wires'>;

/** A fault, and what it is of. It resolves when what it was done to may go on. */
export interface Fault {
  readonly name: string;
  /** Two faults at once are of two of these. */
  readonly component: string;
  readonly plant: (system: Faulted, signal: AbortSignal) => Promise<void>;
}

export const ENGINES: readonly string[] = ['kafka', 'mongodb', 'redis'];

/** The component that a process, such as `orders-2`, is of. */
export const componentOf = (name: string): string => name.replace(/-\d+$/, '');
