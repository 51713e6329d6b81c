import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { TOPICS } from '@fulfilment/contracts';
import { delay, newId, tenantKey } from '@fulfilment/kernel';
import { cloudEventHeaders, type EventLog, openKafkaLog, type OutgoingRecord } from '@fulfilment/messaging';
import { silentLogger } from '@fulfilment/observability';
import { serveJobs } from '../load/start-process.ts';
import { type PublisherJob, publisherJob } from './jobs.ts';

// What the scans service does for the broker, without the service: only webhooks are measured.

const AT_ONCE = 200;
const TICK_MS = 10;

let log: EventLog | undefined;
let published = 0;

function logAt(brokers: string): EventLog {
  log ??= openKafkaLog({
    brokers: brokers.split(','),
    clientId: 'benchmark',
    topicPrefix: '',
    logger: silentLogger,
    onFatal: (error) => {
      throw error;
    },
  });
  return log;
}

const eventsOf = (accountId: string, count: number) =>
  Array.from({ length: count }, () => scanEvent(accountId, (published += 1)));

async function publish({ brokers, accountId, events }: Extract<PublisherJob, { kind: 'publish' }>): Promise<void> {
  for (let left = events; left > 0; left -= AT_ONCE) {
    await logAt(brokers).append(eventsOf(accountId, Math.min(left, AT_ONCE)));
  }
}

type Stream = Extract<PublisherJob, { kind: 'publish-steadily' }>;

/** An event is due at its time whether or not those before it are in the log. */
async function publishSteadily({ brokers, accountId, perSecond, forMs }: Stream): Promise<number> {
  const beganAt = performance.now();
  const appends: Promise<void>[] = [];
  let events = 0;
  while (performance.now() - beganAt < forMs) {
    const due = Math.floor(((performance.now() - beganAt) / 1_000) * perSecond) - events;
    if (due > 0) appends.push(logAt(brokers).append(eventsOf(accountId, due)));
    events += Math.max(0, due);
    await delay(TICK_MS);
  }
  await Promise.all(appends);
  return events;
}

serveJobs(publisherJob, async (job) => {
  if (job.kind === 'publish-steadily') return { events: await publishSteadily(job) };
  await publish(job);
  return { events: job.events };
});

/** Enough for all partitions to have some. */
const DEVICES = 60;

/** The event of a scan that never was, as the scans service says it. @param nth of many, each of the next device. */
function scanEvent(accountId: string, nth: number): OutgoingRecord {
  const at = new Date();
  const id = newId('evt');
  const deviceId = `gun-${nth % DEVICES}`;
  const sample = SAMPLE_EVENTS['scan.completed'];
  const data = { ...sample.data, id: newId('scn'), device_id: deviceId };
  const event = { ...sample, id, created_at: at.toISOString(), account_id: accountId, data };
  return {
    topic: TOPICS.scansEvents,
    key: `${tenantKey({ accountId, environment: 'sandbox' })}|${deviceId}`,
    value: JSON.stringify(event),
    headers: cloudEventHeaders({ id, type: event.type, source: 'scans', subject: data.id, at, requestId: 'req_benchmark' }),
  };
}
