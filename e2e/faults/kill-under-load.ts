import { eventually } from '@fulfilment/testing';
import type { TestSystem } from '../system/start-test-system.ts';
import { killNine } from './kill-nine.ts';

/** Clients at work. */
export interface Load {
  /** Orders, or requests, that were brought to their end so far. */
  finished(): number;
  /** Has each wait so long after what it does, from now on. */
  rest(ms: number): void;
}

/**
 * Does `work` beside clients, and stops them in the end.
 *
 * @returns what they give when they are stopped.
 * @throws what failed in `work`, from which failures of theirs may follow; else what failed in them.
 */
export async function besideLoad<Done>(
  clients: { readonly stop: () => Promise<Done> },
  work: () => Promise<void>,
): Promise<Done> {
  try {
    await work();
  } catch (error) {
    await clients.stop().catch(() => undefined);
    throw error;
  }
  return await clients.stop();
}

/** The processes to kill, and the clients at work. */
export interface Kills {
  /** The processes, in turn. */
  readonly names: readonly string[];
  readonly load: Load;
  /** As much has to get through before the first kill, after each and at the end: the system works again, and under load. */
  readonly between: number;
}

/** While a process is away: what a kill cuts off is what was under way when it came. */
const REST_MS = 400;
const PATIENCE = { withinMs: 180_000 };

/** Kills processes with SIGKILL, one after another, each while all clients are at work. */
export async function killUnderLoad(system: Pick<TestSystem, 'processes'>, { names, load, between }: Kills): Promise<void> {
  const progress = async (): Promise<void> => {
    const before = load.finished();
    await eventually(() => {
      if (load.finished() < before + between) throw new Error(`${load.finished() - before} of ${between} got through`);
    }, PATIENCE);
  };
  await progress();
  for (const name of names) {
    load.rest(REST_MS);
    await killNine(system, name);
    load.rest(0);
    await progress();
  }
}
