import { CONSUMER_GROUPS } from '@fulfilment/contracts';
import { itemProblemOf, Turns } from '@fulfilment/http';
import { makeAnswerOnce, makeReceipts } from '@fulfilment/idempotency';
import { OwedLines, type Progress, Steps, StoredCounts, type Stoppable, systemClock as now, tenantKey } from '@fulfilment/kernel';
import { admitFrom, Lane, makeCursors, type Mongo, Sweeper } from '@fulfilment/mongo';
import { withBlocks } from '@fulfilment/messaging';
import type { ClientSession } from 'mongodb';
import type { Logger, Metrics } from '@fulfilment/observability';
import { openService, type RunningService, type Service } from '@fulfilment/service';
import { allocationOperatorRoutes } from './allocations/allocation-operator-routes.ts';
import { AllocationOperator } from './allocations/allocation-operator-store.ts';
import { makeApplication } from './application.ts';
import { batchRoutes } from './batches/batch-routes.ts';
import type { Config } from './config.ts';
import { importExportRoutes } from './import-export/import-export-routes.ts';
import { makeCheckpointStore } from './ledger/checkpoint-store.ts';
import { ledgerRoutes } from './ledger/ledger-routes.ts';
import { makeMovementReader } from './ledger/movement-store.ts';
import { makeStockAudit } from './ledger/stock-audit-store.ts';
import { makeWriteCheckpoints } from './ledger/write-checkpoints.ts';
import type { ChangeLocations, LocationStore } from './locations/location-ports.ts';
import { locationRoutes } from './locations/location-routes.ts';
import { makeChangeLocations, makeLocationStore } from './locations/location-store.ts';
import { RememberedLocations } from './locations/remembered-locations.ts';
import { UnannouncedLocations } from './locations/unannounced-locations-store.ts';
import { type ExpireReservations, LOOK_EVERY_MS, makeExpireReservations } from './reservations/expire-reservations.ts';
import { reservationRoutes } from './reservations/reservation-routes.ts';
import { makeReservationStore } from './reservations/reservation-store.ts';
import { KNOWN_FROM, MESSAGE_BLOCKS, SCHEMA, UNSELLABLE_LOCATIONS } from './schema.ts';
import { skuOperatorRoutes, skuRoutes } from './skus/sku-routes.ts';
import { makeSkuStore } from './skus/sku-store.ts';
import { allocationRulesRoutes } from './sourcing/allocation-rules-routes.ts';
import { RememberedSources } from './sourcing/remembered-sources.ts';
import type { ChangeRules, SourcingStore } from './sourcing/sourcing-ports.ts';
import { makeChangeRules, makeSourcingStore, sourcesIn } from './sourcing/sourcing-store.ts';
import type { RunCommand } from './stock/run-command.ts';
import { type Limits, LIMITS } from './stock/domain/working-set.ts';
import { startKeepFilling } from './stock/keep-filling.ts';
import { makeChangeStock, makeCommitCommands } from './stock/stock-lane.ts';
import { allocationMessage, decodeStockCommand, handleStockCommands } from './stock/order-and-scan-messages.ts';
import type { StockStore } from './stock/stock-ports.ts';
import { makeStockStore } from './stock/stock-store.ts';

