import type { Answered, Exchange } from './exchange.ts';
import { restAsked } from './retry-after.ts';
import { waitAfter } from './retry-schedule.ts';

/** What becomes of the delivery. */
export type Verdict =
  | { readonly type: 'delivered' }
  | { readonly type: 'retry'; readonly afterMs: number }
  | { readonly type: 'failed' };

/** What becomes of the endpoint and with it of all its deliveries. */
export type Consequence =
  | { readonly type: 'none' }
  | { readonly type: 'rest'; readonly ms: number }
  | { readonly type: 'disable' };

export interface Judgement {
  readonly verdict: Verdict;
  readonly consequence: Consequence;
}

export interface Circumstances {
  /** Number of the try, from 1, since the schedule began. */
  readonly attempt: number;
  /** Seconds before each try. */
  readonly schedule: readonly number[];
  readonly at: Date;
  /** From 0 to 1, for the jitter. */
  readonly random: number;
}

const GONE = 410;
const ASK_FOR_REST: ReadonlySet<number> = new Set([429, 503]);

/**
 * Decides what an exchange means. Only a complete 2xx is a success: a redirect is not followed,
 * and a receiver that answers 304 has not taken the event.
 */
export function judgeExchange(exchange: Exchange, circumstances: Circumstances): Judgement {
  if (exchange.type === 'answered' && exchange.status >= 200 && exchange.status < 300) {
    return { verdict: { type: 'delivered' }, consequence: { type: 'none' } };
  }
  const consequence = exchange.type === 'answered' ? consequenceOf(exchange, circumstances.at) : NONE;
  const { attempt, schedule, random } = circumstances;
  const waitMs = waitAfter(attempt, schedule, random);
  if (waitMs === undefined) return { verdict: { type: 'failed' }, consequence };
  const restMs = consequence.type === 'rest' ? consequence.ms : 0;
  return { verdict: { type: 'retry', afterMs: Math.max(waitMs, restMs) }, consequence };
}

const NONE: Consequence = { type: 'none' };

function consequenceOf({ status, headers }: Answered, at: Date): Consequence {
  if (status === GONE) return { type: 'disable' };
  if (!ASK_FOR_REST.has(status)) return NONE;
  const ms = restAsked(headers['retry-after'] ?? null, at);
  return ms === undefined || ms === 0 ? NONE : { type: 'rest', ms };
}
