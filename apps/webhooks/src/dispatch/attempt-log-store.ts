import { AppError, backoffMs, delay, type Stoppable } from '@fulfilment/kernel';
import { makeLane, transact } from '@fulfilment/mongo';
import { type MongoClient, ObjectId } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { toAttemptsDocuments } from '../deliveries/attempt-documents.ts';
import type { Attempt, RecordAttempt } from '../deliveries/attempt-ports.ts';
import { type EndpointCoursesOptions, makeEndpointCourses } from '../endpoints/endpoint-courses-store.ts';
import { countHours } from '../endpoints/endpoint-hours-store.ts';
import { deliveryChanges, pendingChanges } from './delivery-changes-store.ts';
import { makeGathering } from './gathering.ts';
import { withoutOvertaken } from './overtaken-store.ts';

export interface AttemptLogParts extends EndpointCoursesOptions {
  readonly client: MongoClient;
  readonly collections: Collections;
}

export interface AttemptLog extends Stoppable {
  readonly record: RecordAttempt;
}

const WRITER = 'attempts';
/** Attempts that share a transaction at most. */
const ATTEMPTS_AT_ONCE = 250;
/** A transaction of few costs nearly as much as one of many. */
const GATHER_MS = 20;
/** Every attempt under way may wait for the writer. */
const WAITING_ATTEMPTS = 10_000;
/** A result that is not written means a second delivery: it is worth some seconds of trying. */
const TRIES = 6;
const BACK_OFF = { firstMs: 100, maxMs: 2_000 };

/** Some of the attempts have been made by another worker meanwhile, or their deliveries are past their keeping. */
class Overtaken extends Error {}

/** Keeps attempts, many in one transaction, each with what it makes of its delivery and endpoint. */
export function makeAttemptLog({ client, collections, ...options }: AttemptLogParts): AttemptLog {
  const courses = makeEndpointCourses(options);

  /** @throws Overtaken, with nothing written. */
  const keep = async (made: readonly Attempt[]): Promise<void> => {
    const course = courses.begin(made);
    const record = new ObjectId().toHexString();
    const turns = await transact(client, async (session) => {
      const { matchedCount } = await collections.deliveries.bulkWrite(deliveryChanges(made, record), { session });
      if (matchedCount < made.length) throw new Overtaken();
      await collections.pending.bulkWrite(pendingChanges(made), { session });
      await collections.attempts.insertMany(toAttemptsDocuments(made, record), { session });
      await countHours(made, { session, collections });
      return course.write({ session, collections });
    });
    course.ended(turns);
  };
  const writer = makeLane<Attempt, boolean>({
    maxBatch: ATTEMPTS_AT_ONCE,
    maxQueue: WAITING_ATTEMPTS,
    commit: async (_key, made) => {
      // A worker that lost its lease and got it back may have made a try twice.
      let standing = firstOfEach(made);
      while (standing.length > 0) {
        try {
          await keep(standing);
          break;
        } catch (error) {
          if (!(error instanceof Overtaken)) throw error;
          standing = await withoutOvertaken(standing, { client, collections });
        }
      }
      const kept = new Set(standing);
      return made.map((attempt) => kept.has(attempt));
    },
  });
  const gathering = makeGathering({ forMs: GATHER_MS, enough: ATTEMPTS_AT_ONCE });
  const record: RecordAttempt = async (attempt, mayWait = false) => {
    await gathering.join(mayWait);
    for (let tries = 1; ; tries += 1) {
      try {
        return await writer.submit(WRITER, attempt);
      } catch (error) {
        if (tries === TRIES || !(error instanceof AppError && error.mayPass)) throw error;
      }
      await delay(backoffMs(tries, BACK_OFF));
    }
  };
  return { record, stop: () => writer.stop() };
}

function firstOfEach(made: readonly Attempt[]): readonly Attempt[] {
  const tries = new Map<string, Attempt>();
  for (const attempt of made) {
    const name = `${attempt.delivery.id}/${attempt.n}`;
    if (!tries.has(name)) tries.set(name, attempt);
  }
  return [...tries.values()];
}
