import { CONSUMER_GROUPS } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { newId, OwedLines, parseTenantKey, Steps, systemClock } from '@fulfilment/kernel';
import { makeCursors, Sweeper } from '@fulfilment/mongo';
import type { Metrics } from '@fulfilment/observability';
import { openService, type RunningService, type Service } from '@fulfilment/service';
import { makeApplication } from './application.ts';
import { LocationNames } from './scans/location-names-store.ts';
import { MongoScanHistory } from './scans/scan-history-store.ts';
import type { Config } from './config.ts';
import type { BatchedScan, CreatedScan } from './scans/record-scans.ts';
import { SCHEMA } from './schema.ts';
import { MongoScanLog, type ScanLogParts } from './scans/scan-log-store.ts';
import { decodeFromInventory, messagesOfStored, namesIn, outcomesIn } from './scans/scan-messages.ts';
import { type MessagesOf, scanOutboxOperator } from './scans/scan-operator-store.ts';
import { rowsOf, scanCommands, scanEvents } from './scans/scan-outbox-store.ts';
import { scanRoutes } from './scans/scan-routes.ts';
import { UnansweredMoves } from './scans/unanswered-moves-store.ts';

/** Single scans share inserts. A batch is one by itself, and of a tenant's only so many wait, each of up to a mebibyte. */
const SINGLES = { maxBatch: 100, maxQueue: 1_000 };
const BATCHES = { maxBatch: 1, maxQueue: 20 };

/** Wires the service and starts it. */
export async function compose(settings: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const service = await openService({ schema: SCHEMA, settings, onFatal });
  const { client, db } = service.mongo;
  const receipts = makeReceipts(db);

  const operator = scanOutboxOperator(db, messagesOf);
  await service.republishAtStart(operator);
  const events = service.relay(scanEvents(db));
  const commands = service.relay(scanCommands(db));
  service.operate(operator, [events, commands]);
  const report: (size: number) => void = reportInserts(service.metrics, () => singles.waiting() + batches.waiting());
  const relay: ScanLogParts['relay'] = {
    handOver: (written) => {
      const rows = rowsOf(written);
      events.handOver(rows.events);
      commands.handOver(rows.commands);
    },
    doubt: () => {
      events.doubt();
      commands.doubt();
    },
  };
  const steps = new Steps(service.progress, { name: 'scan lanes', engines: ['mongodb'] });
  const parts = { client, db, receipts, onBatch: report, relay, steps };
  const singles = service.own(new MongoScanLog<CreatedScan>({ ...parts, ...SINGLES }));
  const batches = service.own(new MongoScanLog<readonly BatchedScan[]>({ ...parts, ...BATCHES }));
  const names = new LocationNames(db);
  const application = makeApplication({
    singles,
    batches,
    history: new MongoScanHistory({ db, cursors: makeCursors(settings.CURSOR_SECRET), relay: events, names, now: systemClock }),
    now: systemClock,
    newId,
  });
  const unanswered = new UnansweredMoves(db, { messagesOf, waitMs: settings.SCAN_RESEND_SECONDS * 1_000, now: systemClock });
  service.own(sweepMoves(service, { unanswered, waitSeconds: settings.SCAN_RESEND_SECONDS, wake: () => commands.doubt() }));
  // Movements are posted after their scans were answered: the next write pays for the orders that they touched.
  const owed = new OwedLines();
  await service.consume({
    topics: CONSUMER_GROUPS.scans.topics,
    decode: decodeFromInventory,
    handle: async (batch) => {
      const named = namesIn(batch);
      if (named.length > 0) await names.record(named);
      const outcomes = outcomesIn(batch);
      await application.recordOutcomes(outcomes);
      for (const { tenant, workedLines } of outcomes) owed.note(tenant, workedLines ?? 0);
    },
  });
  return service.serve({ routes: scanRoutes(application), owed });
}

const MINUTE_MS = 60_000;

interface Sweep {
  readonly unanswered: UnansweredMoves;
  readonly waitSeconds: number;
  /** Has the relay of commands read its rows. */
  readonly wake: () => void;
}

/** Sends commands again that were not answered, in one process of the service. */
function sweepMoves({ mongo, logger, metrics, progress }: Service, { unanswered, waitSeconds, wake }: Sweep): Sweeper {
  const help = 'Commands of scans that were sent again because inventory had not answered';
  const resent = metrics.counter({ name: 'scan_commands_resent_total', help });
  return new Sweeper(mongo.db, {
    name: 'unanswered-moves',
    everyMs: Math.min(MINUTE_MS, waitSeconds * 1_000),
    progress,
    work: async () => {
      const count = await unanswered.pass();
      if (count === 0) return;
      wake();
      resent.inc(count);
      logger.warn({ commands: count }, 'Commands of scans that wait too long are sent again');
    },
    onError: (error) => logger.warn({ err: error }, 'Scans that wait too long could not be searched for'),
  });
}

const messagesOf: MessagesOf = ({ scan, event_id: eventId, result_event: told, tenant }) => {
  const result = told && { eventId: told.id, at: told.at };
  return messagesOfStored({ scan, eventId, result, tenant: parseTenantKey(tenant) });
};

/** Up to the maximum of single scans in an insert, and of scans in a batch. */
const INSERT_SIZES = [1, 2, 5, 10, 20, 50, 100, 1_000];

/** Reports how many scans share an insert, and how many requests wait for one. */
function reportInserts(metrics: Metrics, waiting: () => number): (size: number) => void {
  const sizes = metrics.histogram({ name: 'scan_insert_size', help: 'Scans in one insert.', buckets: INSERT_SIZES });
  metrics.gauge({ name: 'scans_waiting', help: 'Requests that wait for an insert.' }, (gauge) => gauge.set(waiting()));
  return (size) => sizes.observe(size);
}
