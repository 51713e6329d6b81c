import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Stoppable } from '@fulfilment/kernel';

/**
 * Where the release delivered to: an address of the loopback network and a port that no program uses by itself, so that nothing
 * answers there later.
 */
export const HOST = '127.83.21.9';
const PORT = 1_801;

/** The subscribers of the release, a path each: `/failing` answers 500, `/gone` 410, `/hanging` nothing, `/resting` 503; others 204. */
export interface ReleaseReceiver extends Stoppable {
  urlOf(name: string): string;
  /** How many requests came to it. */
  cameTo(name: string): number;
}

const STATUS: Readonly<Record<string, number>> = { failing: 500, gone: 410, resting: 503 };

export async function startReleaseReceiver(): Promise<ReleaseReceiver> {
  const came = new Map<string, number>();
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const answer = async (): Promise<void> => {
      await text(request);
      came.set(name, (came.get(name) ?? 0) + 1);
      if (name === 'hanging') return;
      response.writeHead(STATUS[name] ?? 204, name === 'resting' ? { 'retry-after': '60' } : {}).end();
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(PORT, HOST, resolve));
  return {
    urlOf: (name) => `http://${HOST}:${PORT}/${name}`,
    cameTo: (name) => came.get(name) ?? 0,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
