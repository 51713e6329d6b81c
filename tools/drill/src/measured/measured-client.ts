import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Stoppable } from '@fulfilment/kernel';
import type { Answer, Send } from '../client.ts';
import type { FromThread, Sent, ToThread } from './measuring-thread.ts';

/** The tenant whose waits are measured. */
export interface MeasuredClient {
  /** @returns the answer, and when the request began: milliseconds since 1970, with fractions. */
  send(...request: Parameters<Send>): Promise<Answer & { readonly at: number }>;
  /** Of a receiver in the same thread. */
  readonly receiverUrl: string;
  readonly stop: Stoppable['stop'];
}

/**
 * Sends from a thread of its own: what a drill does to a system keeps this process busy with its own requests and their answers, and would
 * delay a measure that is taken here.
 * @param onBody is given each body that the receiver was sent, and when, as milliseconds since 1970 with fractions.
 */
export async function startMeasuredClient(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  onBody: (body: string, at: number) => void = () => {},
): Promise<MeasuredClient> {
  const workerData: ToThread = { baseUrl, headers };
  const thread = new Worker(new URL('measuring-thread.ts', import.meta.url), { workerData });
  const waiting = new Map<number, (answer: Answer & { readonly at: number }) => void>();
  const { promise: listening, resolve: listens, reject } = Promise.withResolvers<string>();
  thread.on('error', reject);
  thread.on('message', (message: FromThread) => {
    if (message.kind === 'listening') listens(message.url);
    else if (message.kind === 'received') onBody(message.body, message.at);
    else {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  });
  const receiverUrl = await listening;
  let ids = 0;
  return {
    receiverUrl,
    send: (...request) =>
      new Promise((resolve) => {
        ids += 1;
        waiting.set(ids, resolve);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin
        thread.postMessage({ id: ids, request } satisfies Sent);
      }),
    stop: async () => {
      const ended = once(thread, 'exit');
      await thread.terminate();
      await ended;
    },
  };
}
