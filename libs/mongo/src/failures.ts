import { AppError } from '@fulfilment/kernel';
import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';

const DUPLICATE_KEY = 11_000;
/** The server gave up a transaction that took too long; it has no label that says so. */
const TRANSACTION_TOO_OLD = 290;
/** What was read at one moment went on for longer than the server remembers that moment. */
const SNAPSHOT_TOO_OLD = 239;

/**
 * Whether `error` says that a unique index refused a document.
 *
 * @param index name of the index, where only that one is meant.
 */
export function isDuplicateKey(error: unknown, index?: string): boolean {
  if (!(error instanceof MongoServerError || error instanceof MongoBulkWriteError)) return false;
  return error.code === DUPLICATE_KEY && (index === undefined || error.message.includes(index));
}

/** Names of the driver's errors that pass with time: no primary, a broken connection, a deadline, a lost pool. */
const PASSING =
  /^Mongo(Network|NetworkTimeout|ServerSelection|PoolCleared|PoolClosed|TopologyClosed|NotConnected|WaitQueueTimeout|OperationTimeout|WriteConcern)Error$/;

/**
 * Turns a driver's error that may pass with time into an `AppError` of kind `unavailable`; anything else stays what it is.
 * No text of the driver reaches a caller.
 */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof MongoError)) return error;
  const passes =
    PASSING.test(error.name) ||
    error.code === TRANSACTION_TOO_OLD ||
    error.code === SNAPSHOT_TOO_OLD ||
    error.hasErrorLabel('TransientTransactionError') ||
    error.hasErrorLabel('RetryableWriteError') ||
    error.hasErrorLabel('UnknownTransactionCommitResult');
  if (!passes) return error;
  return new AppError({
    kind: 'unavailable',
    code: 'upstream_unavailable',
    message: 'The store cannot be reached. Try again.',
    cause: error,
  });
}
