import { AppError, backoffMs, delay, type Stoppable } from '@fulfilment/kernel';
import { isDuplicateKey, makeLane, transact } from '@fulfilment/mongo';
import type { MongoClient } from 'mongodb';
import type { Attempt, RecordAttempt } from '../use-cases/attempt-ports.ts';
import { deliveryChanges } from './delivery-changes.ts';
import type { Collections } from './documents.ts';
import type { AttemptDocument } from './delivery-documents.ts';
import { makeEndpointCourses, type EndpointCoursesOptions } from './endpoint-courses.ts';
import { countHours } from './endpoint-hours.ts';
import { makeGathering } from './gathering.ts';
import { ATTEMPT_OF_DELIVERY } from './indexes.ts';
import { expiryFrom } from './keeping.ts';

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

/** Keeps attempts, many in one transaction, each with what it makes of its delivery and endpoint. */
export function makeAttemptLog({ client, collections, ...options }: AttemptLogParts): AttemptLog {
  const { attempts, deliveries } = collections;
  const courses = makeEndpointCourses(options);
  const writer = makeLane<Attempt, true>({
    maxBatch: ATTEMPTS_AT_ONCE,
    maxQueue: WAITING_ATTEMPTS,
    commit: async (_key, made) => {
      const course = courses.begin(made);
      const turns = await transact(client, async (session) => {
        await attempts.insertMany(made.map(toDocument), { session });
        await deliveries.bulkWrite(deliveryChanges(made), { session });
        await countHours(made, { session, collections });
        return course.write({ session, collections });
      });
      course.ended(turns);
      return made.map(() => true);
    },
  });
  const gathering = makeGathering({ forMs: GATHER_MS, enough: ATTEMPTS_AT_ONCE });
  const record: RecordAttempt = async (attempt, mayWait = false) => {
    await gathering.join(mayWait);
    for (let tries = 1; ; tries += 1) {
      try {
        return await writer.submit(WRITER, attempt);
      } catch (error) {
        if (isDuplicateKey(error, ATTEMPT_OF_DELIVERY)) return false;
        if (tries === TRIES || !(error instanceof AppError && error.mayPass)) throw error;
      }
      await delay(backoffMs(tries, BACK_OFF));
    }
  };
  return { record, stop: () => writer.stop() };
}

function toDocument(attempt: Attempt): AttemptDocument {
  const { delivery, n, at, latencyMs, status, error, errorDetail, signedWith, responseHeaders, excerpt, verdict } = attempt;
  const { tenant, id, endpointId, eventId } = delivery;
  return {
    tenant,
    delivery_id: id,
    endpoint_id: endpointId,
    event_id: eventId,
    n,
    at,
    latency_ms: latencyMs,
    status,
    error,
    error_detail: errorDetail,
    signed_with: signedWith,
    response_headers: responseHeaders,
    excerpt,
    outcome: verdict.type,
    expires_at: expiryFrom(at),
  };
}
