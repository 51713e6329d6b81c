import { createServer, type Socket } from 'node:net';
import type { Stoppable } from '@fulfilment/kernel';

/** A request as it came over a connection. */
export interface RawRequest {
  /** Of one connection: `1` for its first request. */
  readonly place: number;
  /** Request line and header. */
  readonly head: string;
  readonly socket: Socket;
}

/** A server that answers bytes of our choice, right or wrong, and counts what arrives. */
export interface RawUpstream extends Stoppable {
  readonly url: string;
  readonly arrived: RawRequest[];
  /** Told of each request once its header is whole; whatever body comes is thrown away. */
  answerWith(handler: (request: RawRequest) => void): void;
}

const END_OF_HEAD = '\r\n\r\n';
const READY = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

function sayReady({ socket }: RawRequest): void {
  socket.write(READY);
}

export async function startRawUpstream(): Promise<RawUpstream> {
  const arrived: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let handle = sayReady;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    let place = 0;
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      const end = text.indexOf(END_OF_HEAD);
      if (end < 0 || !/^[A-Z]+ \//.test(text)) return;
      // How it is, is asked all the time.
      if (text.startsWith('GET /readyz ')) return void socket.write(READY);
      place += 1;
      const request = { place, head: text.slice(0, end), socket };
      arrived.push(request);
      handle(request);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    arrived,
    answerWith: (handler) => {
      handle = handler;
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
