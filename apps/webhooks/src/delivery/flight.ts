import { FIRST_WINDOW, narrowed, widened } from '../domain/window.ts';
import type { AttemptResult } from '../use-cases/attempt-delivery.ts';

/** The work on one endpoint that is under way, never more at once than its window. */
export interface Flight {
  /** Begins work under a name of its own. */
  launch(name: string, work: () => Promise<void>): void;
  /** Takes note of what came of an attempt. */
  note(result: AttemptResult): void;
  /** Waits until one more may begin. @throws what work threw. */
  room(): Promise<void>;
  hasRoom(): boolean;
  /** Resolves when one has ended. @throws what work threw. */
  change(): Promise<void>;
  /** Waits until all have ended, whatever came of them. */
  landed(): Promise<void>;
  /** Names of what is under way. */
  names(): readonly string[];
  /** Whether an attempt since the last call said that the endpoint has to be looked at again. */
  disturbed(): boolean;
}

/** The window begins at one with each claim, widens with success and narrows with failure. */
export function makeFlight(): Flight {
  const underway = new Map<string, Promise<void>>();
  let window = FIRST_WINDOW;
  let withheld = false;
  let failure: { readonly error: unknown } | undefined;

  const rethrow = (): void => {
    if (failure) throw failure.error;
  };
  const hasRoom = (): boolean => underway.size < Math.floor(window.size);
  const change = async (): Promise<void> => {
    await Promise.race(underway.values());
    rethrow();
  };

  return {
    launch: (name, work) => {
      const flying = work()
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => underway.delete(name));
      underway.set(name, flying);
    },
    note: (result) => {
      if (result === 'delivered') window = widened(window);
      if (result === 'refused') window = narrowed(window);
      if (result === 'withheld') withheld = true;
    },
    room: async () => {
      rethrow();
      while (!hasRoom()) await change();
    },
    hasRoom,
    change,
    landed: async () => {
      await Promise.all(underway.values());
    },
    names: () => [...underway.keys()],
    disturbed: () => {
      const was = withheld;
      withheld = false;
      return was;
    },
  };
}
