import type { Clock } from '@fulfilment/kernel';
import type { Delivery } from '../domain/delivery.ts';
import { errorOf, type Exchange } from '../domain/exchange.ts';
import { judgeExchange } from '../domain/judge-exchange.ts';
import type { DeliveryMode, EventToSend, FindEvent, FindTarget, Target } from './ports.ts';
import type { Attempt, AttemptWatch, RecordAttempt, Send } from './attempt-ports.ts';

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

/**
 * Makes the next try of a delivery that is due, and records it. Endpoint and secrets are read for each try: what changed
 * takes effect on the next, however busy the endpoint is.
 *
 * @param mode how the endpoint is being delivered to: nothing is sent if it is another by now.
 */
export type AttemptDelivery = (delivery: Delivery, mode: DeliveryMode['type']) => Promise<AttemptResult>;

export function makeAttemptDelivery(parts: AttemptDeliveryParts): AttemptDelivery {
  const { findTarget, findEvent, record, watch } = parts;
  return async (delivery, mode) => {
    const [target, event] = await Promise.all([findTarget(delivery), findEvent(delivery)]);
    if (target.type !== 'open' || target.mode.type !== mode) return 'withheld';
    let attempt: Attempt | undefined;
    watch.began();
    try {
      attempt = event ? await makeTry(parts, { delivery, target, event }) : expired(delivery, parts.now());
    } finally {
      watch.ended(attempt);
    }
    if (!attempt || !(await record(attempt))) return 'withheld';
    if (attempt.consequence.type !== 'none') return 'withheld';
    return attempt.verdict.type === 'delivered' ? 'delivered' : 'refused';
  };
}

interface Due {
  readonly delivery: Delivery;
  readonly target: Extract<Target, { type: 'open' }>;
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
  const made = { delivery, requestId: event.requestId, n, at, latencyMs, signedWith: secrets.map(({ id }) => id) };
  return { ...made, ...factsOf(exchange), ...judgement };
}

function factsOf(exchange: Exchange): Pick<Attempt, 'status' | 'error' | 'errorDetail' | 'excerpt' | 'responseHeaders'> {
  const { status, excerpt, headers } = exchange;
  return { status, excerpt, responseHeaders: headers, ...errorOf(exchange) };
}

/** The event is past its keeping: it was held for longer than anything is. */
function expired(delivery: Delivery, at: Date): Attempt {
  return {
    delivery,
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
