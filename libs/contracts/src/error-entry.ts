import type { ErrorKind } from '@fulfilment/kernel';

/** One entry of the error catalogue: the meaning of a code to a client, whatever operation answers it. */
export interface ErrorEntry {
  readonly kind: ErrorKind;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly title: string;
  /** True only where the very same request can still succeed. */
  readonly retryable: boolean;
  /** Meaning and remedy, for the reference. */
  readonly description: string;
}

type MakeEntry = (status: number, title: string, description: string) => ErrorEntry;

const entryOf =
  (kind: ErrorKind): MakeEntry =>
  (status, title, description) => ({ kind, status, title, retryable: false, description });

export const invalid = entryOf('invalid');
export const unauthenticated = entryOf('unauthenticated');
export const forbidden = entryOf('forbidden');
export const notFound = entryOf('not-found');
export const conflict = entryOf('conflict');
export const limited = entryOf('limited');
export const unavailable = entryOf('unavailable');

/** Marks an entry whose request can still succeed unchanged. */
export const retryable = (entry: ErrorEntry): ErrorEntry => ({ ...entry, retryable: true });
