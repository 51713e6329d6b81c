/** The remedy a caller has for a failure. The HTTP library maps its code to a status; the core never knows HTTP. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'limited'
  | 'stale'
  | 'unavailable';

/** The parts of an {@link AppError}. */
export interface Failure {
  readonly kind: ErrorKind;
  /** Stable and snake_case, from the error catalogue in contracts. Clients switch on it, so it never changes meaning. */
  readonly code: string;
  /** One sentence for the caller. Never a secret, a host name or a driver's text. */
  readonly message: string;
  /** Facts for the caller, in the wire's snake_case. They are sent as they are, so never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Header fields that belong to the answer, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True where this refusal is the stored first answer to an idempotency key. */
  readonly replayed?: boolean;
  readonly cause?: unknown;
}

/** A failure the caller can act on. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly replayed: boolean;

  constructor({ kind, code, message, details = {}, headers = {}, replayed = false, cause }: Failure) {
    super(message, { cause });
    this.kind = kind;
    this.code = code;
    this.details = details;
    this.headers = headers;
    this.replayed = replayed;
  }

  /** True where the same work may succeed later: the version moved, or something was unavailable. */
  get isRetryable(): boolean {
    return this.kind === 'stale' || this.kind === 'unavailable';
  }
}

/** One item of a batch, parsed by itself: an invalid one does not fail the others. */
export type ParsedItem<Value> =
  | { readonly type: 'valid'; readonly value: Value }
  | { readonly type: 'invalid'; readonly error: AppError };

/** True for an {@link AppError} whose work may succeed later; any other value is a refusal or a bug. */
export function isRetryable(error: unknown): boolean {
  return error instanceof AppError && error.isRetryable;
}

/**
 * Closes a `switch` over a union: the compiler refuses a case that was forgotten.
 *
 * @throws Error for a value outside the union.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
