import type { Clock, Steps } from '@fulfilment/kernel';
import type { AttemptWatch, EventToSend, FindEvent, RecordAttempt, Send } from '../deliveries/delivery-ports.ts';
import type { Attempt } from '../model/domain/attempt.ts';
import type { Delivery } from '../model/domain/delivery.ts';
import { errorOf, judgeAttempt } from '../model/domain/attempt-result.ts';
import type { DeliveryMode, FindTarget, OpenTarget } from './attempt-reads-store.ts';
import type { BodyMemory, HeldBody } from './body-memory.ts';

/** `withheld`: nothing was sent, or the result is not conclusive; the endpoint is to be read again. */
export type AttemptResult = 'delivered' | 'refused' | 'withheld';

export interface AttemptDeliveryParts {
  readonly findTarget: FindTarget;
  readonly findEvent: FindEvent;
  readonly bodies: BodyMemory;
  readonly send: Send;
  readonly record: RecordAttempt;
  readonly watch: AttemptWatch;
  /** Seconds before each attempt. */
  readonly schedule: readonly number[];
  readonly now: Clock;
  /** Watches that attempts end, from the time at which they have room. */
  readonly steps: Steps;
  /** Milliseconds in which a receiver answers, or is given up. */
  readonly deadlineMs: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** The terms under which an attempt is made. */
export interface AttemptTerms {
  /** The mode of the endpoint's worker: nothing is sent if the endpoint has another by now. */
  readonly mode: DeliveryMode['type'];
  /** The rate of the endpoint's worker: nothing is sent if the endpoint has another by now. */
  readonly maxRate: number | null;
  /** The event, where it was read already. */
  readonly event?: EventToSend | undefined;
  /** False once another worker may have the endpoint: nothing is sent then. */
  readonly isHeld: () => boolean;
  /** Called when the request is about to be sent. */
  readonly onSending: () => void;
  /** Called with the result before it is recorded; not where nothing was sent. */
  readonly onAnswered: (result: AttemptResult) => void;
}

/** Milliseconds in which the result of an attempt is recorded, also where that is tried again. */
const RECORDED_MS = 10_000;

/**
 * Makes the next attempt of a delivery that is due, and records it. Endpoint and secrets are read for each attempt: a change
 * takes effect on the next one, however busy the endpoint is.
 *
 * @returns the result, once it is recorded.
 */
export type AttemptDelivery = (delivery: Delivery, terms: AttemptTerms) => Promise<AttemptResult>;

export function makeAttemptDelivery(parts: AttemptDeliveryParts): AttemptDelivery {
  const { steps, deadlineMs } = parts;
  return async (delivery, terms) => {
    const body = await parts.bodies.acquire(delivery.tenant);
    const attempt = await steps
      .run(() => attemptOnce(parts, delivery, { ...terms, body }), deadlineMs)
      .finally(() => body.release());
    if (!attempt) return 'withheld';
    const result = resultOf(attempt);
    terms.onAnswered(result);
    // Only the next delivery of an ordered record waits until a success is recorded.
    const mayWait = result === 'delivered' && terms.mode !== 'ordered';
    const isRecorded = await steps.run(() => parts.record(attempt, mayWait), RECORDED_MS);
    return isRecorded ? result : 'withheld';
  };
}

/** @returns undefined where nothing was sent, or the process stopped during the request. */
async function attemptOnce(
  parts: AttemptDeliveryParts,
  delivery: Delivery,
  terms: AttemptTerms & { readonly body: HeldBody },
): Promise<Attempt | undefined> {
  const { findTarget, findEvent, watch } = parts;
  const [target, event] = await Promise.all([findTarget(delivery), terms.event ?? findEvent(delivery)]);
  terms.body.fit(event?.body.length ?? 0);
  // After the reads, which may have taken longer than the lease.
  if (target.type !== 'open' || !isUnchanged(target, terms) || !terms.isHeld()) return undefined;
  let attempt: Attempt | undefined;
  watch.began();
  try {
    if (event) terms.onSending();
    attempt = event ? await send(parts, { delivery, target, event }) : expired(delivery, target, parts.now());
  } finally {
    watch.ended(attempt);
  }
  return attempt;
}

/** Held deliveries that are to be dropped are dropped first. */
function isUnchanged({ mode, maxRate, dropThrough }: OpenTarget, terms: AttemptTerms): boolean {
  return mode.type === terms.mode && maxRate === terms.maxRate && dropThrough === null;
}

function resultOf({ consequence, outcome }: Attempt): AttemptResult {
  if (consequence.type !== 'none') return 'withheld';
  return outcome.type === 'delivered' ? 'delivered' : 'refused';
}

async function send(
  { schedule, now, random, send: post }: AttemptDeliveryParts,
  { delivery, target, event }: { readonly delivery: Delivery; readonly target: OpenTarget; readonly event: EventToSend },
): Promise<Attempt | undefined> {
  const { url, secrets } = target;
  const at = now();
  const n = delivery.attempts + 1;
  const result = await post({ url, secrets, delivery, event, attempt: n }, at);
  if (result.type === 'interrupted') return undefined;
  const endedAt = now();
  const { status, excerpt, headers: responseHeaders } = result;
  const latencyMs = endedAt.getTime() - at.getTime();
  const signedWith = secrets.map(({ id }) => id);
  const made = { delivery, url, requestId: event.requestId, n, at, latencyMs, signedWith, status, excerpt, responseHeaders };
  const attempt = n - delivery.scheduleFrom;
  const judgement = judgeAttempt(result, { attempt, schedule, at: endedAt, random: random() });
  return { ...made, ...errorOf(result), ...judgement };
}

/** The event has expired: the delivery was held for longer than events are kept. */
function expired(delivery: Delivery, { url }: OpenTarget, at: Date): Attempt {
  const made = { delivery, url, requestId: null, n: delivery.attempts + 1, at, latencyMs: 0, signedWith: [] };
  const nothingSent = { status: null, error: 'event_expired', errorDetail: null, excerpt: null, responseHeaders: {} } as const;
  return { ...made, ...nothingSent, outcome: { type: 'failed' }, consequence: { type: 'none' } };
}
