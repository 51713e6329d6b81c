import { TOPICS } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { systemClock } from '@fulfilment/kernel';
import { makeOutbox } from '@fulfilment/messaging';
import { makeCursors } from '@fulfilment/mongo';
import { openService, type RunningService } from '@fulfilment/service';
import type { Config } from './config.ts';
import { orderRoutes } from './orders/orders-routes.ts';
import { decodeStockOutcome, handleStockOutcomes } from './steps/stock-outcome-messages.ts';
import { makeBatchReport } from './batch-report.ts';
import { makeOutcomeReport } from './outcome-report.ts';
import { makeMongoOrderCounts } from './orders/order-counts-store.ts';
import { makeMongoOrderLists } from './orders/order-lists-store.ts';
import { makeMongoOrderStore } from './orders/order-store.ts';
import { ORDER_INDEXES } from './orders/order-indexes.ts';
import { makeGetOrdersOverview } from './orders/get-orders-overview.ts';
import { makeOrderUseCases } from './application.ts';
import { OrderWatch } from './steps/order-watch.ts';
import { makeTakeOutcomes } from './steps/take-outcomes.ts';

const NAME = 'orders';
/** Where an instance tells the others which orders have got their answers. */
const ANSWERED = 'orders.answered';

/** Puts the service together and starts it. */
export async function compose(settings: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const service = await openService({ name: NAME, settings, onFatal });
  const { logger, metrics, mongo, hints } = service;
  const { client, db } = mongo;
  const outbox = makeOutbox(db, { source: NAME });
  const receipts = makeReceipts(db);
  await service.ensureIndexes([...ORDER_INDEXES, ...outbox.indexes, ...receipts.indexes]);

  const relay = service.relay(outbox.rows);
  const orders = service.own(
    makeMongoOrderStore({
      client,
      db,
      receipts,
      addToOutbox: outbox.add,
      onCommitted: relay.notify,
      onBatch: makeBatchReport(metrics),
    }),
  );
  const lists = makeMongoOrderLists(db, makeCursors(settings.CURSOR_SECRET));
  const watch = service.own(
    new OrderWatch({
      findMany: (keys) => orders.findMany(keys),
      onError: (error) => logger.warn({ err: error }, 'Orders that requests wait for could not be read'),
    }),
  );
  hints.subscribe(ANSWERED, (ids) => watch.heardOf(ids.split(',')));

  const now = systemClock;
  const takeOutcomes = makeTakeOutcomes({ orders, watch, announce: (ids) => hints.publish(ANSWERED, ids.join(',')), now });
  await service.consume({
    topics: [TOPICS.stockOutcomes],
    decode: decodeStockOutcome,
    handle: handleStockOutcomes({ takeOutcomes, report: makeOutcomeReport({ logger, metrics }) }),
  });
  const counts = makeMongoOrderCounts(db);
  return service.serve({
    routes: orderRoutes({
      ...makeOrderUseCases({ orders, lists, watch, now, waitMs: settings.ORDER_WAIT_MS }),
      getOrdersOverview: makeGetOrdersOverview({ counts, now, nowMs: () => performance.now() }),
    }),
  });
}
