import { parentPort, workerData } from 'node:worker_threads';
import { type Answer, type Send, sender } from '../client.ts';
import { startReceiver } from '../receiver.ts';

/** The gateway, and the key in header fields. */
export interface ToThread {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request to be sent. */
export interface Sent {
  readonly id: number;
  readonly request: Parameters<Send>;
}

/** The messages of the thread. `at` is in milliseconds since 1970, with fractions: when a request began, or a body was received. */
export type FromThread =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'received'; readonly body: string; readonly at: number }
  | ({ readonly kind: 'answered'; readonly id: number; readonly at: number } & Answer);

const now = (): number => performance.timeOrigin + performance.now();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A port of a thread has no origin
const tell = (message: FromThread): void => parentPort?.postMessage(message);

const { baseUrl, headers }: ToThread = workerData;
const send = sender(() => baseUrl, headers);
async function answer({ id, request }: Sent): Promise<void> {
  const at = now();
  tell({ kind: 'answered', id, at, ...(await send(...request)) });
}
parentPort?.on('message', (sent: Sent) => void answer(sent));
const { url } = await startReceiver((body) => tell({ kind: 'received', body, at: now() }));
tell({ kind: 'listening', url });
