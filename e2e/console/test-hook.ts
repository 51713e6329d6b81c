import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Stoppable } from '@fulfilment/kernel';

/** A receiver that answers every request as it is told, and keeps their bodies. */
export interface TestHook extends Stoppable {
  readonly url: string;
  readonly bodies: readonly string[];
  /** The status that it answers with, 200 at first. */
  status: number;
  /** Seconds of its `Retry-After`; undefined for none. */
  retryAfter?: number | undefined;
}

/** Listens on a free loopback port. */
export async function startTestHook(): Promise<TestHook> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        bodies.push(body);
        const wait = hook.retryAfter === undefined ? {} : { 'Retry-After': hook.retryAfter };
        return response.writeHead(hook.status, { 'Content-Type': 'text/plain', ...wait }).end(`answered ${hook.status}`);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no TCP address');
  const hook: TestHook = {
    url: `http://127.0.0.1:${address.port}/hook`,
    bodies,
    status: 200,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return hook;
}
