import { AppError } from '@fulfilment/kernel';

/** The log cannot be reached, or does not answer in time: the same call may succeed later. */
export function logUnavailable(cause: unknown): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'upstream_unavailable',
    message: 'The message log cannot be reached. Try again.',
    cause,
  });
}

/** The log will never take the record at `index`; those before it are in the log. */
export function recordRefused(index: number, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : 'refused';
  return new AppError({
    kind: 'invalid',
    code: 'record_refused',
    message: 'The message log does not take this record',
    details: { index, reason },
    cause,
  });
}
