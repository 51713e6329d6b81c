import type { EventToSend } from './delivery-ports.ts';
import type { Delivery } from './domain/delivery.ts';
import type { AttemptError, Exchange } from './domain/exchange.ts';
import type { Consequence, Verdict } from './domain/judge-exchange.ts';

/** A secret in the clear, for the moment of signing. */
export interface SigningSecret {
  readonly id: string;
  readonly secret: string;
}

/** All that one attempt sends. */
export interface Shipment {
  readonly url: string;
  /** It is signed with each of them. */
  readonly secrets: readonly SigningSecret[];
  readonly delivery: Pick<Delivery, 'id' | 'eventId'>;
  readonly event: EventToSend;
  /** Number of the try, from 1. */
  readonly attempt: number;
}

/** One exchange within its deadline; `interrupted` where the process stops in the middle of it. Never throws. */
export type Send = (shipment: Shipment, at: Date) => Promise<Exchange | { readonly type: 'interrupted' }>;

/** One try, to be kept. */
export interface Attempt {
  readonly delivery: Delivery;
  /** Where its endpoint was then. */
  readonly url: string;
  /** The request that caused the event; null where none is known. */
  readonly requestId: string | null;
  /** Number of the try, from 1. */
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
  readonly verdict: Verdict;
  readonly consequence: Consequence;
}

/**
 * Keeps an attempt together with what it made of its delivery and endpoint.
 *
 * @param mayWait whether it may wait a moment for others to be written with; no unless told.
 * @returns false, and writes nothing, if another worker has made the same try meanwhile.
 */
export type RecordAttempt = (attempt: Attempt, mayWait?: boolean) => Promise<boolean>;

/** Is told of attempts, for logs and metrics. */
export interface AttemptWatch {
  began(): void;
  ended(attempt: Attempt | undefined): void;
}
