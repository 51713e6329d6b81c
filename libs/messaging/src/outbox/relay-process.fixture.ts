import { connectMongo } from '@fulfilment/mongo';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { openKafkaLog } from '../kafka/kafka-event-log.ts';
import { ShardLeases } from './shard-leases.ts';
import { deafHints } from './local-hints.fixture.ts';
import { Relay } from './relay.ts';
import { makeOutbox } from './outbox.ts';

// A relay as a process of its own, for tests that kill it: node relay-process.fixture.ts <brokers> <mongodb url> <database> <topic prefix>
const [brokers = '', url = '', database = '', topicPrefix = ''] = process.argv.slice(2);
const logger = silentLogger;
const mongo = await connectMongo({ url, database, appName: 'relay-fixture' });
const log = openKafkaLog({
  brokers: brokers.split(','),
  clientId: 'relay-fixture',
  topicPrefix,
  logger,
  onFatal: () => undefined,
});
const { events: source } = makeOutbox(mongo.db, { source: 'orders' });
const leases = new ShardLeases(mongo.db, {
  name: source.name,
  shards: source.shards,
  owner: String(process.pid),
  hints: deafHints,
  logger,
  onReplaced: () => undefined,
});
// oxlint-disable-next-line no-new -- it publishes until the process is killed.
new Relay({
  source,
  appender: log.openAppender(),
  leases,
  hints: deafHints,
  logger,
  metrics: new Metrics({ service: 'relay-fixture', defaults: false }),
});
process.stdout.write('started\n');
