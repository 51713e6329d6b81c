import { errors } from '@fulfilment/contracts';
import { AppError, withTimeout } from '@fulfilment/kernel';

/** The log cannot be reached, or does not answer in time: the same call may succeed later. */
export function logUnavailable(cause: unknown): AppError {
  return errors.upstreamUnavailable('The message log is unavailable. Try again.', { cause });
}

/** The log will never accept the record at `index`; those before it are in the log. */
export function recordRefused(index: number, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : 'refused';
  const message = 'The message log refuses this record.';
  return new AppError({ kind: 'invalid', code: 'record_refused', message, details: { index, reason }, cause });
}

/** @throws AppError `upstream_unavailable` where `work` has not ended within `ms` milliseconds; `work` itself goes on. */
export function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return withTimeout(ms, work, () => logUnavailable(new Error(`No answer within ${ms} ms`)));
}
