import { FIRST_WINDOW, narrowed, widened } from '../domain/window.ts';
import type { AttemptResult } from '../use-cases/attempt-delivery.ts';

/** The attempts of one endpoint that are under way, never more than its window. */
export interface Flight {
  /** Begins an attempt of a delivery. */
  launch(deliveryId: string, attempt: () => Promise<AttemptResult>): void;
  /** Waits until one more may begin. @throws what an attempt threw. */
  room(): Promise<void>;
  /** Waits until one has ended. @throws what an attempt threw. */
  change(): Promise<void>;
  /** Waits until all have ended, whatever came of them. */
  landed(): Promise<void>;
  /** Ids of the deliveries under way. */
  ids(): readonly string[];
  /** Whether an attempt since the last call said that the endpoint has to be looked at again. */
  disturbed(): boolean;
}

/** The window begins at one with each claim, widens with success and narrows with failure. */
export function makeFlight(): Flight {
  const underway = new Map<string, Promise<void>>();
  let window = FIRST_WINDOW;
  let withheld = false;
  let failure: { readonly error: unknown } | undefined;

  const note = (result: AttemptResult): void => {
    if (result === 'delivered') window = widened(window);
    if (result === 'refused') window = narrowed(window);
    if (result === 'withheld') withheld = true;
  };
  const rethrow = (): void => {
    if (failure) throw failure.error;
  };
  const change = async (): Promise<void> => {
    await Promise.race(underway.values());
    rethrow();
  };

  return {
    launch: (deliveryId, attempt) => {
      const flying = attempt()
        .then(note, (error: unknown) => {
          failure ??= { error };
        })
        .finally(() => underway.delete(deliveryId));
      underway.set(deliveryId, flying);
    },
    room: async () => {
      rethrow();
      while (underway.size >= Math.floor(window)) await change();
    },
    change,
    landed: async () => {
      await Promise.all(underway.values());
    },
    ids: () => [...underway.keys()],
    disturbed: () => {
      const was = withheld;
      withheld = false;
      return was;
    },
  };
}
