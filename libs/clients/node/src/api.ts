import type { Download } from './files.ts';
import type { Given, Operation } from './operation.ts';
import type { Pages } from './pages.ts';

export type { Download, Upload } from './files.ts';
export type { Pages } from './pages.ts';

/** The calls that the generated groups are made of. */
export interface Api {
  /** @returns the body of the answer, parsed; unknown members are kept. */
  send<T>(operation: Operation, given: Given, options: SendOptions): Promise<T>;
  pages<T>(operation: Operation, given: Given, options: CallOptions): Pages<T>;
  download(operation: Operation, given: Given, options: CallOptions & Readable): Promise<Download>;
}

declare const isLater: unique symbol;

/** A value of a filter that this version of the library does not know: made by `laterValue`. */
export type LaterValue = string & { readonly [isLater]: true };

/**
 * A text as a value of any filter: one of a later version of the API, or one that a user chose. A plain text is refused by the types,
 * so that a misspelt value does not compile; the API refuses what it does not know.
 */
export function laterValue(value: string): LaterValue;
export function laterValue(value: string): string {
  return value;
}

/** Options of any call. */
export interface CallOptions {
  /** Ends the call, its waits included. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, 1 or more; that of the client by default. */
  readonly timeoutMs?: number | undefined;
  /** Retries after the first attempt, 0 or more; that of the client by default. */
  readonly retries?: number | undefined;
  /** Own id of the request, 1 to 128 of `[A-Za-z0-9._-]`. */
  readonly requestId?: string | undefined;
}

/** Options of calls that take effect once. */
export interface Idempotent {
  /** Name of the call, 1 to 255 printable characters: it takes effect once, however often it is sent. Random by default. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of calls that change a record. */
export interface Conditional {
  /** Version that the record must still have: a number, or an `ETag`. */
  readonly ifMatch?: number | string | undefined;
}

/** Options of calls that read a record. */
export interface IfChanged {
  /** Version that is known already: `NotModifiedError` if the record still has it. */
  readonly ifNoneMatch?: number | string | undefined;
}

/** Options of calls that may end after the answer. */
export interface Pending {
  /**
   * Milliseconds to follow a call that the service has recorded and not yet done (202), 60 000 by default; then `PendingError`. With 0
   * the call returns the record as it stands.
   */
  readonly pendingTimeoutMs?: number | undefined;
}

/** Options of downloads. */
export interface Readable {
  /** Media type: `application/x-ndjson` by default, or `text/csv`. */
  readonly accept?: string | undefined;
}

/** Options of uploads. */
export interface Writable {
  /** Media type of a file: `text/csv` by default, or `application/x-ndjson`. */
  readonly contentType?: string | undefined;
}

/** All options there are; each operation takes some of them. */
export type SendOptions = CallOptions & Idempotent & Conditional & IfChanged & Pending & Writable;
