import { backoffMs, delay } from '@fulfilment/kernel';
import { type ClientSession, type MongoClient, MongoError, type TransactionOptions } from 'mongodb';

/** Milliseconds after which a transaction is not begun again, nor its commit repeated. */
const DEADLINE_MS = 5_000;
const BACK_OFF = { firstMs: 5, maxMs: 250 };
const OPTIONS: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  maxCommitTimeMS: DEADLINE_MS,
};

/**
 * Runs `work` in one transaction with snapshot reads and journalled majority writes, again from its start where the server
 * says that it may succeed then. `work` does nothing but read and write through `session`, one call after the other: no HTTP,
 * Kafka, clock or metric in it, and a duplicate key is thrown out of it (caught inside, the transaction is aborted already).
 *
 * The driver's own `withTransaction` goes on for 120 s whatever it is told (7.9), and repeats a commit without a pause.
 *
 * @returns what `work` returned in the run that was committed.
 * @throws whatever `work` throws, or the driver's error if 5 s passed. Where that was in the commit, it may have been done.
 */
export async function transact<Result>(client: MongoClient, work: (session: ClientSession) => Promise<Result>): Promise<Result> {
  const session = client.startSession();
  const giveUpAtMs = performance.now() + DEADLINE_MS;
  try {
    return await again(() => runOnce(session, work, giveUpAtMs), { giveUpAtMs, mayRepeat: isTransient });
  } finally {
    await session.endSession();
  }
}

async function runOnce<Result>(
  session: ClientSession,
  work: (session: ClientSession) => Promise<Result>,
  giveUpAtMs: number,
): Promise<Result> {
  session.startTransaction(OPTIONS);
  let result: Result;
  try {
    result = await work(session);
  } catch (error) {
    if (session.inTransaction()) await session.abortTransaction();
    throw error;
  }
  await again(() => session.commitTransaction(), { giveUpAtMs, mayRepeat: isUnknownCommit });
  return result;
}

interface Patience {
  readonly giveUpAtMs: number;
  readonly mayRepeat: (error: unknown) => boolean;
}

async function again<Result>(run: () => Promise<Result>, { giveUpAtMs, mayRepeat }: Patience): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const waitMs = backoffMs(attempt, BACK_OFF);
      if (!mayRepeat(error) || performance.now() + waitMs >= giveUpAtMs) throw error;
      await delay(waitMs);
    }
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
