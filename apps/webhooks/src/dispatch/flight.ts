import { makePlaces, type Place, type Places } from './places.ts';

/** The work on one endpoint that is under way. */
export interface Flight extends Pick<Places, 'disturbed'> {
  /** Begins work under a name of its own. */
  launch(name: string, work: () => Promise<void>): void;
  /** Waits until one more exchange may begin. @throws what work threw. */
  place(): Promise<Place>;
  /** Resolves when some has ended. @throws what work threw. */
  change(): Promise<void>;
  /** Waits until all have ended, whatever came of them. */
  landed(): Promise<void>;
  /** Names of what is under way. */
  names(): readonly string[];
}

export function makeFlight(): Flight {
  const underway = new Map<string, Promise<void>>();
  const places = makePlaces();
  let failure: { readonly error: unknown } | undefined;
  let changed = Promise.withResolvers<void>();

  const ended = (name: string): void => {
    underway.delete(name);
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    launch: (name, work) => {
      const flying = work()
        .catch((error: unknown) => {
          failure ??= { error };
          places.close(error);
        })
        .finally(() => ended(name));
      underway.set(name, flying);
    },
    place: () => places.take(),
    change: async () => {
      await changed.promise;
      if (failure) throw failure.error;
    },
    landed: async () => {
      await Promise.all(underway.values());
    },
    names: () => [...underway.keys()],
    disturbed: () => places.disturbed(),
  };
}
