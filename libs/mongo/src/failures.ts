import { errors } from '@fulfilment/contracts';
import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';

const DUPLICATE_KEY = 11_000;
/** The server aborted a transaction that took too long; the error has no label for it. */
const TRANSACTION_TOO_OLD = 290;
/** A snapshot read took longer than the server keeps the snapshot. */
const SNAPSHOT_TOO_OLD = 239;

/**
 * True where a unique index refused a document.
 *
 * @param index name of the index, where only that one counts.
 */
export function isDuplicateKey(error: unknown, index?: string): boolean {
  if (!(error instanceof MongoServerError || error instanceof MongoBulkWriteError)) return false;
  return error.code === DUPLICATE_KEY && (index === undefined || error.message.includes(index));
}

/** Names of the driver's retryable errors: no primary, a broken connection, a deadline, a lost pool. */
const RETRYABLE =
  /^Mongo(Network|NetworkTimeout|ServerSelection|PoolCleared|PoolClosed|TopologyClosed|NotConnected|WaitQueueTimeout|OperationTimeout|WriteConcern)Error$/;

/**
 * Turns a retryable error of the driver into `upstream_unavailable`; any other value is returned as it is. No text of the driver
 * reaches a caller.
 */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof MongoError)) return error;
  const isRetryable =
    RETRYABLE.test(error.name) ||
    error.code === TRANSACTION_TOO_OLD ||
    error.code === SNAPSHOT_TOO_OLD ||
    error.hasErrorLabel('TransientTransactionError') ||
    error.hasErrorLabel('RetryableWriteError') ||
    error.hasErrorLabel('UnknownTransactionCommitResult');
  if (!isRetryable) return error;
  return errors.upstreamUnavailable('The store is unavailable. Try again.', { cause: error });
}
