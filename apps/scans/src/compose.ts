import { TOPICS } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { newId, systemClock } from '@fulfilment/kernel';
import { makeCursors } from '@fulfilment/mongo';
import { openService, type RunningService } from '@fulfilment/service';
import { makeBatchReport } from './batch-report.ts';
import type { Config } from './config.ts';
import { scanRoutes } from './http/routes.ts';
import { decodeMoveOutcome, handleMoveOutcomes } from './messages/move-outcomes.ts';
import { openAppliedScans } from './store/applied-scans.ts';
import { openScanCounts } from './store/scan-counts.ts';
import { openScanHistory } from './store/scan-history.ts';
import { scanIndexes } from './store/scan-indexes.ts';
import { openScanLog } from './store/scan-log.ts';
import { scanCommands, scanEvents } from './store/scan-outbox.ts';
import { type CreatedScan, makeCreateScan } from './use-cases/create-scan.ts';
import { type BatchedScan, makeCreateScans } from './use-cases/create-scans.ts';
import { makeGetScansOverview } from './use-cases/get-scans-overview.ts';
import { makeGetScan } from './use-cases/get-scan.ts';
import { makeListScans } from './use-cases/list-scans.ts';

/** Single scans share inserts. A batch is one by itself, and of a tenant's only so many wait, each of up to a mebibyte. */
const SINGLES = { maxBatch: 100, maxQueue: 1_000 };
const BATCHES = { maxBatch: 1, maxQueue: 20 };

/** Puts the service together and starts it. */
export async function compose(settings: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const service = await openService({ name: 'scans', settings, onFatal });
  const { client, db } = service.mongo;
  const receipts = makeReceipts(db);
  await service.ensureIndexes([...scanIndexes, ...receipts.indexes]);

  const events = service.relay(scanEvents(db));
  const commands = service.relay(scanCommands(db));
  const report = makeBatchReport(service.metrics, () => singles.waiting() + batches.waiting());
  const onBatch = (size: number): void => {
    events.nudge();
    commands.nudge();
    report(size);
  };
  const singles = service.own(openScanLog<CreatedScan>({ client, db, receipts, onBatch, ...SINGLES }));
  const batches = service.own(openScanLog<readonly BatchedScan[]>({ client, db, receipts, onBatch, ...BATCHES }));
  await service.consume({
    topics: [TOPICS.stockOutcomes],
    decode: decodeMoveOutcome,
    handle: handleMoveOutcomes(openAppliedScans(db)),
  });
  const history = openScanHistory(db, makeCursors(settings.CURSOR_SECRET));
  const entries = { now: systemClock, newId };
  return service.serve({
    routes: scanRoutes({
      createScan: makeCreateScan({ log: singles, ...entries }),
      createScans: makeCreateScans({ log: batches, ...entries }),
      getScan: makeGetScan(history),
      listScans: makeListScans(history),
      getScansOverview: makeGetScansOverview({
        counts: openScanCounts(db),
        now: systemClock,
        nowMs: () => performance.now(),
      }),
    }),
  });
}
