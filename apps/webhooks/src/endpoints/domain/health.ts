/** How an endpoint has answered. */
export interface Health {
  /** The first failure after the last success, or after a quiet time; null while it succeeds. */
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** In a row. */
  readonly failures: number;
  /** Notices of its coming end that were given. */
  readonly notices: number;
}

/** What became of one attempt, for its endpoint. */
export interface Outcome {
  readonly at: Date;
  readonly succeeded: boolean;
}

export interface HealthRules {
  /** An endpoint that has failed for as long without one success is disabled, in milliseconds. */
  readonly disableAfterMs: number;
  /** From 0 to 1, for the jitter. */
  readonly random: number;
}

/** What follows for an endpoint. */
export interface Course {
  readonly health: Health;
  /** Nothing is to be sent to it for as long, in milliseconds. */
  readonly restMs: number;
  /** Shares of its time that have passed since the last look, such as 0.5. */
  readonly noticed: readonly number[];
  /** Whether its time is over. */
  readonly ended: boolean;
}

/** So many failures in a row are the endpoint's and not one event's: it rests between single tries from there on. */
export const FAILURES_TO_REST = 5;
/** When its owner is warned, as shares of the time that it has. */
const NOTICES: readonly number[] = [0.5, 0.75];
const SHORTEST_REST_MS = 1_000;
/** A receiver that comes back is found within this. */
const LONGEST_REST_MS = 300_000;
const JITTER_SHARE = 0.1;
/** A pending delivery is tried about every 26 h at least: after longer than this nobody knows how the endpoint was meanwhile. */
const QUIET_MS = 2 * 86_400_000;

/**
 * Follows an endpoint through some attempts, in the order in which they ended. A circuit breaker: after five failures in a row
 * it rests, for as long as it has been failing (so that each rest doubles it), and what comes next is a single try.
 */
export function follow(health: Health, outcomes: readonly Outcome[], { disableAfterMs, random }: HealthRules): Course {
  const now = outcomes.reduce(after, health);
  const { failingSince, lastFailureAt } = now;
  if (!failingSince || !lastFailureAt) return { health: now, restMs: 0, noticed: [], ended: false };
  const failingMs = lastFailureAt.getTime() - failingSince.getTime();
  const due = NOTICES.filter((share) => failingMs >= share * disableAfterMs);
  const noticed = due.slice(now.notices);
  return {
    health: { ...now, notices: Math.max(now.notices, due.length) },
    restMs: now.failures < FAILURES_TO_REST ? 0 : restAfter(failingMs, random),
    noticed,
    ended: failingMs >= disableAfterMs,
  };
}

function after(health: Health, { at, succeeded }: Outcome): Health {
  if (succeeded) return { ...health, failingSince: null, lastSuccessAt: at, failures: 0, notices: 0 };
  const { failingSince, failures, ...known } = isQuiet(health, at) ? { ...health, ...ANEW } : health;
  return { ...known, failingSince: failingSince ?? at, lastFailureAt: at, failures: failures + 1 };
}

const ANEW = { failingSince: null, failures: 0, notices: 0 };

function isQuiet({ lastFailureAt }: Health, at: Date): boolean {
  return lastFailureAt !== null && at.getTime() - lastFailureAt.getTime() > QUIET_MS;
}

function restAfter(failingMs: number, random: number): number {
  const restMs = Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, failingMs));
  return Math.round(restMs * (1 + JITTER_SHARE * (2 * random - 1)));
}
