import type { AttemptResult } from './attempt-delivery.ts';
import { FIRST_WINDOW, narrowed, widened } from './domain/window.ts';

/** Leave for one exchange. Each call does something once, and `end` has to come. */
export interface Place {
  /** The receiver has answered: another exchange may begin while this one is recorded, unless it failed. */
  answered(answer: AttemptResult): void;
  /** It is recorded, or came to nothing. */
  end(result?: AttemptResult): void;
}

/** How many exchanges of one endpoint may be under way: never more than its window. */
export interface Places {
  /** Waits until one more may begin; those that wait have their turns in the order in which they asked. @throws what `close` was told. */
  take(): Promise<Place>;
  /** Lets nobody in any more. */
  close(error: unknown): void;
  /** Whether an attempt since the last call said that the endpoint has to be looked at again. */
  disturbed(): boolean;
}

/** Deliveries of an endpoint that are answered and not recorded, at most: a process that is killed sends them again. */
export const MOST_UNRECORDED = 256;

/** Where those are that have a place. What failed is in doubt until it is recorded: the endpoint may have to rest, or be over. */
interface Phases {
  exchange: number;
  unrecorded: number;
  doubtful: number;
}

/** The window begins at one with each claim, widens with success and narrows with failure. */
export function makePlaces(): Places {
  const waiting: PromiseWithResolvers<Place>[] = [];
  const phases: Phases = { exchange: 0, unrecorded: 0, doubtful: 0 };
  let window = FIRST_WINDOW;
  let withheld = false;
  let failure: { readonly error: unknown } | undefined;

  const hasRoom = (): boolean =>
    phases.exchange < Math.floor(window.size) && phases.unrecorded < MOST_UNRECORDED && phases.doubtful === 0;
  const letIn = (): void => {
    while (waiting.length > 0 && hasRoom()) waiting.shift()?.resolve(makePlace());
  };
  const makePlace = (): Place => {
    const enter = startIn(phases, 'exchange');
    return {
      answered: (answer) => {
        enter(answer === 'delivered' ? 'unrecorded' : 'doubtful');
        if (answer === 'delivered') window = widened(window);
        if (answer === 'refused') window = narrowed(window);
        letIn();
      },
      end: (result) => {
        enter(undefined);
        if (result === 'withheld') withheld = true;
        letIn();
      },
    };
  };
  return {
    take: async () => {
      if (failure) throw failure.error;
      if (waiting.length === 0 && hasRoom()) return makePlace();
      const turn = Promise.withResolvers<Place>();
      waiting.push(turn);
      return turn.promise;
    },
    close: (error) => {
      failure ??= { error };
      for (const { reject } of waiting.splice(0)) reject(error);
    },
    disturbed: () => {
      const was = withheld;
      withheld = false;
      return was;
    },
  };
}

/** Counts one in a phase, and in the next ones that it enters. */
function startIn(phases: Phases, first: keyof Phases): (next: keyof Phases | undefined) => void {
  let phase: keyof Phases | undefined = first;
  phases[first] += 1;
  return (next) => {
    if (!phase) return;
    phases[phase] -= 1;
    if (next) phases[next] += 1;
    phase = next;
  };
}
