/** Whole nanoseconds of a clock that never goes back. */
export function steadyNanos(): number {
  return Math.floor(performance.now() * 1_000_000);
}

/** Goes on from what Redis's clock said last, so that what clients are told does not jump between two clocks. */
export interface StoreClock {
  /** Unix microseconds. */
  now(): number;
  /** Told what it is now, in Unix microseconds. */
  set(micros: number): void;
}

export function makeStoreClock(): StoreClock {
  let startMicros = Date.now() * 1_000 - steadyMicros();
  return {
    now: () => startMicros + steadyMicros(),
    set: (micros) => {
      startMicros = micros - steadyMicros();
    },
  };
}

function steadyMicros(): number {
  return Math.floor(performance.now() * 1_000);
}
