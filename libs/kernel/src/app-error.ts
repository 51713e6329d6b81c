/** What a caller may do about a failure. The edge maps its code to a status; the core never knows HTTP. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'limited'
  | 'stale'
  | 'unavailable';

/** What an {@link AppError} is made of. */
export interface Failure {
  readonly kind: ErrorKind;
  /** Stable and snake_case, from the error catalogue in contracts. Clients switch on it, so it never changes meaning. */
  readonly code: string;
  /** One sentence for the caller. Never a secret, a host name or a driver's text. */
  readonly message: string;
  /** Facts for the caller, in the wire's snake_case. They are sent as they are, so never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A failure that the caller can act on. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor({ kind, code, message, details = {}, cause }: Failure) {
    super(message, { cause });
    this.kind = kind;
    this.code = code;
    this.details = details;
  }

  /** True where the same work may succeed if it is tried again: the version moved, or something was away. */
  get mayPass(): boolean {
    return this.kind === 'stale' || this.kind === 'unavailable';
  }
}
