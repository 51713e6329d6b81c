import { delay } from '@fulfilment/kernel';
import { patient } from './patient.ts';

/** How long to look, and how often. */
export interface Patience {
  /** Milliseconds, times `TEST_PATIENCE`; 30 000 by default. */
  readonly withinMs?: number;
  /** Milliseconds between two looks; by default an eighth of what was waited so far, from 25 to 100. */
  readonly everyMs?: number;
}

const [OFTENEST_MS, SELDOMEST_MS] = [25, 100];

/**
 * Runs `look` until it returns (or resolves) without throwing, and gives what it returned. For what comes true by itself,
 * where a fixed sleep would be too short or too long.
 *
 * @throws what `look` threw last, when the time is over.
 */
export async function eventually<T>(look: () => T | Promise<T>, { withinMs = 30_000, everyMs }: Patience = {}): Promise<T> {
  const began = performance.now();
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() - began >= patient(withinMs)) throw error;
    }
    // A look may be a request to a system that many ask: one that waits for long asks less often.
    await delay(everyMs ?? Math.min(SELDOMEST_MS, Math.max(OFTENEST_MS, (performance.now() - began) / 8)));
  }
}

/**
 * Options of a test whose subject is a promised time, as that a revoked key is admitted nowhere after a second. A machine that stalls
 * for a moment breaks the promise for all clients of it, so one of three tries has to keep it. Everything else counts what is
 * done, or looks for it with `eventually`, and does not look at a clock.
 */
export const TIMED = { retry: 2 } as const;
