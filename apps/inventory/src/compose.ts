import { TOPICS } from '@fulfilment/contracts';
import { itemProblemOf } from '@fulfilment/http';
import { makeAnswerOnce, makeReceipts, type Receipts } from '@fulfilment/idempotency';
import { systemClock as now } from '@fulfilment/kernel';
import { makeOutbox } from '@fulfilment/messaging';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import { openService, type RunningService } from '@fulfilment/service';
import type { Application } from './application.ts';
import { makeApplyItems } from './batches/apply-items.ts';
import { makeBatchInventory } from './batches/batch-inventory.ts';
import { composeStock } from './compose-stock.ts';
import type { Config } from './config.ts';
import { makeApplyRows } from './import-export/apply-rows.ts';
import { bulkRoutes } from './import-export/bulk-routes.ts';
import { makeExportSkus, makeGetInventoryOverview, makeGetSku, makeListSkus } from './skus/read-skus.ts';
import { makeImportSkus } from './import-export/import-skus.ts';
import { makeCheckIntegrity } from './ledger/check-integrity.ts';
import { makeListMovements } from './ledger/list-movements.ts';
import { makeMovementReader } from './ledger/movement-store.ts';
import { makeStockAudit } from './ledger/stock-audit-store.ts';
import { makeArchiveLocation, makeCreateLocation, makeUpdateLocation } from './locations/change-locations.ts';
import { locationRoutes } from './locations/location-routes.ts';
import { makeChangeLocations, makeLocationStore } from './locations/location-store.ts';
import { makeOpenTenant } from './locations/open-tenant.ts';
import { makeGetLocation, makeListLocations, makeListLocationStock } from './locations/read-locations.ts';
import { makeAdjustStock, makeArchiveSku, makeCreateSku, makeTransferStock, makeUpdateSku } from './skus/change-skus.ts';
import { skuRoutes } from './skus/sku-routes.ts';
import { makeSkuCatalogue, makeSkuReader, makeStockTotals } from './skus/sku-store.ts';
import { INVENTORY_INDEXES } from './stock/inventory-indexes.ts';
import { decodeStockCommand, handleStockCommands } from './stock/stock-command-messages.ts';
import type { ChangeStock } from './stock/stock-lane.ts';
import { makeStockStore } from './stock/stock-store.ts';

/** Starts the service; it takes requests when this resolves, and commands once it has its partitions. */
export async function compose(config: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const service = await openService({ name: 'inventory', settings: config, onFatal });
  const { mongo, logger, metrics } = service;
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
  const { changeStock } = service.own(composeStock({ store, now, logger, metrics }));
  await service.consume({
    topics: [TOPICS.stockCommands],
    decode: decodeStockCommand,
    handle: handleStockCommands({ changeStock, now }),
  });
  const application = makeApplication({ mongo, receipts, changeStock, cursorSecret: config.CURSOR_SECRET });
  return service.serve({ routes: [...bulkRoutes(application), ...skuRoutes(application), ...locationRoutes(application)] });
}

interface ApplicationParts {
  readonly mongo: Mongo;
  readonly receipts: Receipts;
  readonly changeStock: ChangeStock;
  readonly cursorSecret: string;
}

function makeApplication({ mongo, receipts, changeStock, cursorSecret }: ApplicationParts): Application {
  const { client, db } = mongo;
  const cursors = makeCursors(cursorSecret);
  const locations = makeLocationStore(db, cursors);
  const skus = makeSkuReader(db, cursors);
  const catalogue = makeSkuCatalogue(db);
  const movements = makeMovementReader(db, cursors);
  const applyItems = makeApplyItems({ changeStock, now });
  const applyRows = makeApplyRows({ applyItems, catalogue });
  const answerOnce = makeAnswerOnce({ client, receipts });
  const changeLocations = makeChangeLocations(db, answerOnce);
  return {
    commands: {
      openTenant: makeOpenTenant({ locations, now }),
      createSku: makeCreateSku({ changeStock, now }),
      updateSku: makeUpdateSku({ changeStock, now }),
      archiveSku: makeArchiveSku({ changeStock, now }),
      adjustStock: makeAdjustStock({ changeStock, now }),
      transferStock: makeTransferStock({ changeStock, now }),
      batchInventory: makeBatchInventory({ applyItems, receipts, answerOnce, describe: itemProblemOf }),
      importSkus: makeImportSkus({ applyRows, receipts, answerOnce }),
      createLocation: makeCreateLocation({ changeLocations, now }),
      updateLocation: makeUpdateLocation({ changeLocations, now }),
      archiveLocation: makeArchiveLocation({ changeLocations, now }),
    },
    queries: {
      listSkus: makeListSkus({ skus, locations }),
      getSku: makeGetSku({ skus, locations }),
      listMovements: makeListMovements({ skus, movements, locations }),
      getInventoryOverview: makeGetInventoryOverview({ totals: makeStockTotals(db), now, nowMs: () => performance.now() }),
      exportSkus: makeExportSkus({ catalogue, locations }),
      listLocations: makeListLocations({ locations }),
      getLocation: makeGetLocation({ locations }),
      listLocationStock: makeListLocationStock({ skus, locations }),
      checkIntegrity: makeCheckIntegrity({ audit: makeStockAudit(mongo), now }),
    },
  };
}
