import { TOPICS } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { systemClock as now } from '@fulfilment/kernel';
import { makeOutbox } from '@fulfilment/messaging';
import { makeCursors } from '@fulfilment/mongo';
import { openService, type RunningService, type Service } from '@fulfilment/service';
import { composeStock } from './compose-stock.ts';
import type { Config } from './config.ts';
import { inventoryRoutes } from './http/routes.ts';
import { decodeStockCommand, handleStockCommands } from './messages/stock-commands.ts';
import { INVENTORY_INDEXES } from './store/inventory-indexes.ts';
import { makeMongoPlaceStore } from './store/mongo-place-store.ts';
import { makeMongoSkuReader } from './store/mongo-sku-reader.ts';
import { makeMongoStockStore } from './store/mongo-stock-store.ts';
import { makeArchiveSku } from './use-cases/archive-sku.ts';
import type { ChangeStock } from './use-cases/change-stock.ts';
import { makeCreateLocation } from './use-cases/create-location.ts';
import { makeCreateSku } from './use-cases/create-sku.ts';
import { makeGetLocation } from './use-cases/get-location.ts';
import { makeGetSku } from './use-cases/get-sku.ts';
import type { InventoryUseCases } from './use-cases/inventory-use-cases.ts';
import { makeListLocations } from './use-cases/list-locations.ts';
import { makeListSkus } from './use-cases/list-skus.ts';
import { makeOpenTenant } from './use-cases/open-tenant.ts';
import { makeTransferStock } from './use-cases/transfer-stock.ts';
import { makeUpdateSku } from './use-cases/update-sku.ts';

/** Starts the service; it takes requests when this resolves, and commands once it has its partitions. */
export async function compose(config: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const service = await openService({ name: 'inventory', settings: config, onFatal });
  const { mongo, logger, metrics } = service;
  const outbox = makeOutbox(mongo.db, { source: 'inventory' });
  const receipts = makeReceipts(mongo.db);
  await service.ensureIndexes([...outbox.indexes, ...receipts.indexes, ...INVENTORY_INDEXES]);
  const relay = service.relay(outbox.rows);
  const store = makeMongoStockStore({ ...mongo, receipts, addToOutbox: outbox.add, onCommitted: relay.nudge });
  const { changeStock } = service.own(composeStock({ store, now, logger, metrics }));
  await service.consume({
    topics: [TOPICS.stockCommands],
    decode: decodeStockCommand,
    handle: handleStockCommands({ changeStock, now }),
  });
  return service.serve({ routes: inventoryRoutes(useCases(service, config, changeStock)) });
}

function useCases({ mongo: { db } }: Service, config: Config, changeStock: ChangeStock): InventoryUseCases {
  const cursors = makeCursors(config.CURSOR_SECRET);
  const places = makeMongoPlaceStore(db, cursors);
  const skus = makeMongoSkuReader(db, cursors);
  return {
    openTenant: makeOpenTenant({ places, now }),
    listSkus: makeListSkus({ skus, places }),
    createSku: makeCreateSku({ changeStock, now }),
    getSku: makeGetSku({ skus, places }),
    updateSku: makeUpdateSku({ changeStock, now }),
    archiveSku: makeArchiveSku({ changeStock, now }),
    listLocations: makeListLocations({ places }),
    createLocation: makeCreateLocation({ places, now }),
    getLocation: makeGetLocation({ places }),
    transferStock: makeTransferStock({ changeStock, now }),
  };
}
