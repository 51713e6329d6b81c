import { connect, createServer, type Socket } from 'node:net';
import type { Stoppable } from '@fulfilment/kernel';

/** Stands between a client and a server, and can be shut. */
export interface TcpGate extends Stoppable {
  readonly port: number;
  /** Breaks every connection, and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** From now on what the server answers is thrown away, and what clients send still arrives. */
  muteServer(): void;
  /** Bytes of the server that were thrown away. */
  muted(): number;
}

export async function startTcpGate(to: { readonly host: string; readonly port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let isMute = false;
  let muted = 0;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    return socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const target = keep(connect(to.port, to.host));
    keep(client).pipe(target);
    target.on('data', (bytes: Buffer) => {
      if (isMute) muted += bytes.length;
      else client.write(bytes);
    });
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
    isMute = false;
  };
  const port = await listen(0);
  return {
    port,
    shut,
    open: async () => void (await listen(port)),
    muteServer: () => {
      isMute = true;
    },
    muted: () => muted,
    stop: shut,
  };
}
