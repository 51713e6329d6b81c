import { AppError } from '@fulfilment/kernel';
import { asUnavailable } from '@fulfilment/mongo';
import { MongoError, MongoInvalidArgumentError, MongoServerError } from 'mongodb';

/**
 * Error codes of MongoDB that are due to the data: bad value, failed to parse, type mismatch, path not viable, conflicting operators,
 * immutable field, failed validation, document too large, duplicate key.
 */
const DATA_ERRORS = new Set<unknown>([2, 9, 14, 28, 40, 66, 121, 10_334, 11_000]);

/**
 * True where a handler's failure may pass with time, so that the same message is retried for as long as it takes: an unavailable
 * store or network, a version conflict. Any other failure is a refusal or a bug, and fails the same way for ever. An unknown error of
 * the store counts as retryable: a wait is noticed and repaired, a good message among the dead letters is not.
 */
export function shouldRedeliver(error: unknown): boolean {
  const translated = asUnavailable(error);
  if (translated instanceof AppError) return translated.isRetryable;
  if (error instanceof MongoServerError) return !DATA_ERRORS.has(error.code);
  if (error instanceof MongoError) return !(error instanceof MongoInvalidArgumentError);
  return isSystemError(error);
}

/** Sockets, DNS and timeouts: Node gives them a code such as `ECONNREFUSED`; an aborted call was not even attempted. */
function isSystemError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('syscall' in error && 'code' in error);
}
