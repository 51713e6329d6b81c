import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory, ISocketFactoryArgs } from 'kafkajs';
import { lookEvery } from './look-every.ts';

export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
}

export interface SocketsOptions {
  /** Milliseconds after which a connection that was written to and from which nothing was read is broken. */
  readonly watchdogMs: number;
  /** Maps the address a broker advertises to the one it is reached at; the same by default. */
  readonly dial?: ((broker: BrokerAddress) => BrokerAddress) | undefined;
}

const KEEP_ALIVE_MS = 60_000;
const CHECKS_PER_WATCHDOG = 7;

interface Watched {
  readonly socket: Socket;
  readAtMs: number;
  writtenAtLastRead: number;
  waitingSinceMs: number | undefined;
}

/**
 * The connections of one KafkaJS client, with a read watchdog. KafkaJS keeps the connection of a request that timed out, so one
 * that was cut in silence would be used for ever. Where one is found cut, all that were silent as long are broken with it: KafkaJS
 * has two to a broker, and would notice the second only after waiting for the first.
 */
export class Sockets {
  readonly #open = new Set<Watched>();
  readonly #options: SocketsOptions;
  readonly #endWatchdog: () => void;
  #closed = false;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#endWatchdog = lookEvery(options.watchdogMs / CHECKS_PER_WATCHDOG, () => this.#breakSilent());
  }

  readonly factory: ISocketFactory = (request) => {
    if (this.#closed) throw new Error('This client was abandoned');
    const { dial = (broker: BrokerAddress) => broker } = this.#options;
    const watched = watch(openSocket(dial(request), request));
    this.#open.add(watched);
    watched.socket.once('close', () => this.#open.delete(watched));
    return watched.socket;
  };

  /** Breaks all connections and refuses new ones: nothing that KafkaJS still tries can reach the broker. */
  close(): void {
    this.#closed = true;
    this.#endWatchdog();
    for (const { socket } of this.#open)
      socket.destroy(socket.writableEnded ? undefined : new Error('This client was abandoned'));
  }

  #breakSilent(): void {
    const { watchdogMs } = this.#options;
    const nowMs = Date.now();
    for (const watched of this.#open)
      if (watched.socket.bytesWritten > watched.writtenAtLastRead) watched.waitingSinceMs ??= nowMs;
    const isCut = ({ waitingSinceMs }: Watched): boolean => waitingSinceMs !== undefined && nowMs - waitingSinceMs >= watchdogMs;
    if (!Array.from(this.#open).some(isCut)) return;
    for (const { socket, readAtMs } of this.#open) {
      // KafkaJS listens to `error` and `end`, not to `close`: without an error it would not notice.
      if (nowMs - readAtMs >= watchdogMs) socket.destroy(new Error(`Nothing came from the broker for ${watchdogMs} ms`));
    }
  }
}

function openSocket({ host, port }: BrokerAddress, { ssl, onConnect }: ISocketFactoryArgs): Socket {
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
