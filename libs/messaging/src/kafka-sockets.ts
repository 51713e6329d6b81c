import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory, ISocketFactoryArgs } from 'kafkajs';

export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
}

/** The connections of one KafkaJS client. */
export interface Sockets {
  readonly factory: ISocketFactory;
  /** Breaks all of them and refuses new ones: nothing that KafkaJS still tries can reach the broker. */
  readonly close: () => void;
}

export interface SocketsOptions {
  /** Milliseconds after which a connection that was written to and from which nothing was read is broken. */
  readonly watchdogMs: number;
  /** Where a broker is really reached, if not at the address it gives itself. */
  readonly dial?: ((broker: BrokerAddress) => BrokerAddress) | undefined;
}

const KEEP_ALIVE_MS = 60_000;
const LOOKS_PER_WATCH = 16;

/** A request that times out leaves its connection open in KafkaJS, so a connection cut in silence would be used for ever. */
export function makeSockets({ watchdogMs, dial = (broker) => broker }: SocketsOptions): Sockets {
  const open = new Set<Socket>();
  let closed = false;
  return {
    factory: (request) => {
      if (closed) throw new Error('This client was given up');
      const socket = dialBroker(dial(request), request);
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      watch(socket, watchdogMs);
      return socket;
    },
    close: () => {
      closed = true;
      for (const socket of open) socket.destroy(socket.writableEnded ? undefined : new Error('This client was given up'));
    },
  };
}

function dialBroker({ host, port }: BrokerAddress, { ssl, onConnect }: ISocketFactoryArgs): Socket {
  const servername = isIP(host) ? {} : { servername: host };
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- KafkaJS leaves `ssl` out where its type says that it is there.
  const socket = ssl ? connectTls({ host, port, ...servername, ...ssl }, onConnect) : connect({ host, port }, onConnect);
  return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
}

function watch(socket: Socket, watchdogMs: number): void {
  let writtenAtLastRead = 0;
  let waitingSinceMs: number | undefined;
  socket.on('data', () => {
    writtenAtLastRead = socket.bytesWritten;
    waitingSinceMs = undefined;
  });
  const timer = setInterval(() => {
    if (socket.bytesWritten <= writtenAtLastRead) return;
    waitingSinceMs ??= Date.now();
    // Without an error KafkaJS would not hear of it: it listens to `error` and `end`, not to `close`.
    if (Date.now() - waitingSinceMs >= watchdogMs) socket.destroy(new Error(`Nothing came from the broker for ${watchdogMs} ms`));
  }, watchdogMs / LOOKS_PER_WATCH).unref();
  socket.once('close', () => clearInterval(timer));
}
