import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Stoppable } from '@fulfilment/kernel';

/** Passes connections to a port of this machine on to an engine. @param address as host:port. */
export async function relayTo(address: string, port: number): Promise<Stoppable> {
  const { hostname, port: target } = new URL(`tcp://${address}`);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
    }
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
