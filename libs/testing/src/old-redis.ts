import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** The answer to a command, as the protocol of Redis (RESP2) writes it. */
type Answer = (command: string) => string;

/** A server that greets like a Redis of another version: it says its version, and no command does anything. */
export interface OldRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** @param info its answer to INFO: `redis_version:5.0.7`; an error where it begins with a minus. */
export async function startOldRedis(info: string): Promise<OldRedis> {
  const answer: Answer = (command) => {
    if (command === 'INFO') return info.startsWith('-') ? `${info}\r\n` : `$${info.length}\r\n${info}\r\n`;
    return ['HELLO', 'CLIENT'].includes(command) ? `-ERR unknown command \`${command}\`\r\n` : '+OK\r\n';
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    // Commands come as arrays of bulk strings, whose first is the command's name.
    socket.on('data', (data) => {
      for (const [, command = ''] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g))
        socket.write(answer(command.toUpperCase()));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return {
    url: `redis://127.0.0.1:${address.port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
