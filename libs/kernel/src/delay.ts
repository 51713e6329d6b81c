import { setTimeout as wait } from 'node:timers/promises';

/** Waits `ms` milliseconds, or less if `signal` aborts; it never rejects. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/**
 * The wait before try number `attempt` (from 1): doubling from `firstMs`, at most `maxMs`, with half of it random,
 * so that many waiters do not come back together.
 */
export function backoffMs(attempt: number, { firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number }): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return full / 2 + Math.random() * (full / 2);
}
