import type { Stoppable } from '@fulfilment/kernel';
import { type EventLog, type IncomingRecord, openKafkaLog } from '@fulfilment/messaging';
import { makeLogger } from '@fulfilment/observability';
import type { EngineAddresses } from '@fulfilment/testing';

/** The topics of a system, as an operator reaches them: past all services. */
export interface Topics extends Stoppable {
  readonly append: EventLog['append'];
  /** Records of the topics that are read, each once. */
  readonly records: readonly IncomingRecord[];
}

/** @throws Error if a topic cannot be read. */
export async function openTopics(
  { kafkaBrokers }: EngineAddresses,
  { topicPrefix, read }: { readonly topicPrefix: string; readonly read: readonly string[] },
): Promise<Topics> {
  const logger = makeLogger({ service: 'e2e', level: 'error' });
  const failures: unknown[] = [];
  const log = openKafkaLog({
    brokers: kafkaBrokers.split(','),
    clientId: 'e2e',
    logger,
    topicPrefix,
    onFatal: (error) => failures.push(error),
  });
  const records = new Map<string, IncomingRecord>();
  const consumption = await log.consume({
    group: 'e2e',
    topics: read,
    handle: async ({ records: came }) => {
      for (const record of came) records.set(`${record.topic}/${record.partition}/${record.offset}`, record);
    },
  });
  await consumption.ready();
  return {
    append: (outgoing) => log.append(outgoing),
    get records() {
      return [...records.values()];
    },
    stop: async () => {
      await log.stop();
      if (failures.length > 0) throw new AggregateError(failures, 'reading the topics ended');
    },
  };
}
