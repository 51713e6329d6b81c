import { errors, ERRORS, isErrorCode } from '@fulfilment/contracts';
import { AppError, type Failure, type IdempotencyClaim, type RequestContext } from '@fulfilment/kernel';

/** The stored first answer to a request: the result of its use case, before it is presented. It goes through JSON. */
export type Kept =
  | { readonly type: 'result'; readonly result: unknown }
  | { readonly type: 'refusal'; readonly failure: Omit<Failure, 'cause'> };

/** The stored state of a request with an idempotency key. */
export interface Receipt {
  /** The id of its claim. */
  readonly id: string;
  readonly fingerprint: string;
  /** The record an open receipt waits for, as its service names it; null where it waits for none. */
  readonly subject: string | null;
  /** Null while the receipt is open: the work is recorded, and not answered yet. */
  readonly answer: Kept | null;
}

/**
 * The refusal that a repeat gets: that of a business rule (404, 409, 412, and 422 but for validation), with the id of the request that
 * was refused.
 *
 * @returns undefined where a repeat is decided again: a retryable error or an invalid request is no answer to keep.
 */
export function keptRefusal({ requestId }: Pick<RequestContext, 'requestId'>, error: unknown): Kept | undefined {
  if (!(error instanceof AppError) || !isKept(error.code)) return undefined;
  const { kind, code, message, details } = error;
  return { type: 'refusal', failure: { kind, code, message, details: { request_id: requestId, ...details } } };
}

/**
 * Returns the first answer again; a kept refusal is thrown, marked as replayed.
 *
 * @typeParam Result the result of the use case of this request: the claim names its route.
 * @throws AppError `idempotency_key_reused` where the claim has another fingerprint; `idempotency_in_progress` where there is no
 * answer yet; the kept refusal.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the claim names the route, and so the type of its result.
export function replay<Result>({ fingerprint, answer }: Receipt, claim: IdempotencyClaim): Result {
  if (fingerprint !== claim.fingerprint) throw keyReused();
  if (!answer) throw inProgress();
  if (answer.type === 'refusal') throw new AppError({ ...answer.failure, replayed: true });
  // Through JSON, so that a first answer and its repeats have the same form.
  return JSON.parse(JSON.stringify(answer.result ?? null));
}

const STATUSES: readonly number[] = [404, 409, 412, 422];

function isKept(code: string): boolean {
  if (!isErrorCode(code) || code === 'validation_failed' || code === 'idempotency_key_reused') return false;
  const { status, retryable } = ERRORS[code];
  return STATUSES.includes(status) && !retryable;
}

function keyReused(): AppError {
  return errors.idempotencyKeyReused(
    'The idempotency key was used before, for a request to this path with another body or query.',
  );
}

function inProgress(): AppError {
  return errors.idempotencyInProgress(
    'The first request with this idempotency key is still in progress. Retry with the same key.',
  );
}
