import { CONSUMER_GROUPS } from '@fulfilment/contracts';
import { itemProblemOf } from '@fulfilment/http';
import { type KeepReply, makeKeepReply, makeReceipts, type Receipts } from '@fulfilment/idempotency';
import { OwedLines, Steps, systemClock, tenantKey } from '@fulfilment/kernel';
import type { Relay } from '@fulfilment/messaging';
import { admitFrom, makeCursors, Sweeper, transact } from '@fulfilment/mongo';
import { LATENCY_BUCKETS, type Logger, type Metrics } from '@fulfilment/observability';
import type { MongoClient } from 'mongodb';
import { openService, type RunningService, type Service } from '@fulfilment/service';
import { makeApplication } from './application.ts';
import type { Config } from './config.ts';
import { MongoPartLists } from './orders/part-lists-store.ts';
import { MongoOrderLists } from './orders/order-lists-store.ts';
import { decodeStockOutcome, toReceivedOutcome } from './orders/order-messages.ts';
import { OrderErasures } from './orders/erasure-store.ts';
import { OrderTerms } from './orders/search/order-search-store.ts';
import { OrderOutbox } from './orders/order-outbox-store.ts';
import { orderOperatorRoutes } from './orders/order-operator-routes.ts';
import { MongoOrderFigures } from './orders/overview/order-figures-store.ts';
import { countOpen } from './orders/overview/read-overview.ts';
import { OrderOperator } from './orders/order-operator-store.ts';
import { MongoOrderStore } from './orders/order-store.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { retentionRoutes } from './retention/retention-routes.ts';
import { MongoRetentions } from './retention/retention-store.ts';
import type { EraseExpired } from './retention/erase-expired.ts';
import { type ExpireHolds, LOOK_EVERY_MS as HOLDS_EVERY_MS } from './saga/hold-order.ts';
import { EDITS, FULFILMENTS, KEPT_BLOCKS, RETURNS, SCHEMA, SOURCES, UNLINKED_RETURNS } from './schema.ts';
import { fulfilmentRoutes } from './saga/fulfilment-routes.ts';
import { returnRoutes } from './saga/return-routes.ts';
import { sagaRoutes } from './saga/saga-routes.ts';
import { OrderWatch } from './saga/order-watch.ts';
import { WaitingSteps } from './saga/waiting-steps-store.ts';
import type { StepParts } from './saga/run-step.ts';
import { WaitBreaker } from './saga/wait-breaker.ts';
import { shownAs } from './orders/domain/steps.ts';
import type { FinishedStep, TakenOutcomes } from './saga/take-outcomes.ts';

/** The channel on which instances notify each other of answered orders. */
const ANSWERED = 'orders.answered';

