// Ambient declarations, which packages that import this file do not include.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./kafkajs-internals.d.ts" />
import type { KafkaSecurity } from '@fulfilment/config';
import { assertNever } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import { Kafka, type LogEntry, logLevel, type SASLOptions } from 'kafkajs';
import manifest from 'kafkajs/package.json' with { type: 'json' };
import Cluster from 'kafkajs/src/cluster/index.js';
import SubscriptionState from 'kafkajs/src/consumer/subscriptionState.js';
import Connection from 'kafkajs/src/network/connection.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { createErrorFromCode } from 'kafkajs/src/protocol/error.js';
import metadataRequests from 'kafkajs/src/protocol/requests/metadata/index.js';
import produceRequests from 'kafkajs/src/protocol/requests/produce/index.js';
import { cutAtJoins } from './group-joins.ts';
import { holdFetchesLong } from './long-fetch.ts';
import { lookEvery } from './look-every.ts';
import { type BrokerAddress, type KnownBrokers, Sockets } from './sockets.ts';

/**
 * Timeouts of the Kafka clients in milliseconds. They belong together: a heartbeat is due several times within a session, and the
 * read watchdog waits longer than the longest answer the broker may hold back (a join, for one rebalance).
 */
export const KAFKA_TIMES = {
  connect: 5_000,
  request: 10_000,
  /** A connection on which something was written and nothing read for this long is abandoned. */
  readWatchdog: 7_000,
  /** An answer that no broker holds back is late after this long. */
  prompt: 1_500,
  /** Between two questions to a broker that was found silent, or late, and for each answer. */
  silentBroker: 1_000,
  /** A killed member is missed after this long: with 6 s its partitions stood still for 6.1 s, with 15 s for 15.5 s. */
  session: 6_000,
  heartbeat: 750,
  rebalance: 5_000,
  /** The broker holds a fetch without new records for this long: shorter than the read watchdog. */
  fetchWait: 5_000,
  /** The same while a partition of the consumer is paused: it goes on with the next fetch. */
  fetchWaitPaused: 250,
  /** A consumer sees new partitions, and the leaders of those that had none, after this long. */
  metadata: 15_000,
  /** An append that is not acknowledged by then is abandoned with its producer; long enough for one watchdog and one retry. */
  append: 20_000,
  /** A commit without an answer for this long is made again. */
  commit: 3_000,
  /** A request of the admin client, and the goodbye of a client that stops. */
  admin: 10_000,
  /** The creation of all topics, until each partition has a leader: a loaded broker takes seconds for some hundred partitions. */
  topics: 30_000,
  leave: 10_000,
} as const;

/** Retries of requests within one client; its caller retries for as long as it takes. */
const KAFKA_RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 } as const;

/** How Kafka is reached. */
export interface KafkaClientOptions {
  /** `host:port` of some brokers; they name the others. */
  readonly brokers: readonly string[];
  /** Seen in the broker's logs and quotas. */
  readonly clientId: string;
  readonly logger: Logger;
  /** TLS and authentication; none by default. */
  readonly security?: KafkaSecurity;
  /** Maps the address a broker advertises to the one it is reached at; the same by default. */
  readonly dial?: ((broker: BrokerAddress) => BrokerAddress) | undefined;
  /** The brokers as all clients of the process know them. */
  readonly known: KnownBrokers;
}

/** One KafkaJS client with sockets of its own. After a failure it is abandoned and replaced by another. */
export class KafkaClient {
  readonly kafka: Kafka;
  readonly #sockets: Sockets;

  constructor({ brokers, clientId, logger, security = {}, dial, known }: KafkaClientOptions) {
    this.#sockets = new Sockets({ watchdogMs: KAFKA_TIMES.readWatchdog, promptMs: KAFKA_TIMES.prompt, dial, known });
    this.kafka = new Kafka({
      brokers: [...brokers],
      clientId,
      ...(security.tls ? { ssl: security.tls } : {}),
      ...(security.sasl ? { sasl: saslOf(security.sasl) } : {}),
      connectionTimeout: KAFKA_TIMES.connect,
      requestTimeout: KAFKA_TIMES.request,
      retry: KAFKA_RETRY,
      socketFactory: this.#sockets.factory,
      logLevel: logLevel.INFO,
      logCreator: () => (entry) => writeLog(logger, entry),
    });
  }

  /** Breaks its connections for good. */
  abandon(): void {
    this.#sockets.close();
  }
}

/** KafkaJS has an overload for each mechanism. */
function saslOf({ mechanism, ...credentials }: NonNullable<KafkaSecurity['sasl']>): SASLOptions {
  switch (mechanism) {
    case 'plain':
      return { mechanism, ...credentials };
    case 'scram-sha-256':
      return { mechanism, ...credentials };
    case 'scram-sha-512':
      return { mechanism, ...credentials };
    default:
      return assertNever(mechanism);
  }
}

