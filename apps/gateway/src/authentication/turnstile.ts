import { overloaded } from '../request-refusals.ts';

/** Lets work begin as there is room. @throws AppError `upstream_unavailable` where too much waits already. */
export type Turnstile = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @param limits what runs at once, and what may wait for that. */
export function makeTurnstile({ atOnce, mayWait }: { readonly atOnce: number; readonly mayWait: number }): Turnstile {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mayWait) throw overloaded();
      // Whoever ends gives the place on, so it is counted already.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
