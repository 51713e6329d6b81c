import { createServer, connect, type Socket } from 'node:net';
import type { Stoppable } from '@fulfilment/kernel';

/** A way to the gateway on which connections can be cut. */
export interface CutProxy extends Stoppable {
  readonly baseUrl: string;
  /**
   * From then on no answer to a request whose head has this text arrives: its connection ends in place of it. A browser sends a request
   * again by itself where the connection was an old one. Undefined lets all answers pass.
   */
  loseAnswersTo(text: string | undefined): void;
}

/** Listens on a free loopback port, and passes on what comes. */
export async function startCutProxy(target: string): Promise<CutProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let losing: string | undefined;
  const server = createServer((client) => {
    const gateway = connect(Number(port), hostname);
    let isLost = false;
    for (const [socket, other] of [
      [client, gateway],
      [gateway, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (losing !== undefined && bytes.includes(losing)) isLost = true;
      gateway.write(bytes);
    });
    gateway.on('data', (bytes) => (isLost ? client.destroy() : client.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no TCP address');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    loseAnswersTo: (text) => {
      losing = text;
    },
    stop: async () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