/** KafkaJS logs as errors what it retries by itself; what it gives up reaches the caller as an error. */
function writeLog(logger: Logger, { namespace, level, log }: LogEntry): void {
  const { error, broker, groupId: group, topic, partition } = log;
  const facts = { kafkajs: namespace, error, broker, group, topic, partition };
  if (level === logLevel.ERROR) logger.warn(facts, log.message);
  else logger.debug(facts, log.message);
}

const KNOWN_VERSION = '2.2.4';
const NEXT_CHECK_MS = 10;
const TIMEOUT_CHECK_MS = 1_000;

let repaired = false;

/**
 * Repairs faults of KafkaJS 2.2.4 in place, once per process.
 *
 * The timer of a connection's request queue fires each millisecond with nothing to send (tulios/kafkajs#1556, #1704) and asks
 * Node 24 for a negative timeout (#1751): an idle process took 2.6 % of a core, and takes 0.6 % without it. Each connection
 * also looks ten times a second for requests of 10 s that took too long: once a second for all connections is enough.
 *
 * A fetch that waits at the broker holds up heartbeats, rebalances and the stop, and one that begins behind a stop never ends:
 * {@link holdFetchesLong}.
 *
 * A join that fails leaves a consumer that goes on with what was assigned before: {@link cutAtJoins}.
 *
 * Requests that together find a connection broken open one each, and all but the last are never used nor closed.
 *
 * One partition with an error makes the answer to a Metadata or Produce request fail for all of its partitions: the error of a
 * partition stays in the answer instead, and of one without a leader that is below 0.
 *
 * A partition without a leader makes a request for the offsets of its topic fail, and with it a consumer that joins: the cluster is
 * asked for its leader once more, and without one it has {@link NO_OFFSET}.
 *
 * A fetch asks for partitions in the same order each time, and the broker gives a record batch that is larger than the share of its
 * partition only to the first that has records (KIP-74): those behind it would wait for as long as it has some.
 *
 * @throws Error with any other version of KafkaJS, whose internals may differ.
 */
export function repairKafkaJs(): void {
  if (manifest.version !== KNOWN_VERSION) {
    throw new Error(`KafkaJS ${manifest.version} is installed; its faults are known for ${KNOWN_VERSION} only`);
  }
  if (repaired) return;
  repaired = true;
  RequestQueue.prototype.scheduleCheckPendingRequests = scheduleNextCheck;
  Connection.prototype.connect = connectOnce(Connection.prototype.connect);
  RequestQueue.prototype.scheduleRequestTimeoutCheck = checkTimeouts;
  SubscriptionState.prototype.assigned = inTurn(SubscriptionState.prototype.assigned);
  const { fetchWait: idleMs, fetchWaitPaused: pausedMs, heartbeat: heartbeatMs } = KAFKA_TIMES;
  holdFetchesLong({ idleMs, pausedMs, heartbeatMs });
  cutAtJoins();
  keepPartitionErrors();
  Cluster.prototype.fetchTopicsOffset = ofLeaders(Cluster.prototype.fetchTopicsOffset);
}

/** The begin and the end of a partition that has no leader; also KafkaJS's own word for an offset that is not known. */
const NO_OFFSET = '-1';

type FetchOffsets = typeof Cluster.prototype.fetchTopicsOffset;

function ofLeaders(fetch: FetchOffsets): FetchOffsets {
  return async function fetchOfLeaders(topics) {
    const byLeader = () =>
      topics.map((each) => {
        const ids = each.partitions.map(({ partition }) => partition);
        const without = new Set(this.findLeaderForPartitions(each.topic, ids)['-1']);
        return { ...each, without, partitions: each.partitions.filter(({ partition }) => !without.has(partition)) };
      });
    if (byLeader().every(({ without }) => without.size === 0)) return fetch.call(this, topics);
    // A broker that has just started names leaders late, and KafkaJS would keep what it said for minutes.
    await this.refreshMetadata();
    const asked = byLeader();
    const answered = await fetch.call(
      this,
      asked.filter(({ partitions }) => partitions.length > 0),
    );
    return asked.map(({ topic, without }) => {
      const known = answered.find((answer) => answer.topic === topic)?.partitions ?? [];
      return { topic, partitions: [...known, ...Array.from(without, (partition) => ({ partition, offset: NO_OFFSET }))] };
    });
  };
}

function keepPartitionErrors(): void {
  for (const version of metadataRequests.versions) {
    const { response } = metadataRequests.protocol({ version })({ topics: [] });
    const { parse } = response;
    response.parse = (answer) =>
      parse({
        ...answer,
        topicMetadata: answer.topicMetadata.map((topic) => ({
          ...topic,
          partitionMetadata: topic.partitionMetadata.map((partition) => ({ ...partition, partitionErrorCode: 0 })),
        })),
      });
  }
  for (const version of produceRequests.versions) {
    const { response } = produceRequests.protocol({ version })({ topicData: [] });
    response.parse = (answer) => Promise.resolve(answer);
  }
}

