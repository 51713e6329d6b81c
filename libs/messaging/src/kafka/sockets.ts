import { connect, isIP, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
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
  connect: () => Socket;
  answeredAtMs: number;
  /** True from a connection that was found cut until one is answered. */
  isSilent: boolean;
  /** True while it is asked whether it answers on new connections. */
  isDoubted: boolean;
  /** The connections of all clients. */
  readonly open: Set<Watched>;
}

interface Watched {
  readonly socket: Socket;
  readonly broker: KnownBroker;
  readAtMs: number;
  writtenAtLastRead: number;
  waitingSinceMs: number | undefined;
  /** When the first request that has no answer was written, if brokers answer it promptly. */
  promptSinceMs: number | undefined;
}

/** An ApiVersions request, version 0, which every broker answers, before authentication too: https://kafka.apache.org/protocol */
const ASKING = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);

/**
 * The keys of APIs whose answers no broker holds back: ListOffsets, Metadata, OffsetFetch and Heartbeat. A fetch waits for records, a join
 * for other members.
 */
const PROMPT: readonly number[] = [2, 3, 9, 12];
/** Those that wait for replicas, where there are any: Produce and OffsetCommit. */
const REPLICATED: readonly number[] = [0, 8];
/** A request begins with its length in 4 bytes and the key of its API in 2. */
const API_KEY_AT = 4;

/**
 * The brokers of a cluster by the addresses that they are reached at, known to all clients of a process. One that is silent is asked
 * again and again, apart from any client, until it answers; one that left a request without an answer is asked whether it does.
 */
export class KnownBrokers {
  readonly #brokers = new Map<string, KnownBroker>();
  readonly #askMs: number;
  #closed = false;

  /** @param askMs between two questions, and for each answer. */
  constructor(askMs: number) {
    this.#askMs = askMs;
  }

  at({ host, port }: BrokerAddress, connectTo: () => Socket): KnownBroker {
    const address = `${host}:${port}`;
    const unknown = { connect: connectTo, answeredAtMs: 0, isSilent: false, isDoubted: false, open: new Set<Watched>() };
    const known = this.#brokers.get(address) ?? unknown;
    known.connect = connectTo;
    this.#brokers.set(address, known);
    return known;
  }

