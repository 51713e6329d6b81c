import { assertNever, backoffMs, delay } from '@fulfilment/kernel';
import { brokeOff, overloaded, unreachable } from '../request-refusals.ts';
import { attempt, type OutgoingRequest, type Outcome } from './attempt.ts';
import type { Instances } from './instances.ts';

const BETWEEN_TRIES = { firstMs: 50, maxMs: 250 } as const;

export interface ForwardOptions {
  readonly instances: Instances;
  /** Milliseconds for which an instance that can be reached is looked for. */
  readonly patienceMs: number;
  /** Told of every try. */
  readonly onOutcome: (outcome: Outcome['type']) => void;
}

/**
 * Has one of the instances answer. What was provably not sent is tried again, on another instance or a little later; what may
 * have been received is repeated only if it reads and changes nothing, and once.
 *
 * @throws AppError `upstream_unavailable`, `timeout`, `payload_too_large`, all before the answer has begun.
 */
export async function forward(request: OutgoingRequest, options: ForwardOptions): Promise<void> {
  const progress = { giveUpAtMs: performance.now() + options.patienceMs, unreached: 0, repeated: false };
  while (!(await isDone(request, options, progress)));
}

interface Progress {
  readonly giveUpAtMs: number;
  unreached: number;
  repeated: boolean;
}

async function isDone(request: OutgoingRequest, options: ForwardOptions, progress: Progress): Promise<boolean> {
  const outcome = await tryOnce(request, options);
  switch (outcome.type) {
    case 'answered':
    case 'client-left':
      return true;
    case 'not-sent':
      await waitForAnother(outcome.cause, options, progress);
      return false;
    case 'broken':
      spendRepetition(request, outcome.cause, progress);
      return false;
    case 'cut':
      breakOff(request, outcome.cause);
      return true;
    case 'failed':
      throw outcome.error;
    default:
      return assertNever(outcome);
  }
}

async function tryOnce(request: OutgoingRequest, { instances, onOutcome }: ForwardOptions): Promise<Outcome> {
  const instance = instances.pick();
  if (!instance) throw overloaded();
  instance.inFlight += 1;
  try {
    const outcome = await attempt(instance.pool, request);
    if (outcome.type === 'not-sent') instances.down(instance);
    onOutcome(outcome.type);
    return outcome;
  } finally {
    instance.inFlight -= 1;
  }
}

async function waitForAnother(cause: unknown, { instances }: ForwardOptions, progress: Progress): Promise<void> {
  if (instances.fit() > 0) return;
  progress.unreached += 1;
  const waitMs = backoffMs(progress.unreached, BETWEEN_TRIES);
  if (performance.now() + waitMs > progress.giveUpAtMs) throw unreachable(cause);
  await delay(waitMs);
}

/** An answer that has begun can only be cut: that is how a client knows that it is not whole. */
function breakOff({ response }: OutgoingRequest, cause: unknown): void {
  if (!response.headersSent) throw brokeOff(cause);
  // HTTP/1.0 has no other end of an answer than that of its connection: only a reset tells it from a whole one.
  if (response.socket?.writable) response.socket.resetAndDestroy();
  response.destroy();
}

/** Only what reads may be done twice, and only once more. */
function spendRepetition({ method }: OutgoingRequest, cause: unknown, progress: Progress): void {
  if (progress.repeated || (method !== 'GET' && method !== 'HEAD')) throw brokeOff(cause);
  progress.repeated = true;
}
