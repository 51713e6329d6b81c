import { newId, systemClock } from '@fulfilment/kernel';
import { makeCursors } from '@fulfilment/mongo';
import { openService, type RunningService } from '@fulfilment/service';
import { makeBatchReport } from './batch-report.ts';
import type { Config } from './config.ts';
import { scanRoutes } from './http/routes.ts';
import { scanIndexes } from './store/scan-document.ts';
import { openScanHistory } from './store/scan-history.ts';
import { openScanLog } from './store/scan-log.ts';
import { scanOutbox } from './store/scan-outbox.ts';
import { makeCreateScan } from './use-cases/create-scan.ts';
import { makeListScans } from './use-cases/list-scans.ts';

/** Puts the service together and starts it. */
export async function compose(settings: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const service = await openService({ name: 'scans', settings, onFatal });
  const { client, db } = service.mongo;
  await service.ensureIndexes(scanIndexes);

  const relay = service.relay(scanOutbox(db));
  const report = makeBatchReport(service.metrics, () => scans.waiting());
  const scans = service.own(
    openScanLog({
      client,
      db,
      onBatch: (size) => {
        relay.nudge();
        report(size);
      },
    }),
  );
  const history = openScanHistory(db, makeCursors(settings.CURSOR_SECRET));
  return service.serve({
    routes: scanRoutes({
      createScan: makeCreateScan({ log: scans, now: systemClock, newId }),
      listScans: makeListScans(history),
    }),
  });
}
