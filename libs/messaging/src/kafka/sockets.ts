import { connect, isIP, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory, ISocketFactoryArgs } from 'kafkajs';
import { lookEvery } from './look-every.ts';

export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
}

/** A broker as the clients of a process meet it. */
interface KnownBroker {
  /** Opens one more connection. */
  open: () => Socket;
  answeredAtMs: number;
  /** True from a connection that was found cut until one is answered. */
  isSilent: boolean;
  /** Those of all clients. */
  readonly sockets: Set<Socket>;
}

/** An ApiVersions request, version 0, which every broker answers, before authentication too: https://kafka.apache.org/protocol */
const ASKING = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);

/**
 * The brokers of a cluster by the addresses that they are reached at, known to all clients of a process. One that is silent is asked
 * again and again, apart from any client, until it answers.
 */
export class KnownBrokers {
  readonly #brokers = new Map<string, KnownBroker>();
  readonly #askMs: number;
  #closed = false;

  /** @param askMs between two questions, and for each answer. */
  constructor(askMs: number) {
    this.#askMs = askMs;
  }

  at({ host, port }: BrokerAddress, open: () => Socket): KnownBroker {
    const address = `${host}:${port}`;
    const known = this.#brokers.get(address) ?? { open, answeredAtMs: 0, isSilent: false, sockets: new Set() };
    known.open = open;
    this.#brokers.set(address, known);
    return known;
  }

  answered(broker: KnownBroker): void {
    broker.answeredAtMs = Date.now();
    broker.isSilent = false;
  }

  foundSilent(broker: KnownBroker): void {
    if (!broker.isSilent && this.#brokers.size > 1) this.#askLater(broker);
    broker.isSilent = true;
  }

  /** True for a silent broker while another one has answered since. */
  isAlone(broker: KnownBroker, sinceMs: number): boolean {
    return broker.isSilent && this.#brokers.values().some((other) => other !== broker && other.answeredAtMs >= sinceMs);
  }

  /** Asks no more. */
  close(): void {
    this.#closed = true;
  }

  #askLater(broker: KnownBroker): void {
    setTimeout(() => {
      if (broker.isSilent && !this.#closed) this.#ask(broker);
    }, this.#askMs).unref();
  }

  #ask(broker: KnownBroker): void {
    const socket = broker.open();
    const limit = setTimeout(() => socket.destroy(), this.#askMs).unref();
    socket.on('error', () => undefined);
    socket.once('data', () => {
      this.answered(broker);
      socket.destroy();
    });
    socket.once('close', () => {
      clearTimeout(limit);
      this.#askLater(broker);
    });
    socket.unref().write(ASKING);
  }
}

export interface SocketsOptions {
  /** Milliseconds after which a connection that was written to and from which nothing was read is broken. */
  readonly watchdogMs: number;
  /** The brokers as other clients of the process know them. */
  readonly known: KnownBrokers;
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
 * that was cut in silence would be used for ever. Where one is found cut, all to its broker that were silent as long are broken with
 * it: KafkaJS has two to a broker, and would notice the second only after waiting for the first.
 *
 * The kernel of a machine whose broker hangs takes connections to it, so each of them would be waited for as long. While others of the
 * cluster answer, all connections of the process to a silent broker are broken, and new ones fail at once, until it answers: KafkaJS
 * asks another broker who leads.
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
    const { dial = (broker: BrokerAddress) => broker, known } = this.#options;
    const address = dial(request);
    const broker = known.at(address, () => openSocket(address, { ...request, onConnect: () => undefined }));
    if (this.#isAlone(broker, Date.now())) return brokenSocket(`The broker at ${address.host}:${address.port} is silent`);
    const watched = watch(openSocket(address, request), broker, known);
    this.#open.add(watched);
    broker.sockets.add(watched.socket);
    watched.socket.once('close', () => {
      this.#open.delete(watched);
      broker.sockets.delete(watched.socket);
    });
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
    const { watchdogMs, known } = this.#options;
    const nowMs = Date.now();
    for (const watched of this.#open)
      if (watched.socket.bytesWritten > watched.writtenAtLastRead) watched.waitingSinceMs ??= nowMs;
    const isCut = ({ waitingSinceMs = nowMs }: Watched): boolean => nowMs - waitingSinceMs >= watchdogMs;
    const found = new Set(
      Array.from(this.#open)
        .filter(isCut)
        .map(({ broker }) => broker),
    );
    for (const broker of found) known.foundSilent(broker);
    for (const { socket, broker, readAtMs } of found.size > 0 ? this.#open : [])
      if (found.has(broker) && nowMs - readAtMs >= watchdogMs) breakOff(socket, watchdogMs);
    for (const broker of found)
      if (this.#isAlone(broker, nowMs)) for (const socket of broker.sockets) breakOff(socket, watchdogMs);
  }

  #isAlone(broker: KnownBroker, nowMs: number): boolean {
    const { known, watchdogMs } = this.#options;
    return known.isAlone(broker, nowMs - watchdogMs);
  }
}

function brokenSocket(reason: string): Socket {
  const socket = new Socket();
  // KafkaJS listens to it once it has it.
  setImmediate(() => socket.destroy(new Error(reason)));
  return socket;
}

/** KafkaJS listens to `error` and `end`, not to `close`: without an error it would not notice. */
function breakOff(socket: Socket, silentForMs: number): void {
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

function watch(socket: Socket, broker: KnownBroker, known: KnownBrokers): Watched {
  const watched: Watched = { socket, broker, readAtMs: Date.now(), writtenAtLastRead: 0, waitingSinceMs: undefined };
  socket.on('data', () => {
    known.answered(broker);
    watched.readAtMs = broker.answeredAtMs;
    watched.writtenAtLastRead = socket.bytesWritten;
    watched.waitingSinceMs = undefined;
  });
  return watched;
}
