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

interface Watched {
  readonly socket: Socket;
  readAtMs: number;
  writtenAtLastRead: number;
  waitingSinceMs: number | undefined;
}

/**
 * A request that times out leaves its connection open in KafkaJS, so a connection cut in silence would be used for ever.
 * Where one is found cut, all that were silent as long go with it: KafkaJS has two to a broker, and would find out
 * about the second only after it had waited for the first.
 */
export function makeSockets({ watchdogMs, dial = (broker) => broker }: SocketsOptions): Sockets {
  const open = new Set<Watched>();
  let closed = false;
  const timer = setInterval(() => breakSilent(open, watchdogMs), watchdogMs / LOOKS_PER_WATCH).unref();
  return {
    factory: (request) => {
      if (closed) throw new Error('This client was given up');
      const watched = watch(dialBroker(dial(request), request));
      open.add(watched);
      watched.socket.once('close', () => open.delete(watched));
      return watched.socket;
    },
    close: () => {
      closed = true;
      clearInterval(timer);
      for (const { socket } of open) socket.destroy(socket.writableEnded ? undefined : new Error('This client was given up'));
    },
  };
}

function dialBroker({ host, port }: BrokerAddress, { ssl, onConnect }: ISocketFactoryArgs): Socket {
  const servername = isIP(host) ? {} : { servername: host };
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- KafkaJS leaves `ssl` out where its type says that it is there.
  const socket = ssl ? connectTls({ host, port, ...servername, ...ssl }, onConnect) : connect({ host, port }, onConnect);
  // Every request that finds the connection broken adds a listener: with many partitions that is no leak.
  socket.setMaxListeners(0);
  return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
}

function watch(socket: Socket): Watched {
  const watched: Watched = { socket, readAtMs: Date.now(), writtenAtLastRead: 0, waitingSinceMs: undefined };
  socket.on('data', () => {
    watched.readAtMs = Date.now();
    watched.writtenAtLastRead = socket.bytesWritten;
    watched.waitingSinceMs = undefined;
  });
  return watched;
}

function breakSilent(open: ReadonlySet<Watched>, watchdogMs: number): void {
  const nowMs = Date.now();
  for (const watched of open) if (watched.socket.bytesWritten > watched.writtenAtLastRead) watched.waitingSinceMs ??= nowMs;
  const isCut = ({ waitingSinceMs }: Watched): boolean => waitingSinceMs !== undefined && nowMs - waitingSinceMs >= watchdogMs;
  if (!Array.from(open).some(isCut)) return;
  for (const { socket, readAtMs } of open) {
    // Without an error KafkaJS would not hear of it: it listens to `error` and `end`, not to `close`.
    if (nowMs - readAtMs >= watchdogMs) socket.destroy(new Error(`Nothing came from the broker for ${watchdogMs} ms`));
  }
}
