import type { AnswerOf, Callable, CallOf, Operation } from '@fulfilment/contracts';
import { useState } from 'react';
import { send, type UntypedCall } from './call.ts';
import { ApiProblem } from './problem.ts';

/** A call that is sent under a key of its own; never of an operation that takes no idempotency key. */
type NamedCallOf<Op extends Operation> = [CallOf<Op>] extends [{ readonly idempotencyKey?: never }]
  ? never
  : Omit<CallOf<Op>, 'idempotencyKey'>;

/** Calls an operation under an idempotency key of the change. */
export type NamedCall = <Op extends Operation>(operation: Callable<Op>, request: NamedCallOf<Op>) => Promise<AnswerOf<Op>>;

/** Gives a form or button its {@link makeNamedCall}. */
export function useNamedCall(): NamedCall {
  const [named] = useState(makeNamedCall);
  return named;
}

/**
 * Makes a way to send changes one after the other: the same change again after no answer keeps its key, so that it takes effect once;
 * after an answer, and for another change, the key is new.
 */
export function makeNamedCall(): NamedCall {
  let open: { readonly text: string; readonly key: string } | undefined;
  function named<Op extends Operation>(operation: Callable<Op>, request: NamedCallOf<Op>): Promise<AnswerOf<Op>>;
  async function named(operation: Callable, request: UntypedCall): Promise<unknown> {
    const text = JSON.stringify({ ...operation, ...request });
    const { key } = open?.text === text ? open : { key: newKey() };
    open = { text, key };
    try {
      const answer = await send(operation, { ...request, idempotencyKey: key });
      open = undefined;
      return answer;
    } catch (error) {
      if (error instanceof ApiProblem && !error.document.retryable) open = undefined;
      throw error;
    }
  }
  return named;
}

/** A key that no other request has: 128 random bits; `randomUUID` is missing where the console is opened by plain http and another name than localhost. */
export function newKey(): string {
  return `console-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
