import { delay } from '@fulfilment/kernel';
import type { Drain } from './drain.ts';

/** What is left besides what is in flight. */
export interface Left {
  /** When the next is due; undefined where none is left. Asked for as the queue is about to rest. */
  readonly nextDueAt: () => Promise<Date | undefined>;
  /** Milliseconds until there is something to do that is known already; undefined where nothing is. */
  readonly nextMs?: () => number | undefined;
  /** How long to wait for more before the queue rests. */
  readonly lingerMs?: number;
}

/** A claim costs more than this wait. What another process stores meanwhile is seen at the end of it. */
const LINGER_MS = 25;

/**
 * Waits for what is in flight, and for a moment for something new; then gives the queue back until the next is due.
 *
 * @returns whether it was given back; else there is something to look at.
 */
export async function settle(drain: Drain, left: Left): Promise<boolean> {
  const { nextDueAt, nextMs = () => undefined, lingerMs = LINGER_MS } = left;
  if (!(await hasLanded(drain, nextMs))) return false;
  const rang = await ringsWithin(drain, Math.min(lingerMs, nextMs() ?? lingerMs));
  return !rang && nextMs() !== 0 && rest(drain, await nextDueAt());
}

/** @returns false as soon as there is something to look at. */
async function hasLanded(drain: Drain, nextMs: () => number | undefined): Promise<boolean> {
  const { flight, goesOn } = drain;
  while (flight.names().length > 0) {
    const rang = await ringsWithin(drain, nextMs(), flight.change());
    if (rang || flight.disturbed() || !goesOn() || nextMs() === 0) return false;
  }
  return true;
}

/**
 * Waits until something comes to the queue.
 *
 * @param ms or for so many milliseconds; undefined for no such bound.
 * @param change or for something else.
 * @returns whether something came.
 */
export async function ringsWithin({ lease }: Drain, ms: number | undefined, change?: Promise<void>): Promise<boolean> {
  const waiting = new AbortController();
  const others = [...(ms === undefined ? [] : [delay(ms, waiting.signal)]), ...(change ? [change] : [])];
  try {
    return await Promise.race([lease.rung().then(() => true), ...others.map((other) => other.then(() => false))]);
  } finally {
    waiting.abort();
  }
}

/** An endpoint with a rate is held for as long as nothing may be sent yet, whoever has it next. */
function rest({ lease, pace }: Drain, dueAt: Date | undefined): Promise<boolean> {
  const pauseMs = pace.pauseMs();
  if (pauseMs === 0) return lease.rest({ dueAt: dueAt ?? null, heldUntil: null });
  const heldUntil = new Date(Date.now() + pauseMs);
  return lease.rest({ dueAt: dueAt && dueAt < heldUntil ? heldUntil : (dueAt ?? null), heldUntil });
}
