import { useRef } from 'react';
import { type ApiRequest, send } from './client.ts';
import { ApiProblem } from './problem.ts';

/** Sends a change under an idempotency key of its own. */
export type NamedSend = <Answer>(request: Omit<ApiRequest, 'idempotencyKey'>) => Promise<Answer>;

/**
 * Gives a form or button its way to send changes: the same change again after no answer keeps its key, so that it takes effect once;
 * after an answer, and for another change, the key is new.
 */
export function useNamedSend(): NamedSend {
  const open = useRef<{ readonly text: string; readonly key: string }>(undefined);
  return async (request) => {
    const text = JSON.stringify({ ...request, signal: undefined });
    const { key } = open.current?.text === text ? open.current : { key: newKey() };
    open.current = { text, key };
    try {
      const answer = await send<never>({ ...request, idempotencyKey: key });
      open.current = undefined;
      return answer;
    } catch (error) {
      if (error instanceof ApiProblem && !error.document.retryable) open.current = undefined;
      throw error;
    }
  };
}

/** A key that no other request has: 128 random bits; `randomUUID` is missing where the console is opened by plain http and another name than localhost. */
export function newKey(): string {
  return `console-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
