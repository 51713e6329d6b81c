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
const tell = (message: FromThread): void => parentPort?.postMessage(message);

const { baseUrl, headers }: ToThread = workerData;
const send = sender(() => baseUrl, headers);
parentPort?.on('message', async ({ id, request }: Sent) => {
  const at = now();
  tell({ kind: 'answered', id, at, ...(await send(...request)) });
});
const { url } = await startReceiver((body) => tell({ kind: 'received', body, at: now() }));
tell({ kind: 'listening', url });
