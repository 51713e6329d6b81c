import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory, ISocketFactoryArgs } from 'kafkajs';
import { lookEvery } from './look-every.ts';

export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
}

/** A broker as the clients of a process meet it. */
interface KnownBroker {
  answeredAtMs: number;
  /** True from a connection that was found cut until one answers. */
  isSilent: boolean;
}

/** The brokers of a cluster by the addresses that they are reached at, known to all clients of a process. */
export class KnownBrokers {
  readonly #brokers = new Map<string, KnownBroker>();

  at({ host, port }: BrokerAddress): KnownBroker {
    const address = `${host}:${port}`;
    const known = this.#brokers.get(address) ?? { answeredAtMs: 0, isSilent: false };
    this.#brokers.set(address, known);
    return known;
  }

  /** True if another of the brokers has answered since. */
  hasOtherSince(broker: KnownBroker, sinceMs: number): boolean {
    return this.#brokers.values().some((other) => other !== broker && other.answeredAtMs >= sinceMs);
  }
}

export interface SocketsOptions {
  /** Milliseconds after which a connection that was written to and from which nothing was read is broken. */
  readonly watchdogMs: number;
  /** The same for a broker that was found silent, while others answer; `watchdogMs` by default. */
  readonly silentMs?: number;
  /** Those that other clients of the process know too; none by default. */
  readonly known?: KnownBrokers | undefined;
  /** Maps the address a broker advertises to the one it is reached at; the same by default. */
  readonly dial?: ((broker: BrokerAddress) => BrokerAddress) | undefined;
}

const KEEP_ALIVE_MS = 60_000;
const CHECKS_PER_WATCHDOG = 7;

interface Watched {
  readonly socket: Socket;
  readonly broker: KnownBroker;
  readAtMs: number;
  writtenAtLastRead: number;
  waitingSinceMs: number | undefined;
}

/**
 * The connections of one KafkaJS client, with a read watchdog. KafkaJS keeps the connection of a request that timed out, so one
 * that was cut in silence would be used for ever. Where one is found cut, all that were silent as long are broken with it: KafkaJS
 * has two to a broker, and would notice the second only after waiting for the first.
 *
 * The kernel of a machine whose broker hangs takes connections to it, so each of them would be waited for as long: the broker counts
 * as silent for all clients of the process until it answers, and while others of the cluster do, it has less time.
 */
export class Sockets {
  readonly #open = new Set<Watched>();
  readonly #options: SocketsOptions;
  readonly #known: KnownBrokers;
  readonly #endWatchdog: () => void;
  #closed = false;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#known = options.known ?? new KnownBrokers();
    this.#endWatchdog = lookEvery(options.watchdogMs / CHECKS_PER_WATCHDOG, () => this.#breakSilent());
  }

  readonly factory: ISocketFactory = (request) => {
    if (this.#closed) throw new Error('This client was abandoned');
    const { dial = (broker: BrokerAddress) => broker } = this.#options;
    const address = dial(request);
    const watched = watch(openSocket(address, request), this.#known.at(address));
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
    const waitsFor = ({ waitingSinceMs = nowMs }: Watched): number => nowMs - waitingSinceMs;
    const cut = Array.from(this.#open).filter((watched) => waitsFor(watched) >= this.#patienceMs(watched, nowMs));
    for (const watched of cut) {
      watched.broker.isSilent = true;
      breakOff(watched, waitsFor(watched));
    }
    if (cut.length === 0) return;
    for (const watched of this.#open) if (nowMs - watched.readAtMs >= watchdogMs) breakOff(watched, watchdogMs);
  }

  #patienceMs({ broker }: Watched, nowMs: number): number {
    const { watchdogMs, silentMs = watchdogMs } = this.#options;
    return broker.isSilent && this.#known.hasOtherSince(broker, nowMs - watchdogMs) ? silentMs : watchdogMs;
  }
}

/** KafkaJS listens to `error` and `end`, not to `close`: without an error it would not notice. */
function breakOff({ socket }: Watched, silentForMs: number): void {
  socket.destroy(new Error(`Nothing came from the broker for ${silentForMs} ms`));
}

function openSocket({ host, port }: BrokerAddress, { ssl, onConnect }: ISocketFactoryArgs): Socket {
  const servername = isIP(host) ? {} : { servername: host };
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- KafkaJS leaves `ssl` out where its type says that it is there.
  const socket = ssl ? connectTls({ host, port, ...servername, ...ssl }, onConnect) : connect({ host, port }, onConnect);
  // Every request that finds the connection broken adds a listener: with many partitions that is no leak.
  socket.setMaxListeners(0);
  return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
}

function watch(socket: Socket, broker: KnownBroker): Watched {
  const watched: Watched = { socket, broker, readAtMs: Date.now(), writtenAtLastRead: 0, waitingSinceMs: undefined };
  socket.on('data', () => {
    watched.readAtMs = broker.answeredAtMs = Date.now();
    broker.isSilent = false;
    watched.writtenAtLastRead = socket.bytesWritten;
    watched.waitingSinceMs = undefined;
  });
  return watched;
}
