import { delay } from '@fulfilment/kernel';

/** How long to look, and how often. */
export interface Patience {
  /** Milliseconds; 30 000 by default. */
  readonly withinMs?: number;
  /** Milliseconds between two looks; 25 by default. */
  readonly everyMs?: number;
}

/**
 * Runs `look` until it returns (or resolves) without throwing, and gives what it returned. For what comes true by itself,
 * where a fixed sleep would be too short or too long.
 *
 * @throws what `look` threw last, when the time is over.
 */
export async function eventually<T>(look: () => T | Promise<T>, { withinMs = 30_000, everyMs = 25 }: Patience = {}): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await delay(everyMs);
  }
}

/**
 * Options of a test whose subject is a promised time, as that a revoked key is admitted nowhere after a second. A machine that stalls
 * for a moment breaks the promise for all clients of it, so one of three tries has to keep it. Everything else counts what is
 * done, or looks for it with `eventually`, and does not look at a clock.
 */
export const TIMED = { retry: 2 } as const;
