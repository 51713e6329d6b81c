import { AppError } from '@fulfilment/kernel';

/** Checks that may wait for the one that runs: each reads all that its tenant has. */
const MAX_WAITING = 4;

/** How long a check may take, in milliseconds. */
export interface AuditTimes {
  /** From its turn on: below the 5 minutes for which the server keeps a snapshot. */
  readonly lookMs: number;
  /** With the wait for its turn: below what the gateway allows the operation. */
  readonly answerMs: number;
}

/** Lets checks go one after the other, and each tenant have no more than one. */
export interface AuditTurns {
  /**
   * @param work ends when its signal aborts.
   * @param gone aborts when nobody waits for the result any more.
   * @throws AppError `unavailable` where the tenant has a check already, too many wait, or the time is over.
   */
  take<Result>(tenant: string, work: (signal: AbortSignal) => Promise<Result>, gone: AbortSignal): Promise<Result>;
}

export function makeAuditTurns({ lookMs, answerMs }: AuditTimes): AuditTurns {
  const tenants = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    take: async (tenant, work, gone) => {
      if (tenants.has(tenant)) throw putOff('A check of this stock is under way. Wait for its answer.', 10);
      if (tenants.size > MAX_WAITING) throw crowded();
      tenants.add(tenant);
      const given = AbortSignal.any([gone, AbortSignal.timeout(answerMs)]);
      const turn = last.then(async () => lookWithin(lookMs, work, given));
      last = turn.catch(() => undefined);
      try {
        return await Promise.race([turn, whenAborted(given)]);
      } finally {
        tenants.delete(tenant);
      }
    },
  };
}

async function lookWithin<Result>(
  lookMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  given: AbortSignal,
): Promise<Result> {
  given.throwIfAborted();
  const late = AbortSignal.timeout(lookMs);
  const signal = AbortSignal.any([given, late]);
  try {
    const result = await work(signal);
    // A stream that was closed under its reader may look like one that has come to its end.
    signal.throwIfAborted();
    return result;
  } catch (error) {
    throw late.aborted ? tooLarge(lookMs, error) : error;
  }
}

async function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(crowded());
    signal.addEventListener('abort', () => reject(crowded()), { once: true });
  });
}

const crowded = (): AppError => putOff('Other checks of integrity are under way. Try again.', 10);

const tooLarge = (lookMs: number, cause: unknown): AppError =>
  putOff(`The check was ended after ${lookMs / 1_000} seconds: the stock is too large to be checked in one request.`, 300, cause);

function putOff(message: string, retryAfterSeconds: number, cause?: unknown): AppError {
  const details = { headers: { 'retry-after': retryAfterSeconds } };
  return new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message, details, cause });
}