/** Starts the service; it takes requests when this resolves, and commands once it has its partitions. */
export async function compose(config: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const { OUTBOX_BLOCKS: writesBlocks } = config;
  const schema = writesBlocks ? { ...SCHEMA, needs: MESSAGE_BLOCKS } : SCHEMA;
  const service = await openService({ schema, settings: config, onFatal });
  const { mongo } = service;
  const receipts = makeReceipts(mongo.db);
  const { transact } = await service.openOutbox((rows) => withBlocks(rows, mongo.db, { writes: writesBlocks }));
  const admit = (version: number) => (session: ClientSession) => admitFrom({ db: mongo.db, schema: SCHEMA, version, session });
  const cursors = makeCursors(config.CURSOR_SECRET);
  const locations = makeLocationStore(mongo.db, cursors, transact);
  const sourcing = makeSourcingStore(mongo.db);
  const remembered = composeRemembered(service.hints, { locations, sourcing });
  const store = makeStockStore({
    db: mongo.db,
    receipts,
    transact,
    admit: (kind, session) => admit(KNOWN_FROM[kind])(session),
    sources: (tenant, session) => (session ? sourcesIn(mongo.db, tenant, session) : remembered.sources.of(tenant)),
  });
  const skus = makeSkuStore(mongo.db, cursors);
  const storedSkus = new StoredCounts({ count: (tenant) => skus.count(tenant) });
  const { logger, metrics, progress } = service;
  const { runCommand } = service.own(composeStock(store, { logger, metrics, progress, storedSkus }));
  await service.consume({
    topics: CONSUMER_GROUPS.inventory.topics,
    decode: decodeStockCommand,
    handle: handleStockCommands(runCommand, now),
  });
  await service.consume({
    consumerGroup: 'inventory-moves',
    topics: CONSUMER_GROUPS['inventory-moves'].topics,
    decode: decodeStockCommand,
    handle: handleStockCommands(runCommand, now),
  });
  const answerOnce = makeAnswerOnce({ transact, receipts });
  const reservations = makeReservationStore(mongo.db, cursors);
  const imports = new Turns({ ofTenant: 1 });
  const application = makeApplication({
    runCommand,
    skus,
    reservations,
    storedSkus,
    locations,
    shownLocations: remembered.shownLocations,
    changeLocations: announceLocations(makeChangeLocations(mongo.db, answerOnce, admit(UNSELLABLE_LOCATIONS)), remembered),
    sourcing,
    sourcesOf: remembered.sources.of,
    changeRules: announceRules(makeChangeRules(mongo.db, answerOnce, admit(KNOWN_FROM.warehouses)), remembered),
    movements: makeMovementReader(mongo.db, cursors),
    audit: makeStockAudit(mongo),
    receipts,
    answerOnce,
    describe: itemProblemOf,
    inTurn: (tenant, work) => imports.take(tenant, work),
    now,
  });
  service.own(sweepReservations(service, makeExpireReservations({ reservations, runCommand, now })));
  service.own(sweepLedger(service));
  service.own(sweepUnannounced(service, new UnannouncedLocations(mongo.db, transact)));
  const operator = [
    ...skuOperatorRoutes(skus, locations),
    ...allocationOperatorRoutes(
      new AllocationOperator(mongo.db, { transact, messageOf: allocationMessage, sources: remembered.sources.of }),
    ),
  ];
  return service.serve({
    routes: [
      ...operator,
      // Before paths with the code of a SKU in their place.
      ...importExportRoutes(application),
      ...batchRoutes(application),
      ...skuRoutes(application),
      ...ledgerRoutes(application),
      ...locationRoutes(application),
      ...allocationRulesRoutes(application),
      ...reservationRoutes(application),
    ],
    owed: new OwedLines(),
  });
}

/** Parts of the service that tell of others. */
interface Observed {
  readonly logger: Logger;
  readonly progress: Progress;
}

const CHECKPOINTS_EVERY_MS = 60_000;

/** Writes checkpoints of ledgers, in one process of the service. */
function sweepLedger({ mongo, logger, progress }: Observed & { readonly mongo: Mongo }): Sweeper {
  const writeCheckpoints = makeWriteCheckpoints(makeCheckpointStore(mongo.db));
  return new Sweeper(mongo.db, {
    name: 'ledger-checkpoints',
    everyMs: CHECKPOINTS_EVERY_MS,
    progress,
    work: async (mark, stopping) => {
      const { faults } = await writeCheckpoints(stopping, mark);
      for (const fault of faults) logger.error({ fault }, 'A ledger is inconsistent: see GET /v1/integrity, or verify --full');
    },
    onError: (err) => logger.warn({ err }, 'Checkpoints of ledgers could not be written'),
  });
}

/** Makes it visible that reservations have expired, in one process of the service. */
function sweepReservations({ mongo, logger, progress }: Observed & { readonly mongo: Mongo }, work: ExpireReservations): Sweeper {
  return new Sweeper(mongo.db, {
    name: 'expired-reservations',
    everyMs: LOOK_EVERY_MS,
    progress,
    work,
    onError: (err) => logger.warn({ err }, 'Expired reservations could not be ended, they will be retried'),
  });
}

const UNANNOUNCED_EVERY_MS = 15_000;

