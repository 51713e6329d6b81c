import { TOPICS } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { systemClock } from '@fulfilment/kernel';
import { makeOutbox } from '@fulfilment/messaging';
import { makeCursors } from '@fulfilment/mongo';
import { openService, type RunningService } from '@fulfilment/service';
import { makeApplication } from './application.ts';
import type { Config } from './config.ts';
import { reportBatches, reportOutcomes } from './metrics.ts';
import { ORDER_INDEXES } from './orders/order-indexes.ts';
import { MongoOrderLists } from './orders/order-lists-store.ts';
import { decodeStockOutcome, toReceivedOutcome } from './orders/order-messages.ts';
import { MongoOrderStore } from './orders/order-store.ts';
import { orderRoutes } from './orders/orders-routes.ts';
import { OrderWatch } from './steps/order-watch.ts';

const NAME = 'orders';
/** The channel on which instances notify each other of answered orders. */
const ANSWERED = 'orders.answered';

/** Wires the service and starts it. */
export async function compose(settings: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const service = await openService({ name: NAME, settings, onFatal });
  const { logger, metrics, mongo, hints } = service;
  const { client, db } = mongo;
  const outbox = makeOutbox(db, { source: NAME });
  const receipts = makeReceipts(db);
  await service.ensureIndexes([...ORDER_INDEXES, ...outbox.indexes, ...receipts.indexes]);

  const relay = service.relay(outbox.rows);
  const orders = service.own(
    new MongoOrderStore({
      client,
      db,
      receipts,
      addToOutbox: outbox.add,
      onCommitted: relay.nudge,
      onBatch: reportBatches(metrics),
    }),
  );
  const lists = new MongoOrderLists(db, makeCursors(settings.CURSOR_SECRET));
  const watch = service.own(
    new OrderWatch({
      findMany: (keys) => orders.findMany(keys),
      onError: (error) => logger.warn({ err: error }, 'Orders with waiting requests could not be read'),
    }),
  );
  hints.subscribe(ANSWERED, (ids) => watch.heardOf(ids.split(',')));

  const application = makeApplication({
    orders,
    lists,
    counts: lists,
    watch,
    announce: (ids) => hints.publish(ANSWERED, ids.join(',')),
    now: systemClock,
    nowMs: () => performance.now(),
    waitMs: settings.ORDER_WAIT_MS,
  });
  const report = reportOutcomes(metrics, logger);
  await service.consume({
    topics: [TOPICS.stockOutcomes],
    decode: decodeStockOutcome,
    handle: async (batch) => report(await application.takeOutcomes(batch.map(toReceivedOutcome))),
  });
  return service.serve({ routes: orderRoutes(application) });
}