/** Wires the service and starts it. */
export async function compose(settings: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const { OUTBOX_BLOCKS: blocks } = settings;
  const service = await openService({ schema: blocks ? { ...SCHEMA, needs: KEPT_BLOCKS } : SCHEMA, settings, onFatal });
  const { logger, metrics, mongo, hints } = service;
  const { client, db } = mongo;
  const receipts = makeReceipts(db);

  const { sources: outbox, resend, sagas, events } = await service.openOutbox((rows) => new OrderOutbox(db, rows, { blocks }));
  const relays = { sagas, events };
  const orders = service.own(
    new MongoOrderStore({ client, db, receipts, outbox, relays, steps: storeSteps(service), onBatch: reportBatches(metrics) }),
  );
  const cursors = makeCursors(settings.CURSOR_SECRET);
  const lists = new MongoOrderLists(db, cursors);
  const breaker = openBreaker(service, sagas, settings.ORDER_MAX_WAITING);
  const watch = service.own(
    new OrderWatch({
      orders,
      breaker,
      progress: service.progress,
      onError: (error) => logger.warn({ err: error }, 'Orders with waiting requests could not be read'),
    }),
  );
  hints.subscribe(ANSWERED, (ids) => watch.notify(ids.split(',')));

  const waiting = new WaitingSteps(db, { resend, waitMs: settings.ORDER_RESEND_SECONDS * 1_000, now: systemClock });
  service.own(sweepSteps(service, waiting, settings.ORDER_RESEND_SECONDS));

  const erasures = new OrderErasures(db, { receipts, outbox: { rewrite: outbox.rewrite, resend } });
  service.own(sweepErasures(service, erasures));
  service.own(sweepTerms(service, new OrderTerms(db)));

  const application = makeApplication({
    orders,
    lists,
    figures: new MongoOrderFigures(db),
    partLists: new MongoPartLists(db, cursors),
    admit: admitCode(service),
    onHoldError: (error, tenant) => logger.warn({ err: error, tenant }, 'An expired hold could not be removed from its order'),
    watch,
    retentions: new MongoRetentions(mongo),
    expiry: {
      countWaiting: (bound) => erasures.countWaiting(bound),
      onError: (error, tenant) => logger.warn({ err: error, tenant }, "Persons' data of ended orders could not be erased"),
    },
    announce: (ids) => hints.publish(ANSWERED, ids.join(',')),
    now: systemClock,
    waitMs: settings.ORDER_WAIT_MS,
    describe: itemProblemOf,
  });
  service.own(sweepExpired(service, application.eraseExpired));
  service.own(sweepHolds(service, application.expireHolds));

  const owed = new OwedLines();
  const report = reportOutcomes(metrics, logger, breaker);
  await service.consume({
    topics: CONSUMER_GROUPS.orders.topics,
    decode: decodeStockOutcome,
    handle: async (batch, { signal }) => {
      // Before the requests that wait for them are answered, so that those pay for the other orders that they touched.
      const outcomes = batch.map(toReceivedOutcome);
      for (const { order, workedLines } of outcomes) owed.note(order.tenant, workedLines ?? 0);
      report(await application.takeOutcomes(outcomes, signal));
    },
  });
  return service.serve({
    routes: [
      ...orderOperatorRoutes(new OrderOperator(db), (tenant) => countOpen(lists, tenant)),
      ...orderRoutes(application),
      ...sagaRoutes(application),
      ...retentionRoutes(application),
      ...fulfilmentRoutes(application),
      ...returnRoutes(application),
    ],
    keepReply: keepReplies(client, receipts),
    owed,
  });
}

/** Shuts out code that does not know a kind of orders with the first of them; once that is done, it is done for good. */
function admitCode({ mongo: { client, db } }: Service): StepParts['admit'] {
  const admitted = new Set<string>();
  const versions = { fulfilments: FULFILMENTS, edits: EDITS, returns: RETURNS, sources: SOURCES, unlinked: UNLINKED_RETURNS };
  return async (parts) => {
    const version = versions[parts];
    if (admitted.has(parts)) return true;
    const isAdmitted = await transact(client, (session) => admitFrom({ db, schema: SCHEMA, version, session }));
    if (isAdmitted) admitted.add(parts);
    return isAdmitted;
  };
}

const ERASURES_EVERY_MS = 15_000;

/** Has copies of erased orders follow, in one process of the service. */
function sweepErasures({ mongo, logger, progress }: Service, erasures: OrderErasures): Sweeper {
  return new Sweeper(mongo.db, {
    name: 'erasures',
    everyMs: ERASURES_EVERY_MS,
    progress,
    work: async (mark, stopping) => {
      const count = await erasures.pass(systemClock(), mark, stopping);
      if (count > 0) logger.info({ orders: count }, "persons' data was erased from copies of orders");
    },
    onError: (error) => logger.warn({ err: error }, 'Copies of erased orders could not be changed'),
  });
}

const TERMS_EVERY_MS = 30_000;

/** Gives orders of releases before the terms that they are found by, in one process of the service. */
function sweepTerms({ mongo, logger, progress }: Service, terms: OrderTerms): Sweeper {
  return new Sweeper(mongo.db, {
    name: 'search-terms',
    everyMs: TERMS_EVERY_MS,
    progress,
    work: async (mark, stopping) => {
      const count = await terms.pass(mark, stopping);
      if (count > 0) logger.info({ orders: count }, 'orders of an earlier release were made searchable');
    },
    onError: (error) => logger.warn({ err: error }, 'Orders could not be made searchable'),
  });
}

