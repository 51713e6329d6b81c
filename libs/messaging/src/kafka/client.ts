import type { Logger } from '@fulfilment/observability';
import { Kafka, type LogEntry, logLevel } from 'kafkajs';
import { type BrokerAddress, Sockets } from './sockets.ts';

/**
 * Timeouts of the Kafka clients in milliseconds. They belong together: a heartbeat is due several times within a session, and the
 * read watchdog waits longer than the longest answer the broker may hold back (a join, for one rebalance).
 */
export const KAFKA_TIMES = {
  connect: 5_000,
  request: 10_000,
  /** A connection on which something was written and nothing read for this long is abandoned. */
  readWatchdog: 8_000,
  /** A killed member is missed after this long: with 6 s its partitions stood still for 6.1 s, with 15 s for 15.5 s. */
  session: 6_000,
  heartbeat: 500,
  rebalance: 6_000,
  /** The broker holds a fetch without new records for this long; heartbeats and a stop wait for it. */
  fetchWait: 250,
  /** An append that is not acknowledged by then is abandoned with its producer; long enough for one watchdog and one retry. */
  append: 20_000,
  /** A request of the admin client, and the goodbye of a client that stops. */
  admin: 10_000,
  leave: 10_000,
  /** A handler that runs longer gets no more heartbeats: another member takes its partition over. */
  longestHandler: 60_000,
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
  /** Maps the address a broker advertises to the one it is reached at; the same by default. */
  readonly dial?: ((broker: BrokerAddress) => BrokerAddress) | undefined;
}

/** One KafkaJS client with sockets of its own. After a failure it is abandoned and replaced by another. */
export class KafkaClient {
  readonly kafka: Kafka;
  readonly #sockets: Sockets;

  constructor({ brokers, clientId, logger, dial }: KafkaClientOptions) {
    this.#sockets = new Sockets({ watchdogMs: KAFKA_TIMES.readWatchdog, dial });
    this.kafka = new Kafka({
      brokers: [...brokers],
      clientId,
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

/** KafkaJS logs as errors what it retries by itself; what it gives up reaches the caller as an error. */
function writeLog(logger: Logger, { namespace, log }: LogEntry): void {
  logger.debug({ kafkajs: namespace, error: log['error'], broker: log['broker'], group: log['groupId'] }, log.message);
}
