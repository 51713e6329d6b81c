import type { ClientSession, MongoClient } from 'mongodb';

/** Milliseconds within which a transaction, its retries included, has to be committed. */
const TRANSACTION_DEADLINE_MS = 5_000;

/**
 * Runs `work` in one transaction with snapshot reads and journalled majority writes, again from its start where the server
 * says that it may succeed then. `work` does nothing but read and write through `session`, one call after the other: no HTTP,
 * Kafka, clock or metric in it, and a duplicate key is thrown out of it (caught inside, the transaction is aborted already
 * and retried for ever).
 *
 * @returns what `work` returned in the run that was committed.
 * @throws whatever `work` throws, or the driver's error if the deadline of 5 s passed.
 */
export async function transact<Result>(client: MongoClient, work: (session: ClientSession) => Promise<Result>): Promise<Result> {
  const session = client.startSession({ defaultTimeoutMS: TRANSACTION_DEADLINE_MS });
  try {
    return await session.withTransaction(work, {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
    });
  } finally {
    await session.endSession();
  }
}
