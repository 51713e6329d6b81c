import { isList, type Operation, requestClassOf } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { Dispatcher } from 'undici';

/** Answers of one tenant that may wait for their clients at once. */
const MOST_SLOW_ANSWERS = 16;
/** Bytes of an answer that the buffers of its connections take. */
const SMALL_BYTES = 65_536;

/** Watches one answer. */
export interface AnswerWatch {
  /** Asked when the answer begins. @returns the refusal to give in its place. */
  readonly refusal: (headers: Dispatcher.ResponseData['headers']) => AppError | undefined;
  /** From now on its client is waited for; repeated, it changes nothing. */
  readonly wait: () => void;
  /** From now on it is not; repeated, it changes nothing. */
  readonly rest: () => void;
}

/**
 * Bounds what the answers hold that wait for their clients, up to 1 MB each at the service: while 16 of a tenant do, it gets no other
 * one that is large. Files and tails have a share of their own.
 */
export class SlowAnswers {
  readonly #waiting = new Map<string, number>();

  /**
   * @param refuse makes the refusal of a request beyond `most`.
   * @returns undefined for files and tails. @throws AppError that refusal, where the answer would be a list or that of a batch.
   */
  watch(tenant: string, operation: Operation, refuse: (most: number) => AppError): AnswerWatch | undefined {
    const requestClass = requestClassOf(operation);
    if (requestClass === 'stream' || requestClass === 'tail') return undefined;
    const isFull = (): boolean => (this.#waiting.get(tenant) ?? 0) >= MOST_SLOW_ANSWERS;
    if (isFull() && (isList(operation) || operation.cost !== undefined)) throw refuse(MOST_SLOW_ANSWERS);
    let isWaiting = false;
    return {
      refusal: ({ 'content-length': length }) =>
        // What was written is told.
        requestClass === 'read' && isFull() && !(Number(length) <= SMALL_BYTES) ? refuse(MOST_SLOW_ANSWERS) : undefined,
      wait: () => {
        if (!isWaiting) this.#count(tenant, 1);
        isWaiting = true;
      },
      rest: () => {
        if (isWaiting) this.#count(tenant, -1);
        isWaiting = false;
      },
    };
  }

  #count(tenant: string, more: 1 | -1): void {
    const now = (this.#waiting.get(tenant) ?? 0) + more;
    if (now > 0) this.#waiting.set(tenant, now);
    else this.#waiting.delete(tenant);
  }
}
