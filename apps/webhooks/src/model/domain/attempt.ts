import type { AttemptError, Consequence, AttemptOutcome } from './attempt-result.ts';
import type { Delivery } from './delivery.ts';

/** One attempt, to be recorded. */
export interface Attempt {
  readonly delivery: Delivery;
  /** The endpoint's URL at the time. */
  readonly url: string;
  /** The request that caused the event; null where none is known. */
  readonly requestId: string | null;
  /** Number of the attempt, from 1. */
  readonly n: number;
  readonly at: Date;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly errorDetail: string | null;
  /** Ids of the secrets that it was signed with. */
  readonly signedWith: readonly string[];
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly excerpt: string | null;
  readonly outcome: AttemptOutcome;
  readonly consequence: Consequence;
}

/** An attempt as it is stored. */
export interface AttemptFacts extends Omit<Attempt, 'delivery' | 'url' | 'requestId' | 'error' | 'outcome' | 'consequence'> {
  readonly error: string | null;
  readonly outcome: AttemptOutcome['type'];
}
