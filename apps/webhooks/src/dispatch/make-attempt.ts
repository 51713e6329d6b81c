import type { EventToSend } from '../deliveries/delivery-ports.ts';
import type { Delivery } from '../deliveries/domain/delivery.ts';
import type { AttemptResult } from './attempt-delivery.ts';
import type { Drain, OpenTarget } from './drain.ts';
import type { Slot } from './fair-slots.ts';
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
  const sent = Promise.withResolvers<boolean>();
  let result: AttemptResult | undefined;
  try {
    const slot = await takeSlot(drain, target, { ...turn, sent: sent.promise });
    result = slot && (await inSlot(drain, target, { ...turn, slot, sending: () => sent.resolve(true) }));
    return result;
  } finally {
    sent.resolve(false);
    turn.place.end(result);
  }
}

interface TurnToCome extends Turn {
  /** Whether it is sent, as soon as that is known. */
  readonly sent: Promise<boolean>;
}

/** Within the endpoint's rate. @returns undefined where the endpoint is to be given back first. */
function takeSlot(drain: Drain, target: OpenTarget, { delivery, sent }: TurnToCome): Promise<Slot | undefined> {
  const { pace, goesOn, parts } = drain;
  return pace.turn({ rate: target.maxRate, goesOn, sent }, () =>
    parts.slots.take(delivery.tenant, isSlow(drain, target) ? 'slow' : 'quick'),
  );
}

interface TurnInSlot extends Turn {
  readonly slot: Slot;
  readonly sending: () => void;
}

async function inSlot(drain: Drain, target: OpenTarget, turn: TurnInSlot): Promise<AttemptResult | undefined> {
  const { delivery, place, event, slot, sending } = turn;
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
    return await drain.parts.attempt(delivery, { mode: target.mode.type, maxRate: target.maxRate, event, sending, answered });
  } finally {
    clearTimeout(slowness);
    slot.giveBack();
  }
}

/** One whose last attempts failed is not known to be quick. */
function isSlow({ slow }: Drain, { failing }: OpenTarget): boolean {
  return slow ?? failing;
}