function scheduleNextCheck(this: typeof RequestQueue.prototype): void {
  if (this.pending.length === 0 || this.throttleCheckTimeoutId) return;
  const waitMs = Math.max(NEXT_CHECK_MS, this.throttledUntil - Date.now());
  this.throttleCheckTimeoutId = setTimeout(() => {
    this.throttleCheckTimeoutId = null;
    this.checkPendingRequests();
  }, waitMs);
}

/** Ends of the looks for requests that took too long, by the queue of their connection. */
const endsOfLooks = new WeakMap<typeof RequestQueue.prototype, () => void>();

function checkTimeouts(this: typeof RequestQueue.prototype): void {
  this.destroy();
  endsOfLooks.get(this)?.();
  const end = lookEvery(TIMEOUT_CHECK_MS, () => {
    for (const request of this.inflight.values()) {
      if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
    }
    if (this.isConnected()) return;
    end();
    this.destroy();
  });
  endsOfLooks.set(this, end);
}

type Connect = (this: typeof Connection.prototype) => Promise<boolean>;

function connectOnce(connect: Connect): Connect {
  const underWay = new WeakMap<typeof Connection.prototype, Promise<boolean>>();
  return function connectShared() {
    const known = underWay.get(this);
    if (known) return known;
    const connecting = connect.call(this).finally(() => underWay.delete(this));
    underWay.set(this, connecting);
    return connecting;
  };
}

type Assigned = (this: typeof SubscriptionState.prototype) => { topic: string; partitions: number[] }[];

function inTurn(assigned: Assigned): Assigned {
  return function assignedInTurn() {
    return rotated(assigned.call(this).map(({ topic, partitions }) => ({ topic, partitions: rotated(partitions) })));
  };
}

function rotated<Item>(items: readonly Item[]): Item[] {
  const first = Math.floor(Math.random() * items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}

/** The fields KafkaJS puts on its errors; it exports no classes that an ES module could name. */
interface KafkaFailure {
  readonly name: string;
  readonly type: string | undefined;
  readonly retriable: boolean | undefined;
  readonly cause: unknown;
}

/** Answers of the broker to a record it will never accept (Kafka protocol, error codes 10, 18, 32 and 87). */
const REFUSALS = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_TIMESTAMP', 'INVALID_RECORD']);

/** Failures that KafkaJS gives up on, though a new client can succeed. */
const RETRYABLE = new Set(['KafkaJSNumberOfRetriesExceeded', 'KafkaJSLockTimeout', 'KafkaJSGroupCoordinatorNotFound']);

/** True where the broker will never accept one of the records, however often they are sent. */
export function isRefusal(error: unknown): boolean {
  const failure = asKafkaFailure(error);
  return failure !== undefined && (REFUSALS.has(failure.type ?? '') || isRefusal(failure.cause));
}

/** The broker's reason for an answer with an error, in one line; undefined for a failure that is no answer. */
export function refusalOf(error: unknown): string | undefined {
  const failure = asKafkaFailure(error);
  if (failure?.type !== undefined && error instanceof Error) return `${error.message.split('\n', 1)[0]} (${failure.type})`;
  return failure?.cause === undefined ? undefined : refusalOf(failure.cause);
}

/** The error that the broker's `code` stands for. */
export function brokerError(code: number): Error {
  return createErrorFromCode(code);
}

/** True for the answer of a broker that did nothing, and may do it later. */
export function isPassingAnswer(error: unknown): boolean {
  const failure = asKafkaFailure(error);
  return failure?.type !== undefined && failure.retriable === true;
}

/** True where a group has members that take no part in what a member of ours does: those of another program. */
export function isOfAnotherProgram(error: unknown): boolean {
  const failure = asKafkaFailure(error);
  return failure !== undefined && (failure.type === 'INCONSISTENT_GROUP_PROTOCOL' || isOfAnotherProgram(failure.cause));
}

/** True where a new client may succeed after this one stopped. */
export function isRetryableByNewClient(error: unknown): boolean {
  const failure = asKafkaFailure(error);
  if (!failure) return false;
  return failure.retriable === true || RETRYABLE.has(failure.name) || isRetryableByNewClient(failure.cause);
}

function asKafkaFailure(error: unknown): KafkaFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  return {
    name: error.name,
    type: 'type' in error && typeof error.type === 'string' ? error.type : undefined,
    retriable: 'retriable' in error && typeof error.retriable === 'boolean' ? error.retriable : undefined,
    cause: error.cause === error ? undefined : error.cause,
  };
}
