import type { BatchResult, PendingRecord, Problem, ProblemItem } from './generated/schemas.ts';

/** The base of every error of this library. No error holds the API key. */
export class FulfilmentError extends Error {
  /** Stable, for programs: the code of the API, or one of this library. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

/** The options of the client, or the arguments of a call, cannot be used. Nothing was sent. */
export class ConfigurationError extends FulfilmentError {
  constructor(message: string) {
    super('invalid_configuration', message);
  }
}

/** No answer came, or only a part of one: `connection_failed`. A write may have taken effect; repeat it under its idempotency key. */
export class ConnectionError extends FulfilmentError {
  /** Key of the call, to repeat it; null for a read. */
  readonly idempotencyKey: string | null;

  constructor(
    message: string,
    { idempotencyKey = null, ...options }: ErrorOptions & { idempotencyKey?: string | null } = {},
    code = 'connection_failed',
  ) {
    super(code, message, options);
    this.idempotencyKey = idempotencyKey;
  }
}

/** The answer did not come in time: `request_timeout`. */
export class RequestTimeoutError extends ConnectionError {
  constructor(message: string, options: ErrorOptions & { idempotencyKey?: string | null } = {}) {
    super(message, options, 'request_timeout');
  }
}

/** The caller's signal ended the call: `aborted`. */
export class AbortedError extends FulfilmentError {
  /** Key of the call, which may have taken effect; null for a read. */
  readonly idempotencyKey: string | null;

  constructor({ idempotencyKey = null, ...options }: ErrorOptions & { idempotencyKey?: string | null } = {}) {
    const repeat =
      idempotencyKey === null ? '' : ` It may have taken effect: repeat it with the idempotency key ${idempotencyKey}.`;
    super('aborted', `The call was aborted.${repeat}`, options);
    this.idempotencyKey = idempotencyKey;
  }
}

/** The answer is not one of the API: `unexpected_answer`. Most often the base URL is wrong, or a proxy answered. */
export class UnexpectedAnswerError extends FulfilmentError {
  readonly status: number;
  readonly requestId: string | null;
  /** Seconds to wait before a retry, if the answer names them. */
  readonly retryAfterSeconds: number | null;
  /** Key of the call, to repeat it; null for a read. */
  readonly idempotencyKey: string | null;

  constructor(message: string, { status, requestId, retryAfterSeconds = null, idempotencyKey = null, ...options }: Unexpected) {
    super('unexpected_answer', message, options);
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.idempotencyKey = idempotencyKey;
  }
}

type Unexpected = ErrorOptions & {
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly idempotencyKey?: string | null;
};

/** The record still has the version of `ifNoneMatch`: `not_modified`. */
export class NotModifiedError extends FulfilmentError {
  constructor() {
    super('not_modified', 'The record still has this version.');
  }
}

/** The service has recorded the call and will do it, later than `pendingTimeoutMs`: `pending`. Repeat it under the same key. */
export class PendingError extends FulfilmentError {
  /** The record as it stands, as it came. */
  declare readonly record: PendingRecord;
  readonly idempotencyKey: string;
  readonly requestId: string;

  constructor(record: unknown, idempotencyKey: string, requestId: string) {
    super(
      'pending',
      `The call is recorded and not yet done. Repeat it with the idempotency key ${idempotencyKey} to get its answer.`,
    );
    Object.assign(this, { record });
    this.idempotencyKey = idempotencyKey;
    this.requestId = requestId;
  }
}

/** A batch of several requests stopped after some of them: `batch_interrupted`, with the reason as `cause`. */
export class BatchInterruptedError extends FulfilmentError {
  /** The results of the items that were answered; the others are unknown. */
  declare readonly results: readonly BatchResult[];
  /** Key of the batch: the same call under it goes on where it stopped. */
  readonly idempotencyKey: string;

  constructor(results: readonly unknown[], idempotencyKey: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      'batch_interrupted',
      `${results.length} items were answered, then: ${reason} Repeat the batch with the idempotency key ${idempotencyKey}.`,
      { cause },
    );
    Object.assign(this, { results });
    this.idempotencyKey = idempotencyKey;
  }
}

/** The facts of a refusal that an `ApiError` is made of. */
export interface Refused {
  readonly problem: Problem;
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  /** The remedy, by the error catalogue; empty for a code of a later version. */
  readonly remedy: string;
  /** Key of the call that was refused; null for a read. */
  readonly idempotencyKey: string | null;
}

/** A refusal by the API (RFC 9457). Each code of this version has a class of its own; later codes come as this one. */
export class ApiError extends FulfilmentError {
  readonly status: number;
  readonly requestId: string;
  /** True if the same request can still succeed. */
  readonly retryable: boolean;
  readonly detail: string;
  /** The offending fields or lines, at most 100. */
  readonly errors: readonly ProblemItem[];
  readonly remedy: string;
  /** Seconds to wait before a retry, if the API names them. */
  readonly retryAfterSeconds: number | null;
  readonly idempotencyKey: string | null;
  /** The whole answer, with the members of its code (`current_status`, `current_version`, …) and unknown ones. */
  readonly problem: Problem;

  constructor({ problem, status, retryAfterSeconds, remedy, idempotencyKey }: Refused) {
    super(problem.code, `${problem.code} (${status}): ${problem.detail} Request ${problem.request_id}.${remedy && ` ${remedy}`}`);
    this.status = status;
    this.requestId = problem.request_id;
    this.retryable = problem.retryable;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.remedy = remedy;
    this.retryAfterSeconds = retryAfterSeconds;
    this.idempotencyKey = idempotencyKey;
    this.problem = problem;
  }
}

/** A code that this version knows. */
export interface KnownError {
  readonly make: new (refused: Refused) => ApiError;
  readonly remedy: string;
}
