import { TOPICS } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { systemClock } from '@fulfilment/kernel';
import type { Relay } from '@fulfilment/messaging';
import { makeCursors } from '@fulfilment/mongo';
import { LATENCY_BUCKETS, type Logger, type Metrics } from '@fulfilment/observability';
import { openService, type RunningService, type Service } from '@fulfilment/service';
import { makeApplication } from './application.ts';
import type { Config } from './config.ts';
import { MongoOrderLists, ORDER_INDEXES } from './orders/order-lists-store.ts';
import { decodeStockOutcome, toReceivedOutcome } from './orders/order-messages.ts';
import { MongoOrderStore } from './orders/order-store.ts';
import { orderRoutes } from './orders/orders-routes.ts';
import { OrderWatch } from './steps/order-watch.ts';
import { WaitBreaker } from './steps/wait-breaker.ts';
import type { FinishedStep, TakenOutcomes } from './steps/take-outcomes.ts';

const NAME = 'orders';
/** The channel on which instances notify each other of answered orders. */
const ANSWERED = 'orders.answered';

/** Wires the service and starts it. */
export async function compose(settings: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const service = await openService({ name: NAME, settings, onFatal });
  const { logger, metrics, mongo, hints } = service;
  const { client, db } = mongo;
  const receipts = makeReceipts(db);
  await service.ensureIndexes([...ORDER_INDEXES, ...receipts.indexes]);

  const { transact, sagas } = await service.openOutbox();
  const orders = service.own(
    new MongoOrderStore({
      client,
      db,
      receipts,
      transact,
      onBatch: reportBatches(metrics),
    }),
  );
  const lists = new MongoOrderLists(db, makeCursors(settings.CURSOR_SECRET));
  const watch = service.own(
    new OrderWatch({
      orders,
      breaker: openBreaker(service, sagas, settings.ORDER_MAX_WAITING),
      onError: (error) => logger.warn({ err: error }, 'Orders with waiting requests could not be read'),
    }),
  );
  hints.subscribe(ANSWERED, (ids) => watch.notify(ids.split(',')));

  const application = makeApplication({
    orders,
    lists,
    watch,
    announce: (ids) => hints.publish(ANSWERED, ids.join(',')),
    now: systemClock,
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

function openBreaker({ logger, metrics }: Service, relay: Relay, maxWaiting: number): WaitBreaker {
  const breaker = new WaitBreaker({
    maxWaiting,
    oldestUnsentMs: () => relay.oldestUnpublishedMs(),
    onError: (error) => logger.warn({ err: error }, 'The age of the outbox could not be read'),
  });
  const help = "1 while requests for steps do not wait for inventory's result, but for one at a time";
  metrics.gauge({ name: 'order_wait_breaker_open', help }, (gauge) => gauge.set(breaker.isOpen ? 1 : 0));
  metrics.gauge({ name: 'order_waiting_requests', help: "Requests that wait for inventory's result" }, (gauge) =>
    gauge.set(breaker.waiting),
  );
  return breaker;
}

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100];

/** Reports how many changes of orders share a commit. */
function reportBatches(metrics: Metrics): (size: number) => void {
  const help = 'Changes of orders in one commit';
  const sizes = metrics.histogram({ name: 'order_batch_size', help, buckets: BATCH_SIZES });
  return (size) => sizes.observe(size);
}

/** Reports how long steps take from request to answer, and logs outcomes for unknown orders. */
function reportOutcomes(metrics: Metrics, logger: Logger): (taken: TakenOutcomes) => void {
  const seconds = metrics.histogram({
    name: 'order_step_seconds',
    help: "Time from a step's request to inventory's answer",
    labels: ['transition', 'result'],
    buckets: LATENCY_BUCKETS,
  });
  return ({ finished, unknown }) => {
    for (const each of finished) {
      const { asked, since } = each.step;
      const elapsedMs = Math.max(0, each.order.updatedAt.getTime() - since.getTime());
      seconds.observe({ transition: asked.transition, result: resultOf(each) }, elapsedMs / 1_000);
    }
    for (const { id, tenant } of unknown) logger.warn({ orderId: id, ...tenant }, 'Outcome for an unknown order');
  };
}

function resultOf({ order }: FinishedStep): 'accepted' | 'refused' {
  return order.refusal === null ? 'accepted' : 'refused';
}
