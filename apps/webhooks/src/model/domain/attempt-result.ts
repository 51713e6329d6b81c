import { retryAfterMs, waitAfter } from './retry-schedule.ts';

/** The fault of a webhook request without a complete response. Shown to the endpoint's owner: the names are a contract. */
export type RequestFault =
  | 'address_refused'
  | 'host_not_found'
  | 'connect_failed'
  | 'connect_timeout'
  | 'tls_failed'
  | 'timeout'
  | 'connection_lost'
  | 'malformed_response'
  | 'response_too_large';

/** The error of an attempt, where its status alone does not say it. */
export type AttemptError = RequestFault | 'redirect_not_followed' | 'not_modified' | 'event_expired';

/** The headers of a response that are kept, by their lower-case names. */
type KeptHeaders = Readonly<Record<string, string>>;

/** A complete response, of any status. */
export interface Answered {
  readonly type: 'answered';
  readonly headers: KeptHeaders;
  readonly status: number;
  /** The beginning of its body. */
  readonly excerpt: string;
}

/** No complete response; status and excerpt as far as they came. */
export interface Broken {
  readonly type: 'broken';
  readonly headers: KeptHeaders;
  readonly fault: RequestFault;
  /** The phase of a timeout, the fault of a certificate or the kind of an address; null for other faults. */
  readonly detail: string | null;
  readonly status: number | null;
  readonly excerpt: string | null;
}

/** The result of one webhook request. */
export type RequestResult = Answered | Broken;

const NOT_MODIFIED = 304;

/** The error of an attempt as its owner sees it, in addition to the status. */
export function errorOf(result: RequestResult): { readonly error: AttemptError | null; readonly errorDetail: string | null } {
  if (result.type === 'broken') return { error: result.fault, errorDetail: result.detail };
  const { status, headers } = result;
  if (status === NOT_MODIFIED) return { error: 'not_modified', errorDetail: null };
  if (status >= 300 && status < 400) return { error: 'redirect_not_followed', errorDetail: headers['location'] ?? null };
  return { error: null, errorDetail: null };
}

/** The effect on the delivery. */
export type AttemptOutcome =
  | { readonly type: 'delivered' }
  | { readonly type: 'retry'; readonly afterMs: number }
  | { readonly type: 'failed' };

/** The effect on the endpoint, and with it on all its deliveries. */
export type Consequence =
  | { readonly type: 'none' }
  | { readonly type: 'rest'; readonly ms: number }
  | { readonly type: 'disable' };

interface Judgement {
  readonly outcome: AttemptOutcome;
  readonly consequence: Consequence;
}

interface Circumstances {
  /** Number of the attempt, from 1, since the schedule started. */
  readonly attempt: number;
  /** Seconds before each attempt. */
  readonly schedule: readonly number[];
  readonly at: Date;
  /** From 0 to 1, for the jitter. */
  readonly random: number;
}

const GONE = 410;
const ASKS_TO_WAIT: ReadonlySet<number> = new Set([429, 503]);

/**
 * Decides what the result of a webhook request means. Only a complete 2xx is a success: a redirect is not followed,
 * and a receiver that answers 304 has not taken the event.
 */
export function judgeAttempt(result: RequestResult, circumstances: Circumstances): Judgement {
  if (result.type === 'answered' && result.status >= 200 && result.status < 300) {
    return { outcome: { type: 'delivered' }, consequence: { type: 'none' } };
  }
  const consequence = result.type === 'answered' ? consequenceOf(result, circumstances.at) : NONE;
  const { attempt, schedule, random } = circumstances;
  const waitMs = waitAfter(attempt, schedule, random);
  if (waitMs === undefined) return { outcome: { type: 'failed' }, consequence };
  const restMs = consequence.type === 'rest' ? consequence.ms : 0;
  return { outcome: { type: 'retry', afterMs: Math.max(waitMs, restMs) }, consequence };
}

const NONE: Consequence = { type: 'none' };

function consequenceOf({ status, headers }: Answered, at: Date): Consequence {
  if (status === GONE) return { type: 'disable' };
  if (!ASKS_TO_WAIT.has(status)) return NONE;
  const ms = retryAfterMs(headers['retry-after'] ?? null, at);
  return ms === undefined || ms === 0 ? NONE : { type: 'rest', ms };
}