  /** True of an API whose answer no broker holds back. */
  isPrompt(api: number): boolean {
    return PROMPT.includes(api) || (REPLICATED.includes(api) && this.#brokers.size === 1);
  }

  answered(broker: KnownBroker): void {
    broker.answeredAtMs = Date.now();
    broker.isSilent = false;
  }

  foundSilent(broker: KnownBroker): void {
    if (!broker.isSilent && this.#brokers.size > 1) void this.#askUntilItAnswers(broker);
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

  /** True where it answers twice over new connections, one answer some time after the other: one that hung answers what had come by then. */
  async answersTwice(broker: KnownBroker): Promise<boolean> {
    broker.isDoubted = true;
    try {
      if (!(await this.#answers(broker))) return false;
      await rest(this.#askMs);
      return await this.#answers(broker);
    } finally {
      broker.isDoubted = false;
    }
  }

  async #askUntilItAnswers(broker: KnownBroker): Promise<void> {
    do await rest(this.#askMs);
    while (broker.isSilent && !this.#closed && !(await this.#answers(broker)));
  }

  #answers(broker: KnownBroker): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = broker.connect();
    const limit = setTimeout(() => socket.destroy(), this.#askMs).unref();
    socket.on('error', () => undefined);
    socket.once('data', () => {
      this.answered(broker);
      resolve(true);
      socket.destroy();
    });
    socket.once('close', () => {
      clearTimeout(limit);
      resolve(false);
    });
    socket.unref().write(ASKING);
    return promise;
  }
}

/** Keeps no process running. */
const rest = (ms: number): Promise<void> => wait(ms, undefined, { ref: false });

export interface SocketsOptions {
  /** Milliseconds after which a connection that was written to and from which nothing was read is broken. */
  readonly watchdogMs: number;
  /** Milliseconds after which a request that brokers answer promptly is late: it may be on a connection that is half-open. */
  readonly promptMs: number;
  /** The brokers as other clients of the process know them. */
  readonly known: KnownBrokers;
  /** Maps the address a broker advertises to the one it is reached at; the same by default. */
  readonly dial?: ((broker: BrokerAddress) => BrokerAddress) | undefined;
}

const KEEP_ALIVE_MS = 60_000;
const CHECKS_PER_WATCHDOG = 7;

/**
 * The connections of one KafkaJS client, with a read watchdog. KafkaJS keeps the connection of a request that timed out, so one
 * that was cut in silence would be used for ever. Where one is found cut, all to its broker that were silent as long are broken with
 * it: KafkaJS has two to a broker, and would notice the second only after waiting for the first.
 *
 * The kernel of a machine whose broker hangs takes connections to it, so each of them would be waited for as long. While others of the
 * cluster answer, all connections of the process to a silent broker are broken, and new ones fail at once, until it answers: KafkaJS
 * asks another broker who leads.
 *
 * On a connection that is half-open no byte arrives again, and neither end is told. A request that brokers answer promptly tells of one
 * sooner than the watchdog: where it has no answer and the broker answers others, its connection and all of the process to this broker
 * on which nothing came since then are broken.
 */
export class Sockets {
  readonly #open = new Set<Watched>();
  readonly #options: SocketsOptions;
  readonly #endWatchdog: () => void;
  #closed = false;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#endWatchdog = lookEvery(options.watchdogMs / CHECKS_PER_WATCHDOG, () => {
      this.#breakSilent();
      this.#doubtLate();
    });
  }

  readonly factory: ISocketFactory = (request) => {
    if (this.#closed) throw new Error('This client was abandoned');
    const { dial = (broker: BrokerAddress) => broker, known } = this.#options;
    const address = dial(request);
    const broker = known.at(address, () => openSocket(address, { ...request, onConnect: () => undefined }));
    if (this.#isAlone(broker, Date.now())) return brokenSocket(`The broker at ${address.host}:${address.port} is silent`);
    const watched = watch(openSocket(address, request), broker, known);
    this.#open.add(watched);
    broker.open.add(watched);
    watched.socket.once('close', () => {
      this.#open.delete(watched);
      broker.open.delete(watched);
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
      if (this.#isAlone(broker, nowMs)) for (const { socket } of broker.open) breakOff(socket, watchdogMs);
  }

  #doubtLate(): void {
    const lateMs = Date.now() - this.#options.promptMs;
    for (const watched of this.#open) {
      const { promptSinceMs, broker } = watched;
      if (promptSinceMs === undefined || promptSinceMs > lateMs || broker.isDoubted) continue;
      void this.#breakHalfOpen(watched, promptSinceMs);
    }
  }

  async #breakHalfOpen(late: Watched, sinceMs: number): Promise<void> {
    const answers = await this.#options.known.answersTwice(late.broker);
    if (!answers || late.promptSinceMs !== sinceMs) return;
    for (const { socket, readAtMs } of late.broker.open) if (readAtMs <= sinceMs) breakOff(socket, Date.now() - sinceMs);
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

/** The key of a request's API; -1 of bytes that are none, such as a token of SASL. */
function apiOf(request: Buffer): number {
  return request.length < API_KEY_AT + 2 ? -1 : request.readUInt16BE(API_KEY_AT);
}

function watch(socket: Socket, broker: KnownBroker, known: KnownBrokers): Watched {
  const watched: Watched = {
    socket,
    broker,
    readAtMs: Date.now(),
    writtenAtLastRead: 0,
    waitingSinceMs: undefined,
    promptSinceMs: undefined,
  };
  socket.on('data', () => {
    known.answered(broker);
    watched.readAtMs = broker.answeredAtMs;
    watched.writtenAtLastRead = socket.bytesWritten;
    watched.waitingSinceMs = undefined;
    watched.promptSinceMs = undefined;
  });
  const write = socket.write.bind(socket);
  // KafkaJS writes each request whole, with its encoding.
  socket.write = (request: Uint8Array | string, encoding?: unknown) => {
    const isFirst = socket.bytesWritten === watched.writtenAtLastRead;
    if (isFirst && Buffer.isBuffer(request) && known.isPrompt(apiOf(request))) watched.promptSinceMs = Date.now();
    return typeof encoding === 'string' && Buffer.isEncoding(encoding) ? write(request, encoding) : write(request);
  };
  return watched;
}
