import { TOPICS } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { newId, systemClock } from '@fulfilment/kernel';
import { makeCursors } from '@fulfilment/mongo';
import { openService, type RunningService } from '@fulfilment/service';
import { makeBatchReport } from './batch-report.ts';
import type { Config } from './config.ts';
import { scanRoutes } from './scans/scans-routes.ts';
import { decodeMoveOutcome, handleMoveOutcomes } from './applying/move-outcome-messages.ts';
import { openAppliedScans } from './applying/applied-scans-store.ts';
import { openScanCounts } from './scans/scan-counts-store.ts';
import { openScanHistory } from './scans/scan-history-store.ts';
import { scanIndexes } from './scans/scan-indexes.ts';
import { openScanLog } from './scans/scan-log-store.ts';
import { scanCommands, scanEvents } from './scans/scan-outbox-store.ts';
import { type CreatedScan, makeCreateScan } from './scans/create-scan.ts';
import { type BatchedScan, makeCreateScans } from './scans/create-scans.ts';
import { makeGetScansOverview } from './scans/get-scans-overview.ts';
import { makeGetScan } from './scans/get-scan.ts';
import { makeListScans } from './scans/list-scans.ts';

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
    events.notify();
    commands.notify();
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
