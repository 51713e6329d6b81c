/** The fields KafkaJS puts on its errors; it exports no classes that an ES module could name. */
interface KafkaFailure {
  readonly name: string;
  readonly type: string | undefined;
  readonly retriable: boolean | undefined;
  readonly cause: unknown;
}

/** Answers of the broker to a record it will never accept (Kafka protocol, error codes 10, 18, 32 and 87). */
const REFUSALS = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_TIMESTAMP', 'INVALID_RECORD']);

/** Failures that KafkaJS gives up on, though a new client can succeed. */
const RETRYABLE = new Set(['KafkaJSNumberOfRetriesExceeded', 'KafkaJSLockTimeout', 'KafkaJSGroupCoordinatorNotFound']);

/** True where the broker will never accept one of the records, however often they are sent. */
export function isRefusal(error: unknown): boolean {
  const failure = asKafkaFailure(error);
  return failure !== undefined && (REFUSALS.has(failure.type ?? '') || isRefusal(failure.cause));
}

/** True where a new client may succeed after this one stopped. */
export function isRetryableByNewClient(error: unknown): boolean {
  const failure = asKafkaFailure(error);
  if (!failure) return false;
  return failure.retriable === true || RETRYABLE.has(failure.name) || isRetryableByNewClient(failure.cause);
}

function asKafkaFailure(error: unknown): KafkaFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  return {
    name: error.name,
    type: 'type' in error && typeof error.type === 'string' ? error.type : undefined,
    retriable: 'retriable' in error && typeof error.retriable === 'boolean' ? error.retriable : undefined,
    cause: error.cause === error ? undefined : error.cause,
  };
}
