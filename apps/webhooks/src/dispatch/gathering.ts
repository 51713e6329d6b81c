/** Lets those who can wait gather for a moment, so that more of them share what comes next. */
export interface Gathering {
  /** Resolves when the moment is over, enough have come, or one comes that cannot wait: in the order in which they came. */
  join(canWait: boolean): Promise<void>;
}

export interface GatheringBounds {
  /** Milliseconds from the first who comes. */
  readonly forMs: number;
  readonly enough: number;
}

export function makeGathering({ forMs, enough }: GatheringBounds): Gathering {
  let gathered = 0;
  let end: (() => void) | undefined;
  let moment = Promise.resolve();

  const begin = (): void => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => end?.(), forMs);
    moment = promise;
    end = () => {
      clearTimeout(timer);
      gathered = 0;
      end = undefined;
      resolve();
    };
  };
  return {
    join: (canWait) => {
      if (canWait && !end) begin();
      gathered += 1;
      const mine = moment;
      if (!canWait || gathered >= enough) end?.();
      if (!end) gathered = 0;
      return mine;
    },
  };
}
