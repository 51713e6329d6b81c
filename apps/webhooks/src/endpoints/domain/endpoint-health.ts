import type { AttemptError, Consequence, AttemptOutcome } from '../../model/domain/attempt-result.ts';
import type { DisableReason, EndpointHealth, EndpointState } from '../../model/domain/endpoint.ts';

/** The facts of an attempt that count for the health of its endpoint. */
export interface HealthAttempt {
  /** The endpoint's URL at that time. */
  readonly url: string;
  readonly at: Date;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly outcome: AttemptOutcome;
  readonly consequence: Consequence;
}

/** A change of an endpoint's health that operators are told of. */
export type HealthChange =
  /** The endpoint has failed for this share of the time after which it is disabled. */
  { readonly type: 'noticed'; readonly share: number } | { readonly type: 'disabled'; readonly reason: DisableReason };

/** The facts of an auto-disable. */
export interface Disabling {
  readonly reason: DisableReason;
  readonly failingSince: Date;
  /** Consecutive failures. */
  readonly failures: number;
  readonly lastSuccessAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: AttemptError | null;
  readonly at: Date;
}

export interface HealthRules {
  /** Time in milliseconds without a success after which a failing endpoint is disabled. */
  readonly disableAfterMs: number;
  /** From 0 to 1, for the jitter. */
  readonly random: number;
}

export interface Assessment {
  readonly health: EndpointHealth;
  /** Milliseconds without deliveries: back-off, or what the receiver asked for. */
  readonly restMs: number;
  readonly changes: readonly HealthChange[];
  /** Set if the endpoint is to be disabled. */
  readonly disabling: Disabling | undefined;
}

/**
 * Assesses an endpoint after some attempts, in the order in which they ended: its health, its rest, and whether it is disabled.
 * Attempts at an earlier URL do not count.
 *
 * @returns undefined if no attempt counts.
 */
export function assessEndpoint(
  endpoint: { readonly url: string; readonly status: EndpointState['status']; readonly health: EndpointHealth },
  attempts: readonly HealthAttempt[],
  rules: HealthRules,
): Assessment | undefined {
  const counting = attempts.filter(({ url }) => url === endpoint.url);
  if (counting.length === 0) return undefined;
  const outcomes = counting.map((attempt): Outcome => ({ at: endOf(attempt), succeeded: hasSucceeded(attempt) }));
  const { health, restMs, notices, hasFailedTooLong } = recordOutcomes(endpoint.health, outcomes, rules);
  const asked = counting.map(({ consequence }) => (consequence.type === 'rest' ? consequence.ms : 0));
  const isGone = counting.some(({ consequence }) => consequence.type === 'disable');
  const last = counting.findLast((attempt) => !hasSucceeded(attempt));
  const isDisabled = last !== undefined && (isGone || hasFailedTooLong) && endpoint.status === 'active';
  const disabling = isDisabled ? disablingOf(health, last, isGone ? 'gone' : 'failing') : undefined;
  const noticed = notices.map((share): HealthChange => ({ type: 'noticed', share }));
  return {
    health,
    restMs: Math.max(restMs, ...asked),
    changes: disabling ? [...noticed, { type: 'disabled', reason: disabling.reason }] : noticed,
    disabling,
  };
}

export const hasSucceeded = ({ outcome }: HealthAttempt): boolean => outcome.type === 'delivered';

export const endOf = ({ at, latencyMs }: HealthAttempt): Date => new Date(at.getTime() + latencyMs);

function disablingOf(
  { failingSince, failures, lastSuccessAt }: EndpointHealth,
  last: HealthAttempt,
  reason: DisableReason,
): Disabling {
  const at = endOf(last);
  const { status: lastStatus, error: lastError } = last;
  return { reason, failingSince: failingSince ?? at, failures, lastSuccessAt, lastStatus, lastError, at };
}

/** The result of one attempt. */
export interface Outcome {
  readonly at: Date;
  readonly succeeded: boolean;
}

/** Consecutive failures from which on the fault is the endpoint's and not one event's: it rests between single attempts. */
export const FAILURES_TO_REST = 5;
/** Shares of `disableAfterMs` at which the owner is warned. */
const NOTICES: readonly number[] = [0.5, 0.75];
const MIN_REST_MS = 1_000;
/** A receiver that recovers is found within this time. */
const MAX_REST_MS = 300_000;
const JITTER_SHARE = 0.1;
/** A pending delivery is attempted about every 26 h at least; a longer time without attempts says nothing of the receiver. */
const QUIET_MS = 2 * 86_400_000;

/**
 * Records the outcomes of attempts. A circuit breaker: after five consecutive failures the endpoint rests for as long as it has
 * been failing, so that each rest doubles that time, and then gets a single attempt.
 *
 * @returns `notices`: the shares of `disableAfterMs` that have passed since the last assessment, such as 0.5.
 */
export function recordOutcomes(health: EndpointHealth, outcomes: readonly Outcome[], { disableAfterMs, random }: HealthRules) {
  const now = outcomes.reduce(
    (before, outcome) => (outcome.succeeded ? recordSuccess(before, outcome.at) : recordFailure(before, outcome.at)),
    health,
  );
  const { failingSince, lastFailureAt } = now;
  if (!failingSince || !lastFailureAt) return { health: now, restMs: 0, notices: [], hasFailedTooLong: false };
  const failingMs = lastFailureAt.getTime() - failingSince.getTime();
  const due = NOTICES.filter((share) => failingMs >= share * disableAfterMs);
  return {
    health: { ...now, notices: Math.max(now.notices, due.length) },
    restMs: now.failures < FAILURES_TO_REST ? 0 : restAfter(failingMs, random),
    notices: due.slice(now.notices),
    hasFailedTooLong: failingMs >= disableAfterMs,
  };
}

function recordSuccess(health: EndpointHealth, at: Date): EndpointHealth {
  return { ...health, failingSince: null, lastSuccessAt: at, failures: 0, notices: 0 };
}

function recordFailure(health: EndpointHealth, at: Date): EndpointHealth {
  const { lastFailureAt } = health;
  const isAfterQuiet = lastFailureAt !== null && at.getTime() - lastFailureAt.getTime() > QUIET_MS;
  const { failingSince, failures, ...known } = isAfterQuiet ? { ...health, failingSince: null, failures: 0, notices: 0 } : health;
  return { ...known, failingSince: failingSince ?? at, lastFailureAt: at, failures: failures + 1 };
}

function restAfter(failingMs: number, random: number): number {
  const restMs = Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, failingMs));
  return Math.round(restMs * (1 + JITTER_SHARE * (2 * random - 1)));
}
