import type { Logger } from '@fulfilment/observability';
import { Kafka, type LogEntry, logLevel } from 'kafkajs';
import { KAFKA_RETRY, KAFKA_TIMES } from './kafka-settings.ts';
import { type BrokerAddress, makeSockets } from './kafka-sockets.ts';

export interface KafkaClientOptions {
  /** `host:port` of some brokers; they name the others. */
  readonly brokers: readonly string[];
  /** Seen in the broker's logs and quotas. */
  readonly clientId: string;
  readonly logger: Logger;
  /** Where a broker is really reached, if not at the address it gives itself. */
  readonly dial?: ((broker: BrokerAddress) => BrokerAddress) | undefined;
}

/** One life of a KafkaJS client. After a failure it is abandoned and another made. */
export interface KafkaClient {
  readonly kafka: Kafka;
  /** Breaks its connections for good. */
  abandon(): void;
}

export function makeKafkaClient({ brokers, clientId, logger, dial }: KafkaClientOptions): KafkaClient {
  const sockets = makeSockets({ watchdogMs: KAFKA_TIMES.readWatchdog, dial });
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: KAFKA_TIMES.connect,
    requestTimeout: KAFKA_TIMES.request,
    retry: KAFKA_RETRY,
    socketFactory: sockets.factory,
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => writeLog(logger, entry),
  });
  return { kafka, abandon: sockets.close };
}

/** KafkaJS logs as an error what it tries again by itself; what it gives up reaches us as an error of the call. */
function writeLog(logger: Logger, { namespace, log }: LogEntry): void {
  logger.debug({ kafkajs: namespace, error: log['error'], broker: log['broker'], group: log['groupId'] }, log.message);
}
