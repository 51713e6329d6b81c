import { createServer, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** A webhook subscriber that lets deliveries pile up before it answers the first. */
export interface HeldReceiver {
  readonly url: string;
  readonly release: () => void;
  /** Deliveries since the release, and the milliseconds from it to the last. */
  readonly count: () => { readonly count: number; readonly elapsedMs: number };
}

export async function startHeldReceiver(): Promise<HeldReceiver> {
  const held: ServerResponse[] = [];
  let releasedAt: number | undefined;
  let lastAt = 0;
  let count = 0;
  const take = (response: ServerResponse): void => {
    response.writeHead(204).end();
    count += 1;
    lastAt = performance.now();
  };
  const server = createServer((request, response) => {
    request.resume().once('end', () => (releasedAt === undefined ? held.push(response) : take(response)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}/hook`,
    release: () => {
      releasedAt = performance.now();
      for (const response of held.splice(0)) take(response);
    },
    count: () => ({ count, elapsedMs: Math.max(0, lastAt - (releasedAt ?? lastAt)) }),
  };
}
