/** Something to wait for that is remembered: a call of `ring` while nobody waits ends the next wait at once. */
export interface WakeUp {
  readonly ring: () => void;
  /** Resolves when it rang since the last `wait` ended, or after `ms` milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

export function makeWakeUp(): WakeUp {
  let rung = false;
  let waiting: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      waiting?.();
    },
    wait: async (ms) => {
      if (!rung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
        waiting = undefined;
      }
      rung = false;
    },
  };
}
