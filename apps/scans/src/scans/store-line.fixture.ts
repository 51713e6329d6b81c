import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Stoppable } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';

/** A connection to the store that can be cut. */
export interface StoreLine extends Stoppable {
  /** The URL of the store through this connection only. */
  readonly url: string;
  /** Closes all sockets and refuses new ones. */
  cut(): void;
  mend(): void;
}

/** @param mongodbUrl of the store, for its credentials. @param mongo used to find its primary. */
export async function openStoreLine(mongodbUrl: string, mongo: Mongo): Promise<StoreLine> {
  const { primary } = await mongo.db.command({ hello: 1 });
  const [host, port] = String(primary).split(':');
  const sockets = new Set<Socket>();
  let whole = true;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    keep(socket);
    if (!whole) return void socket.destroy();
    const onward = connect(Number(port), host);
    keep(onward);
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no TCP address');
  const url = new URL(mongodbUrl);
  return {
    url: `mongodb://${url.username === '' ? '' : `${url.username}:${url.password}@`}127.0.0.1:${address.port}/?directConnection=true`,
    cut: () => {
      whole = false;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      whole = true;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
