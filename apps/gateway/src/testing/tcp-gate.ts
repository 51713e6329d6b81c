import { connect, createServer, type Socket } from 'node:net';
import type { Stoppable } from '@fulfilment/kernel';

/** Stands between a client and a server, and can be shut. */
export interface TcpGate extends Stoppable {
  readonly port: number;
  /** Breaks every connection, and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

export async function startTcpGate(to: { readonly host: string; readonly port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    return socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const target = keep(connect(to.port, to.host));
    keep(client).pipe(target).pipe(client);
    client.once('close', () => target.destroy());
    target.once('close', () => client.destroy());
  });
  const listen = async (port: number): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
    const bound = await promise;
    server.off('error', reject);
    return bound;
  };
  const shut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await listen(0);
  return { port, shut, open: async () => void (await listen(port)), stop: shut };
}
