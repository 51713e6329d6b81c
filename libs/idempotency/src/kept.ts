import { ERRORS, isErrorCode } from '@fulfilment/contracts';
import { AppError, type Failure, type IdempotencyClaim, type RequestContext } from '@fulfilment/kernel';

/** The first answer to a request: what its use case came to, before it is presented. It goes through JSON. */
export type Kept =
  | { readonly type: 'result'; readonly result: unknown }
  | { readonly type: 'refusal'; readonly failure: Omit<Failure, 'cause'> };

/** What is known of a request with an idempotency key. */
export interface Receipt {
  /** The id of its claim. */
  readonly id: string;
  readonly fingerprint: string;
  /** What an open receipt waits for, in its service's own words; null where there is nothing to wait for. */
  readonly subject: string | null;
  /** Null while it is open: the work is recorded, and not answered yet. */
  readonly answer: Kept | null;
}

/**
 * Runs what answers a request, and makes of it what a repeat gets: a result, or the refusal of a business rule
 * (404, 409, 412, and 422 but for validation), with the id of the request that was refused.
 *
 * @throws whatever else `run` throws: what may pass with time, or is wrong with the request itself, is no answer to keep.
 */
export function keep(context: Pick<RequestContext, 'requestId'>, run: () => unknown): Kept {
  try {
    return { type: 'result', result: run() };
  } catch (error) {
    const kept = keptRefusal(context, error);
    if (kept) return kept;
    throw error;
  }
}

/** The refusal as it is kept; undefined where a repeat is to be decided anew. */
export function keptRefusal({ requestId }: Pick<RequestContext, 'requestId'>, error: unknown): Kept | undefined {
  if (!(error instanceof AppError) || !isKept(error.code)) return undefined;
  const { kind, code, message, details } = error;
  return { type: 'refusal', failure: { kind, code, message, details: { request_id: requestId, ...details } } };
}

/**
 * Gives the first answer again, and says so.
 *
 * @typeParam Result what the use case of this very request comes to: the claim names its route.
 * @throws AppError `idempotency_key_reused` where the claim asks for something else; `idempotency_in_progress` where there is no
 * answer yet; the refusal that was kept.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the claim names the route, and so what its use case comes to.
export function replay<Result>({ fingerprint, answer }: Receipt, claim: IdempotencyClaim): Result {
  if (fingerprint !== claim.fingerprint) throw keyReused();
  if (!answer) throw inProgress();
  claim.onReplayed();
  if (answer.type === 'refusal') throw new AppError({ ...answer.failure, replayed: true });
  // Through JSON, so that a first answer and its repeats are of one making.
  return JSON.parse(JSON.stringify(answer.result ?? null));
}

const STATUSES: readonly number[] = [404, 409, 412, 422];

function isKept(code: string): boolean {
  if (!isErrorCode(code) || code === 'validation_failed' || code === 'idempotency_key_reused') return false;
  const { status, retryable } = ERRORS[code];
  return STATUSES.includes(status) && !retryable;
}

function keyReused(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'idempotency_key_reused',
    message: 'Another request to this path, with another body or query, had this idempotency key.',
  });
}

function inProgress(): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'idempotency_in_progress',
    message: 'The first request with this idempotency key is still at work. Try again with the same key.',
  });
}
