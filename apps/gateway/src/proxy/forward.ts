import { errors } from '@fulfilment/contracts';
import { type AppError, assertNever, backoffMs, delay } from '@fulfilment/kernel';
import { attempt, type Outcome, type OutgoingRequest } from './attempt.ts';
import type { Instances } from './instances.ts';

const BACK_OFF = { firstMs: 50, maxMs: 250 } as const;

export interface ForwardOptions {
  readonly instances: Instances;
  /** Milliseconds for which a request that was not sent is retried. */
  readonly retryBudgetMs: number;
  readonly onOutcome: (outcome: Outcome['type']) => void;
}

/**
 * Has one of the instances answer. A request that was provably not sent is retried, on another instance or a little later; one that
 * may have been received is repeated once, and only if it is GET or HEAD, or has an idempotency key and was sent on a connection that
 * brings nothing. Reads do not wait for an instance that hangs while another is well.
 *
 * @throws AppError `upstream_unavailable`, `timeout`, `invalid_request`, all before the response has begun.
 */
export async function forward(request: OutgoingRequest, options: ForwardOptions): Promise<void> {
  const progress = { giveUpAtMs: performance.now() + options.retryBudgetMs, failures: 0, repeated: false };
  while (!(await isDone(request, options, progress)));
}

interface Progress {
  readonly giveUpAtMs: number;
  failures: number;
  repeated: boolean;
}

async function isDone(request: OutgoingRequest, options: ForwardOptions, progress: Progress): Promise<boolean> {
  const outcome = await attemptOnce(request, options);
  switch (outcome.type) {
    case 'answered':
    case 'client-left':
      return true;
    case 'not-sent':
      await waitForAnother(outcome.cause, options, progress);
      return false;
    case 'broken':
      spendRepetition(isRead(request), outcome.cause, progress);
      return false;
    case 'silent':
      // The service works, and knows a key again.
      spendRepetition(isRead(request) || isKeyed(request), outcome.cause, progress);
      return false;
    case 'cut':
      breakOff(request, outcome.cause);
      return true;
    case 'slow-client':
      if (!request.response.headersSent) throw outcome.error;
      breakOff(request, outcome.error);
      return true;
    case 'failed':
      throw outcome.error;
    default:
      return assertNever(outcome);
  }
}

async function attemptOnce(request: OutgoingRequest, { instances, onOutcome }: ForwardOptions): Promise<Outcome> {
  const instance = instances.start(request.requestClass);
  if (!instance) throw errors.upstreamUnavailable('The service is overloaded. Nothing was done; try again.');
  try {
    const outcome = await attempt(instance.connections, request, isRead(request) ? instance.leave : undefined);
    if (outcome.type === 'not-sent') instances.markDown(instance);
    onOutcome(outcome.type);
    return outcome;
  } finally {
    instances.finish(instance, request.requestClass);
  }
}

async function waitForAnother(cause: unknown, { instances }: ForwardOptions, progress: Progress): Promise<void> {
  if (instances.healthyCount() > 0) return;
  progress.failures += 1;
  const waitMs = backoffMs(progress.failures, BACK_OFF);
  if (performance.now() + waitMs > progress.giveUpAtMs)
    throw errors.upstreamUnavailable('The service cannot be reached. Nothing was done; try again.', { cause });
  await delay(waitMs);
}

/** A response that has begun can only be cut: so the client knows that it is incomplete. */
function breakOff({ response }: OutgoingRequest, cause: unknown): void {
  if (!response.headersSent) throw brokeOff(cause);
  // In HTTP/1.0 the end of the connection ends a response: only a reset shows that it is incomplete.
  if (response.socket?.writable) response.socket.resetAndDestroy();
  response.destroy();
}

/** Allows one repetition, of a request that may be repeated. */
function spendRepetition(isRepeatable: boolean, cause: unknown, progress: Progress): void {
  if (progress.repeated || !isRepeatable) throw brokeOff(cause);
  progress.repeated = true;
}

function isKeyed({ fields }: OutgoingRequest): boolean {
  return fields.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'idempotency-key');
}

function isRead({ method }: OutgoingRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function brokeOff(cause: unknown): AppError {
  return errors.upstreamUnavailable(
    'The service broke off before it answered. The work may still be done: read the record before you repeat the request.',
    { cause },
  );
}