/** Erases persons' data whose retention is over, in one process of the service. */
function sweepExpired({ mongo, logger, progress }: Service, eraseExpired: EraseExpired): Sweeper {
  return new Sweeper(mongo.db, {
    name: 'retention',
    everyMs: ERASURES_EVERY_MS,
    progress,
    work: async (mark, stopping) => {
      const count = await eraseExpired(mark, stopping);
      if (count > 0) logger.info({ orders: count }, "persons' data was erased from orders past their retention");
    },
    onError: (error) => logger.warn({ err: error }, 'Retentions could not be read'),
  });
}

/** Takes holds off orders that have ended by themselves, in one process of the service. */
function sweepHolds({ mongo, logger, progress }: Service, expireHolds: ExpireHolds): Sweeper {
  return new Sweeper(mongo.db, {
    name: 'holds',
    everyMs: HOLDS_EVERY_MS,
    progress,
    work: expireHolds,
    onError: (error) => logger.warn({ err: error }, 'Expired holds could not be searched for'),
  });
}

/** Keeps replies about retentions, which hold no secret, as they are. */
function keepReplies(client: MongoClient, receipts: Receipts): KeepReply {
  const plain = {
    seal: async (content: object) => JSON.stringify(content),
    open: async (text: string): Promise<Readonly<Record<string, unknown>>> => JSON.parse(text),
  };
  return makeKeepReply({ client, receipts, sealings: [plain] });
}

/** Watches that writes of the store end. */
function storeSteps({ progress }: Service): Steps {
  return new Steps(progress, { name: 'order lanes', engines: ['mongodb'] });
}

function openBreaker({ logger, metrics }: Service, relay: Pick<Relay, 'oldestUnpublishedMs'>, maxWaiting: number): WaitBreaker {
  const breaker = new WaitBreaker({
    maxWaiting,
    oldestUnsentMs: () => relay.oldestUnpublishedMs(),
    onError: (error) => logger.warn({ err: error }, 'The age of the outbox could not be read'),
  });
  const help = "1 while requests for steps are answered at once; one request of each tenant still waits for inventory's result";
  metrics.gauge({ name: 'order_wait_breaker_open', help }, (gauge) => gauge.set(breaker.isOpen ? 1 : 0));
  metrics.gauge({ name: 'order_waiting_requests', help: "Requests that wait for inventory's result" }, (gauge) =>
    gauge.set(breaker.waiting),
  );
  return breaker;
}

const MINUTE_MS = 60_000;

/** Sends commands again that were not answered, in one process of the service. */
function sweepSteps({ mongo, logger, metrics, progress }: Service, waiting: WaitingSteps, waitSeconds: number): Sweeper {
  const help = 'Commands of steps that were sent again because inventory had not answered';
  const resent = metrics.counter({ name: 'order_commands_resent_total', help });
  return new Sweeper(mongo.db, {
    name: 'waiting-steps',
    everyMs: Math.min(MINUTE_MS, waitSeconds * 1_000),
    progress,
    work: async () => {
      const count = await waiting.pass();
      if (count === 0) return;
      resent.inc(count);
      logger.warn({ commands: count }, 'Commands of steps that wait too long are sent again');
    },
    onError: (error) => logger.warn({ err: error }, 'Steps that wait too long could not be searched for'),
  });
}

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100];

/** Reports how many changes of orders share a commit. */
function reportBatches(metrics: Metrics): (size: number) => void {
  const help = 'Changes of orders in one commit';
  const sizes = metrics.histogram({ name: 'order_batch_size', help, buckets: BATCH_SIZES });
  return (size) => sizes.observe(size);
}

/** Reports how long steps take from request to answer, also to the breaker, and logs outcomes for unknown orders. */
function reportOutcomes(metrics: Metrics, logger: Logger, breaker: WaitBreaker): (taken: TakenOutcomes) => void {
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
      seconds.observe({ transition: shownAs(asked.transition), result: resultOf(each) }, elapsedMs / 1_000);
      breaker.observe(tenantKey(each.order.tenant), elapsedMs);
    }
    for (const { id, tenant } of unknown) logger.warn({ orderId: id, ...tenant }, 'Outcome for an unknown order');
  };
}

function resultOf({ order }: FinishedStep): 'accepted' | 'refused' {
  return order.refusal === null ? 'accepted' : 'refused';
}
