import { delay } from '@fulfilment/kernel';
import { type EventLog, openKafkaLog } from '@fulfilment/messaging';
import { silentLogger } from '@fulfilment/observability';
import { serveJobs } from '../load/serve-jobs.ts';
import { type PublisherJob, publisherJob } from './jobs.ts';
import { scanEvent } from './scan-event.ts';

// What the scans service does for the broker, without the service: only webhooks are measured.

const AT_ONCE = 200;
const TICK_MS = 10;

let log: EventLog | undefined;
let nth = 0;

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

const eventsOf = (accountId: string, count: number) => Array.from({ length: count }, () => scanEvent(accountId, (nth += 1)));

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
