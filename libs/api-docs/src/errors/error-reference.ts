import {
  ACCOUNT_OPERATIONS,
  type ErrorCode,
  type ErrorEntry,
  ERRORS,
  isErrorCode,
  type Operation,
  OPERATIONS,
  type ProblemDocument,
  writes,
} from '@fulfilment/contracts';
import { ERROR_REMEDIES } from './error-remedies.ts';
import { errorCodesOf } from '../openapi/problem-responses.ts';
import { problemSample } from '../samples/problems.ts';

const EVERY_OPERATION: readonly Operation[] = [...OPERATIONS, ...ACCOUNT_OPERATIONS];

/** Who gives a code: every operation, every one that writes, those that are listed, or none (a path or method that is none). */
export type GivenBy =
  | { readonly kind: 'every' }
  | { readonly kind: 'every-write' }
  | { readonly kind: 'some'; readonly operations: readonly Operation[] }
  | { readonly kind: 'no-operation' };

/** One code with all that is known of it. */
export interface ErrorReference extends ErrorEntry {
  readonly code: ErrorCode;
  /** The remedy for a client. */
  readonly remedy: string;
  readonly givenBy: GivenBy;
  readonly example: ProblemDocument;
}

/** The whole error catalogue, for the pages that are made of it, in the order of the statuses. */
export function errorReference(): readonly ErrorReference[] {
  return Object.keys(ERRORS)
    .filter(isErrorCode)
    .map((code) => ({
      ...ERRORS[code],
      code,
      remedy: ERROR_REMEDIES[code],
      givenBy: whoGives(code),
      example: problemSample(code),
    }));
}

function whoGives(code: ErrorCode): GivenBy {
  const operations = EVERY_OPERATION.filter((operation) => errorCodesOf(operation).includes(code));
  if (operations.length === 0) return { kind: 'no-operation' };
  if (operations.length === EVERY_OPERATION.length) return { kind: 'every' };
  const isEveryWrite = operations.every(writes) && OPERATIONS.filter(writes).every((write) => operations.includes(write));
  return isEveryWrite ? { kind: 'every-write' } : { kind: 'some', operations };
}

/**
 * Who gives a code, in words.
 *
 * @param show how a page writes one operation.
 */
export function whoGivesInWords(givenBy: GivenBy, show: (operation: Operation) => string): string {
  switch (givenBy.kind) {
    case 'every':
      return 'every operation';
    case 'every-write':
      return 'every operation that writes';
    case 'no-operation':
      return 'paths and methods that are none';
    case 'some':
      return givenBy.operations.map(show).join(', ');
  }
}
