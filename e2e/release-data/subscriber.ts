import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Stoppable } from '@fulfilment/kernel';

/** One request that came to an endpoint. */
export interface Received {
  readonly signature: string;
  readonly rawBody: string;
  /** The events in it: one, or those of a batch. */
  readonly events: readonly ReceivedEvent[];
}

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
}

/** A subscriber with a path for each endpoint, which takes everything. */
export interface Subscriber extends Stoppable {
  urlOf(endpoint: string): string;
  /** In the order of arrival, repetitions included. */
  receivedAt(endpoint: string): readonly Received[];
}

/** Listens on a free loopback port. */
export async function startSubscriber(): Promise<Subscriber> {
  const received = new Map<string, Received[]>();
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const name = (request.url ?? '').slice(1);
      const rawBody = await text(request);
      const body = JSON.parse(rawBody);
      const signature = String(request.headers['service-signature']);
      received.set(name, [...(received.get(name) ?? []), { signature, rawBody, events: body.batch ?? [body] }]);
      response.writeHead(204).end();
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The subscriber has no TCP address');
  return {
    urlOf: (endpoint) => `http://127.0.0.1:${address.port}/${endpoint}`,
    receivedAt: (endpoint) => received.get(endpoint) ?? [],
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
