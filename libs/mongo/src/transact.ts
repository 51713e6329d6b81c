import { AsyncLocalStorage } from 'node:async_hooks';
import { errors } from '@fulfilment/contracts';
import { type BackOff, retry, StandsStill } from '@fulfilment/kernel';
import {
  type ClientSession,
  MongoBulkWriteError,
  type MongoClient,
  MongoError,
  MongoServerError,
  type TransactionOptions,
} from 'mongodb';

/** Milliseconds after which neither a transaction is begun again nor its commit repeated. */
const DEADLINE_MS = 5_000;
const BACK_OFF = { firstMs: 5, maxMs: 250 };
const OPTIONS: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  maxCommitTimeMS: DEADLINE_MS,
};

/** Options of {@link transact}. */
export interface TransactOptions {
  /** The waits between two runs of a transaction that others have aborted. */
  readonly backOff?: BackOff;
}

interface Joined {
  readonly client: MongoClient;
  readonly session: ClientSession;
  readonly onCommit: (() => void)[];
}

const JOINED = new AsyncLocalStorage<Joined>();

/**
 * Runs `work` in one transaction as {@link transact} does, which each `transact` within it joins: the stores of a use case commit
 * together with what surrounds it. Reads without a session see what was committed before.
 */
export async function transactTogether<Result>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<Result>,
  options: TransactOptions = {},
): Promise<Result> {
  let onCommit: (() => void)[] = [];
  const run = (session: ClientSession): Promise<Result> => {
    onCommit = [];
    return JOINED.run({ client, session, onCommit }, () => work(session));
  };
  const result = await transact(client, run, options);
  for (const committed of onCommit) committed();
  return result;
}

/** True where a transaction is joined by what runs now. */
export function isJoined(): boolean {
  return JOINED.getStore() !== undefined;
}

/** Calls `told` once what was written before is committed: at once, but in a transaction that is joined. */
export function onceCommitted(told: () => void): void {
  const joined = JOINED.getStore();
  if (joined) joined.onCommit.push(told);
  else told();
}

/**
 * Runs `work` in one transaction with snapshot reads and journalled majority writes, again from its start where the server says
 * that it may succeed then. `work` only reads and writes through `session`, one call after the other: no HTTP, Kafka, clock or
 * metric in it, and a duplicate key is thrown out of it (caught inside, the transaction is aborted already).
 *
 * The driver's own `withTransaction` (7.9.0, `lib/sessions.js`) backs off between transactions, but its deadline is a constant of
 * 120 s, because "timeoutMS is a no-op" there, and it repeats a commit without a pause.
 *
 * @returns the result of `work` in the run that was committed.
 * @throws whatever `work` throws, or the driver's error if 5 s passed. Where that was in the commit, it may have been done.
 */
export async function transact<Result>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<Result>,
  { backOff = BACK_OFF }: TransactOptions = {},
): Promise<Result> {
  const joined = JOINED.getStore();
  if (joined?.client === client) return work(joined.session);
  const session = client.startSession();
  const patience = { maxAttempts: Number.POSITIVE_INFINITY, backOff, giveUpAtMs: performance.now() + DEADLINE_MS };
  const runOnce = async (): Promise<Result> => {
    session.startTransaction(OPTIONS);
    let result: Result;
    try {
      result = await work(session);
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction();
      throw error;
    }
    await retry(() => session.commitTransaction(), { ...patience, isRetryable: isUnknownCommit });
    return result;
  };
  try {
    return await retry(runOnce, { ...patience, isRetryable: isTransient });
  } finally {
    await session.endSession();
  }
}

/** Nothing of the transaction was committed, so it may begin again. */
function isTransient(error: unknown): boolean {
  return error instanceof MongoError && error.hasErrorLabel('TransientTransactionError') && !isUnknownCommit(error);
}

/** The commit may have been done; repeating it is harmless. */
function isUnknownCommit(error: unknown): boolean {
  return error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');
}

const DUPLICATE_KEY = 11_000;
/** Codes of failures that pass but have no label, such as those of reads that fail twice in a failover. */
const PASSING: ReadonlySet<unknown> = new Set([
  // A transaction that took too long; a snapshot that the server no longer keeps.
  290, 239,
  // The cursor went with the server, or the server forgot it.
  43,
  // RetryableError of the specification of retryable reads: not the primary any more or yet, shutting down, not reachable.
  6, 7, 89, 91, 134, 189, 262, 9_001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/**
 * True where a unique index refused a document.
 *
 * @param index name of the index, where only that one counts.
 */
export function isDuplicateKey(error: unknown, index?: string): boolean {
  if (!(error instanceof MongoServerError || error instanceof MongoBulkWriteError)) return false;
  return error.code === DUPLICATE_KEY && (index === undefined || error.message.includes(index));
}

/**
 * True where unique indexes refused documents of a bulk write, and nothing else failed: the others are written, by a majority. The driver
 * gives what ends the whole command, such as a primary that stepped down, the same class of error with no document refused.
 */
export function isOnlyDuplicateKeys(error: unknown): error is MongoBulkWriteError {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return false;
  const refused = [error.writeErrors].flat();
  return refused.length > 0 && refused.every(({ code }) => code === DUPLICATE_KEY);
}

/** Names of the driver's retryable errors: no primary, a broken connection, a deadline, a lost pool. */
const RETRYABLE =
  /^Mongo(Network|NetworkTimeout|ServerSelection|PoolCleared|PoolClosed|TopologyClosed|NotConnected|WaitQueueTimeout|OperationTimeout|WriteConcern)Error$/;

const STORE_AWAY = 'The store is unavailable. Try again.';

/**
 * Turns a retryable error of the driver, and what was left because it stood still, into `upstream_unavailable`; any other value is
 * returned as it is. No text of the driver reaches a caller.
 */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof StandsStill) return errors.upstreamUnavailable(STORE_AWAY, { cause: error });
  if (!(error instanceof MongoError) || !isRetryable(error)) return error;
  return errors.upstreamUnavailable(STORE_AWAY, { cause: error });
}

function isRetryable(error: MongoError): boolean {
  // What ends a whole bulk write is wrapped, and the wrapper has another name.
  const wrapped: unknown = error instanceof MongoBulkWriteError ? error.errorResponse : undefined;
  if (wrapped instanceof MongoError && isRetryable(wrapped)) return true;
  if (error instanceof MongoBulkWriteError && error.result.getWriteConcernError()) return true;
  return (
    RETRYABLE.test(error.name) ||
    PASSING.has(error.code) ||
    error.hasErrorLabel('TransientTransactionError') ||
    error.hasErrorLabel('RetryableWriteError') ||
    error.hasErrorLabel('UnknownTransactionCommitResult')
  );
}
