import type { Clock } from '@fulfilment/kernel';
import type { Attempt, AttemptWatch, RecordAttempt, Send } from '../deliveries/attempt-ports.ts';
import type { EventToSend, FindEvent } from '../deliveries/delivery-ports.ts';
import type { Delivery } from '../deliveries/domain/delivery.ts';
import { errorOf, type Exchange } from '../deliveries/domain/exchange.ts';
import { judgeExchange } from '../deliveries/domain/judge-exchange.ts';
import type { DeliveryMode, FindTarget, Target } from './dispatch-ports.ts';

/** `withheld`: no try was made, or it says nothing; the endpoint has to be looked at again. */
export type AttemptResult = 'delivered' | 'refused' | 'withheld';

export interface AttemptDeliveryParts {
  readonly findTarget: FindTarget;
  readonly findEvent: FindEvent;
  readonly send: Send;
  readonly record: RecordAttempt;
  readonly watch: AttemptWatch;
  /** Seconds before each try. */
  readonly schedule: readonly number[];
  readonly now: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
}

type OpenTarget = Extract<Target, { type: 'open' }>;

/** How a try is made. */
export interface TryTerms {
  /** How the endpoint is being delivered to: nothing is sent if it is another by now. */
  readonly mode: DeliveryMode['type'];
  /** At which rate: nothing is sent if it is another by now. */
  readonly maxRate: number | null;
  /** What is sent, where that was read already. */
  readonly event?: EventToSend | undefined;
  /** Called when the receiver is about to get it; not where nothing is sent. */
  readonly sending: () => void;
  /** Told what came of it before it is recorded; not where it says nothing. */
  readonly answered: (answer: AttemptResult) => void;
}

/**
 * Makes the next try of a delivery that is due, and records it. Endpoint and secrets are read for each try: what changed
 * takes effect on the next, however busy the endpoint is.
 *
 * @returns what came of it, once it is recorded.
 */
export type AttemptDelivery = (delivery: Delivery, terms: TryTerms) => Promise<AttemptResult>;

export function makeAttemptDelivery(parts: AttemptDeliveryParts): AttemptDelivery {
  return async (delivery, terms) => {
    const attempt = await tryOnce(parts, delivery, terms);
    if (!attempt) return 'withheld';
    const answer = answerOf(attempt);
    terms.answered(answer);
    // Nothing waits for the record of a success, but for the next of its record where those are in order.
    const mayWait = answer === 'delivered' && terms.mode !== 'ordered';
    return (await parts.record(attempt, mayWait)) ? answer : 'withheld';
  };
}

/** @returns undefined where nothing was sent, or it says nothing. */
async function tryOnce(parts: AttemptDeliveryParts, delivery: Delivery, terms: TryTerms): Promise<Attempt | undefined> {
  const { findTarget, findEvent, watch, now } = parts;
  const [target, event] = await Promise.all([findTarget(delivery), terms.event ?? findEvent(delivery)]);
  if (target.type !== 'open' || !isAsBefore(target, terms)) return undefined;
  let attempt: Attempt | undefined;
  watch.began();
  try {
    if (event) terms.sending();
    attempt = event ? await makeTry(parts, { delivery, target, event }) : expired({ delivery, url: target.url, at: now() });
  } finally {
    watch.ended(attempt);
  }
  return attempt;
}

/** What is held and is to be dropped is dropped first. */
function isAsBefore({ mode, maxRate, dropThrough }: OpenTarget, terms: TryTerms): boolean {
  return mode.type === terms.mode && maxRate === terms.maxRate && dropThrough === null;
}

function answerOf({ consequence, verdict }: Attempt): AttemptResult {
  if (consequence.type !== 'none') return 'withheld';
  return verdict.type === 'delivered' ? 'delivered' : 'refused';
}

interface Due {
  readonly delivery: Delivery;
  readonly target: OpenTarget;
  readonly event: EventToSend;
}

async function makeTry(parts: AttemptDeliveryParts, { delivery, target, event }: Due): Promise<Attempt | undefined> {
  const { send, schedule, now, random } = parts;
  const { url, secrets } = target;
  const at = now();
  const n = delivery.attempts + 1;
  const exchange = await send({ url, secrets, delivery, event, attempt: n }, at);
  if (exchange.type === 'interrupted') return undefined;
  const endedAt = now();
  const judgement = judgeExchange(exchange, {
    attempt: n - delivery.scheduleFrom,
    schedule,
    at: endedAt,
    random: random(),
  });
  const latencyMs = endedAt.getTime() - at.getTime();
  const made = { delivery, url, requestId: event.requestId, n, at, latencyMs, signedWith: secrets.map(({ id }) => id) };
  return { ...made, ...factsOf(exchange), ...judgement };
}

function factsOf(exchange: Exchange): Pick<Attempt, 'status' | 'error' | 'errorDetail' | 'excerpt' | 'responseHeaders'> {
  const { status, excerpt, headers } = exchange;
  return { status, excerpt, responseHeaders: headers, ...errorOf(exchange) };
}

/** The event is past its keeping: it was held for longer than anything is. */
function expired({ delivery, url, at }: Pick<Attempt, 'delivery' | 'url' | 'at'>): Attempt {
  return {
    delivery,
    url,
    requestId: null,
    n: delivery.attempts + 1,
    at,
    latencyMs: 0,
    status: null,
    error: 'event_expired',
    errorDetail: null,
    signedWith: [],
    responseHeaders: {},
    excerpt: null,
    verdict: { type: 'failed' },
    consequence: { type: 'none' },
  };
}
