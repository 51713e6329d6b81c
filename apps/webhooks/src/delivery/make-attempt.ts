import type { Delivery } from '../domain/delivery.ts';
import type { AttemptResult } from '../use-cases/attempt-delivery.ts';
import type { EventToSend } from '../use-cases/ports.ts';
import type { Drain, OpenTarget } from './drain.ts';
import type { Place } from './places.ts';

/** An attempt that takes longer makes room for others. */
const QUICK_MS = 1_000;

/** A delivery whose turn it is. */
export interface Turn {
  readonly delivery: Delivery;
  readonly place: Place;
  /** What it sends, where that was read already. */
  readonly event: EventToSend | undefined;
}

/**
 * Makes an attempt when its endpoint's rate and the process's slots let it. Others take its place and its slot as soon as the
 * receiver has answered.
 *
 * @returns what came of it, once that is recorded; undefined where the endpoint is to be given back first.
 */
export async function makeAttempt(drain: Drain, target: OpenTarget, turn: Turn): Promise<AttemptResult | undefined> {
  let result: AttemptResult | undefined;
  try {
    result = (await mayBegin(drain, target)) ? await inSlot(drain, target, turn) : undefined;
    return result;
  } finally {
    turn.place.end(result);
  }
}

async function inSlot(drain: Drain, target: OpenTarget, { delivery, place, event }: Turn): Promise<AttemptResult | undefined> {
  const slot = await drain.parts.slots.take(delivery.tenant, isSlow(drain, target) ? 'slow' : 'quick');
  if (!drain.goesOn()) {
    slot.giveBack();
    return undefined;
  }
  const startedMs = performance.now();
  const slowness = setTimeout(() => slot.becomeSlow(), QUICK_MS);
  const answered = (answer: AttemptResult): void => {
    drain.slow = performance.now() - startedMs > QUICK_MS;
    clearTimeout(slowness);
    slot.waitForRecord();
    place.answered(answer);
  };
  try {
    return await drain.parts.attempt(delivery, { mode: target.mode.type, event, answered });
  } finally {
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
