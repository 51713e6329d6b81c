import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { TOPICS } from '@fulfilment/contracts';
import { newId, type Stoppable, tenantKey } from '@fulfilment/kernel';
import { cloudEventHeaders, openKafkaLog, type OutgoingRecord } from '@fulfilment/messaging';
import { silentLogger } from '@fulfilment/observability';

/** Events of scans that never were, put on their topic as the scans service puts them: only webhooks is measured. */
export interface Publisher extends Stoppable {
  /** Publishes one event after the other of each of these accounts, `each` times. */
  publish(accountIds: readonly string[], each: number): Promise<void>;
  /** Publishes a record that is no event. */
  publishUnreadable(): Promise<void>;
}

/** Records that are appended at once. */
const AT_ONCE = 2_000;

/** @param brokers as `KAFKA_BROKERS` has them. */
export function openPublisher(brokers: string): Publisher {
  const log = openKafkaLog({
    brokers: brokers.split(','),
    clientId: 'drill',
    topicPrefix: '',
    logger: silentLogger,
    onFatal: (error) => {
      throw error;
    },
  });
  return {
    publish: async (accountIds, each) => {
      const records = Array.from({ length: each }, () => accountIds.map(scanEvent)).flat();
      for (let first = 0; first < records.length; first += AT_ONCE) await log.append(records.slice(first, first + AT_ONCE));
    },
    publishUnreadable: () => log.append([{ topic: TOPICS.scansEvents, key: 'unreadable', value: 'no JSON', headers: {} }]),
    stop: () => log.stop(),
  };
}

function scanEvent(accountId: string): OutgoingRecord {
  const at = new Date();
  const id = newId('evt');
  const sample = SAMPLE_EVENTS['scan.completed'];
  const data = { ...sample.data, id: newId('scn') };
  const event = { ...sample, id, created_at: at.toISOString(), account_id: accountId, data };
  return {
    topic: TOPICS.scansEvents,
    key: `${tenantKey({ accountId, environment: 'sandbox' })}|gun-1`,
    value: JSON.stringify(event),
    headers: cloudEventHeaders({ id, type: event.type, source: 'scans', subject: data.id, at, requestId: 'req_drill' }),
  };
}
