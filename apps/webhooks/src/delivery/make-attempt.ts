import type { Delivery } from '../domain/delivery.ts';
import type { AttemptResult } from '../use-cases/attempt-delivery.ts';
import type { Drain, OpenTarget } from './drain.ts';

/** An attempt that takes longer makes room for others. */
const QUICK_MS = 1_000;

/**
 * Makes an attempt when its endpoint's rate and the process's slots let it.
 *
 * @returns undefined where the endpoint is to be given back first.
 */
export async function makeAttempt(drain: Drain, target: OpenTarget, delivery: Delivery): Promise<AttemptResult | undefined> {
  if (!(await mayBegin(drain, target))) return undefined;
  const slot = await drain.parts.slots.take(delivery.tenant, isSlow(drain, target) ? 'slow' : 'quick');
  if (!drain.goesOn()) {
    slot.giveBack();
    return undefined;
  }
  const startedMs = performance.now();
  const slowness = setTimeout(() => slot.becomeSlow(), QUICK_MS);
  try {
    const result = await drain.parts.attempt(delivery, target.mode.type);
    drain.flight.note(result);
    return result;
  } finally {
    drain.slow = performance.now() - startedMs > QUICK_MS;
    clearTimeout(slowness);
    slot.giveBack();
  }
}

function mayBegin({ pace, goesOn }: Drain, { maxRate }: OpenTarget): Promise<boolean> {
  return pace.turn(maxRate, goesOn);
}

/** One whose last attempts failed is not known to be quick. */
function isSlow({ slow }: Drain, { failing }: OpenTarget): boolean {
  return slow ?? failing;
}