/** Tells scans of locations that earlier releases stored, in one process of the service. */
function sweepUnannounced(
  { mongo, logger, progress }: Observed & { readonly mongo: Mongo },
  unannounced: UnannouncedLocations,
): Sweeper {
  return new Sweeper(mongo.db, {
    name: 'unannounced-locations',
    everyMs: UNANNOUNCED_EVERY_MS,
    progress,
    work: async (mark, stopping) => {
      while (!stopping.aborted && (await unannounced.pass()) > 0) mark();
    },
    onError: (err) => logger.warn({ err }, 'Names of locations could not be published for scans'),
  });
}

/** Hints to the other processes, each with the name of a tenant. */
const LOCATIONS_CHANGED = 'inventory.locations';
const RULES_CHANGED = 'inventory.allocation-rules';

/** Records of tenants that the process remembers. */
interface Remembered {
  readonly shownLocations: RememberedLocations;
  readonly sources: RememberedSources;
  /** To be called after a change, whether it was made or not: no process uses what it remembers of it any more. */
  readonly changed: (hint: typeof LOCATIONS_CHANGED | typeof RULES_CHANGED, tenant: string) => void;
}

const nowMs = (): number => performance.now();

function composeRemembered(
  hints: Service['hints'],
  { locations, sourcing }: { readonly locations: LocationStore; readonly sourcing: SourcingStore },
): Remembered {
  const shownLocations = new RememberedLocations({ locations, nowMs });
  const sources = new RememberedSources({ store: sourcing, nowMs });
  const forget = {
    [LOCATIONS_CHANGED]: (tenant: string): void => {
      shownLocations.forget(tenant);
      sources.forget(tenant);
    },
    [RULES_CHANGED]: (tenant: string): void => sources.forget(tenant),
  };
  hints.subscribe(LOCATIONS_CHANGED, forget[LOCATIONS_CHANGED]);
  hints.subscribe(RULES_CHANGED, forget[RULES_CHANGED]);
  return {
    shownLocations,
    sources,
    changed: (hint, tenant) => {
      forget[hint](tenant);
      hints.publish(hint, tenant);
    },
  };
}

/** The same, with its end announced, whether it changed something or not. */
function announceLocations(change: ChangeLocations, { changed }: Remembered): ChangeLocations {
  return async (context, work, taken) => {
    try {
      return await change(context, work, taken);
    } finally {
      changed(LOCATIONS_CHANGED, tenantKey(context.tenant));
    }
  };
}

function announceRules(change: ChangeRules, { changed }: Remembered): ChangeRules {
  return async (context, work) => {
    try {
      return await change(context, work);
    } finally {
      changed(RULES_CHANGED, tenantKey(context.tenant));
    }
  };
}

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100];

/** Everything that changes stock. */
export interface Stock extends Stoppable {
  readonly runCommand: RunCommand;
}

/** The lane of stock, and the filling of backorders beside it. */
export function composeStock(
  store: StockStore,
  { logger, metrics, progress, storedSkus }: Observed & { readonly metrics: Metrics; readonly storedSkus?: StoredCounts },
  limits: Limits = LIMITS,
): Stock {
  const batches = metrics.histogram({
    name: 'stock_lane_batch_commands',
    help: 'Commands in one transaction.',
    buckets: BATCH_SIZES,
  });
  const lane = new Lane({
    commit: makeCommitCommands({ store, limits, storedSkus, onStillFilling: (tenant, skus) => filling.goOn(tenant, skus) }),
    onBatch: (size) => batches.observe(size),
    steps: new Steps(progress, { name: 'stock lane', engines: ['mongodb'] }),
  });
  metrics.gauge({ name: 'stock_lane_waiting_commands', help: 'Commands waiting for a transaction.' }, (gauge) =>
    gauge.set(lane.waiting()),
  );
  const runCommand = makeChangeStock((tenant, queued, sequence) => lane.submit(tenant, queued, sequence));
  const filling = startKeepFilling({
    store,
    runCommand,
    now,
    progress,
    onError: (err) => logger.warn({ err }, 'Backorders were not filled, they will be retried'),
  });
  return {
    runCommand,
    stop: async () => {
      await filling.stop();
      await lane.stop();
    },
  };
}
