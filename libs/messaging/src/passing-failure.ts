import { AppError } from '@fulfilment/kernel';
import { asUnavailable } from '@fulfilment/mongo';
import { MongoError, MongoInvalidArgumentError, MongoServerError } from 'mongodb';

/**
 * Codes of MongoDB that lie in the data and not in the weather: bad value, failed to parse, type mismatch, path not viable,
 * conflicting operators, immutable field, failed validation, document too large, duplicate key.
 */
const DATA_ERRORS = new Set<unknown>([2, 9, 14, 28, 40, 66, 121, 10_334, 11_000]);

/**
 * Whether a handler's failure may pass with time, so that the same message is to be tried for as long as it takes: a store or
 * a network that is away, a version that moved. Anything else is a refusal or a bug, and fails the same way for ever.
 * An error of the store that is not known is taken to pass: to wait is noticed and mended, to set a good message aside is not.
 */
export function mayPassWithTime(error: unknown): boolean {
  const seen = asUnavailable(error);
  if (seen instanceof AppError) return seen.mayPass;
  if (error instanceof MongoServerError) return !DATA_ERRORS.has(error.code);
  if (error instanceof MongoError) return !(error instanceof MongoInvalidArgumentError);
  return isSystemError(error);
}

/** Sockets, DNS and timeouts: Node gives them a code such as `ECONNREFUSED`; what was aborted was not even tried. */
function isSystemError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('syscall' in error && 'code' in error);
}
