import { TOPICS } from '@fulfilment/contracts';
import { itemProblemOf } from '@fulfilment/http';
import { makeAnswerOnce, makeReceipts, type Receipts } from '@fulfilment/idempotency';
import { type Stoppable, systemClock as now } from '@fulfilment/kernel';
import { makeOutbox } from '@fulfilment/messaging';
import { type Cursors, Lane, makeCursors, type Mongo } from '@fulfilment/mongo';
import type { Logger, Metrics } from '@fulfilment/observability';
import { openService, type RunningService } from '@fulfilment/service';
import { startKeepFilling } from './allocations/keep-filling.ts';
import type { Application } from './application.ts';
import { makeApplyItems } from './batches/apply-items.ts';
import { makeBatchInventory } from './batches/batch-inventory.ts';
import type { Config } from './config.ts';
import { makeApplyRows } from './import-export/apply-rows.ts';
import { bulkRoutes, skuRoutes } from './skus/sku-routes.ts';
import { makeImportSkus } from './import-export/import-skus.ts';
import { makeCheckIntegrity } from './ledger/check-integrity.ts';
import { makeListMovements } from './ledger/list-movements.ts';
import { makeMovementReader } from './ledger/movement-store.ts';
import { makeStockAudit } from './ledger/stock-audit-store.ts';
import { makeArchiveLocation, makeCreateLocation, makeOpenTenant, makeUpdateLocation } from './locations/change-locations.ts';
import { locationRoutes } from './locations/location-routes.ts';
import { makeChangeLocations, makeLocationStore } from './locations/location-store.ts';
import { makeGetLocation, makeListLocations, makeListLocationStock } from './locations/read-locations.ts';
import { makeAdjustStock, makeArchiveSku, makeCreateSku, makeTransferStock, makeUpdateSku } from './skus/change-skus.ts';
import { makeExportSkus, makeGetInventoryOverview, makeGetSku, makeListSkus } from './skus/read-skus.ts';
import { makeSkuStore } from './skus/sku-store.ts';
import type { Limits } from './stock/domain/working-set.ts';
import { INVENTORY_INDEXES } from './stock/inventory-indexes.ts';
import { decodeStockCommand, handleStockCommands } from './stock/stock-messages.ts';
import type { ChangeStock } from './stock/presented-result.ts';
import { makeChangeStock, makeCommitCommands } from './stock/stock-lane.ts';
import type { StockStore } from './stock/stock-ports.ts';
import { makeStockStore } from './stock/stock-store.ts';

/** Starts the service; it takes requests when this resolves, and commands once it has its partitions. */
export async function compose(config: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const service = await openService({ name: 'inventory', settings: config, onFatal });
  const { mongo } = service;
  const outbox = makeOutbox(mongo.db, { source: 'inventory' });
  const receipts = makeReceipts(mongo.db);
  await service.ensureIndexes([...outbox.indexes, ...receipts.indexes, ...INVENTORY_INDEXES]);
  const relay = service.relay(outbox.rows);
  const store = makeStockStore({
    client: mongo.client,
    db: mongo.db,
    receipts,
    addToOutbox: outbox.add,
    onCommitted: relay.notify,
  });
  const { changeStock } = service.own(composeStock(store, service));
  await service.consume({
    topics: [TOPICS.stockCommands],
    decode: decodeStockCommand,
    handle: handleStockCommands(changeStock, now),
  });
  const application = makeApplication(mongo, receipts, changeStock, makeCursors(config.CURSOR_SECRET));
  return service.serve({ routes: [...bulkRoutes(application), ...skuRoutes(application), ...locationRoutes(application)] });
}

function makeApplication(mongo: Mongo, receipts: Receipts, changeStock: ChangeStock, cursors: Cursors): Application {
  const { client, db } = mongo;
  const locations = makeLocationStore(db, cursors);
  const skus = makeSkuStore(db, cursors);
  const movements = makeMovementReader(db, cursors);
  const applyItems = makeApplyItems(changeStock, now);
  const applyRows = makeApplyRows(applyItems, skus);
  const answerOnce = makeAnswerOnce({ client, receipts });
  const changeLocations = makeChangeLocations(db, answerOnce);
  return {
    commands: {
      openTenant: makeOpenTenant(locations, now),
      createSku: makeCreateSku(changeStock, now),
      updateSku: makeUpdateSku(changeStock, now),
      archiveSku: makeArchiveSku(changeStock, now),
      adjustStock: makeAdjustStock(changeStock, now),
      transferStock: makeTransferStock(changeStock, now),
      batchInventory: makeBatchInventory({ applyItems, receipts, answerOnce, describe: itemProblemOf }),
      importSkus: makeImportSkus(applyRows, receipts, answerOnce),
      createLocation: makeCreateLocation(changeLocations, now),
      updateLocation: makeUpdateLocation(changeLocations, now),
      archiveLocation: makeArchiveLocation(changeLocations, now),
    },
    queries: {
      listSkus: makeListSkus(skus, locations),
      getSku: makeGetSku(skus, locations),
      listMovements: makeListMovements(skus, movements, locations),
      getInventoryOverview: makeGetInventoryOverview(skus, now),
      exportSkus: makeExportSkus(skus, locations),
      listLocations: makeListLocations(locations),
      getLocation: makeGetLocation(locations),
      listLocationStock: makeListLocationStock(skus, locations),
      checkIntegrity: makeCheckIntegrity(makeStockAudit(mongo), now),
    },
  };
}

/**
 * A transaction of this size takes 80 ms (1 000 lines of commands), 90 ms (500 lines filled) or 0.7 s (5 000 orders taken
 * back from), measured on two cores.
 */
const LIMITS: Limits = { commandLines: 1_000, fillLines: 500, takeBackOrders: 5_000 };

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100];

/** Everything that changes stock. */
export interface Stock extends Stoppable {
  readonly changeStock: ChangeStock;
}

/** The lane of stock, and the filling of backorders beside it. */
export function composeStock(
  store: StockStore,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
  limits: Limits = LIMITS,
): Stock {
  const batches = metrics.histogram({
    name: 'stock_lane_batch_commands',
    help: 'Commands settled together.',
    buckets: BATCH_SIZES,
  });
  const lane = new Lane({
    commit: makeCommitCommands({ store, limits, onStillFilling: (tenant, skus) => filling.goOn(tenant, skus) }),
    onBatch: (size) => batches.observe(size),
  });
  metrics.gauge({ name: 'stock_lane_waiting_commands', help: 'Commands that wait for their transaction.' }, (gauge) =>
    gauge.set(lane.waiting()),
  );
  const changeStock = makeChangeStock((tenant, queued) => lane.submit(tenant, queued));
  const filling = startKeepFilling({
    store,
    changeStock,
    now,
    onError: (err) => logger.warn({ err }, 'Backorders were not filled, they are tried again'),
  });
  return {
    changeStock,
    stop: async () => {
      await filling.stop();
      await lane.stop();
    },
  };
}
