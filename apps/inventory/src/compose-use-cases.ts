import { itemProblemOf } from '@fulfilment/http';
import { makeOnce, type Receipts } from '@fulfilment/idempotency';
import type { Clock } from '@fulfilment/kernel';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import { makeMongoMovementReader } from './store/mongo-movement-reader.ts';
import { makeMongoPlaceChanges } from './store/mongo-place-changes.ts';
import { makeMongoPlaceStore } from './store/mongo-place-store.ts';
import { makeMongoSkuReader } from './store/mongo-sku-reader.ts';
import { makeMongoSkuCatalogue } from './store/mongo-sku-catalogue.ts';
import { makeMongoStockTotals } from './store/mongo-stock-totals.ts';
import { makeMongoStockAudit } from './store/mongo-stock-audit.ts';
import { makeAdjustStock } from './use-cases/adjust-stock.ts';
import { makeApplyItems } from './use-cases/apply-items.ts';
import { makeApplyRows } from './use-cases/apply-rows.ts';
import { makeArchiveLocation } from './use-cases/archive-location.ts';
import { makeArchiveSku } from './use-cases/archive-sku.ts';
import { makeBatchInventory } from './use-cases/batch-inventory.ts';
import type { ChangeStock } from './use-cases/change-stock.ts';
import { makeCheckIntegrity } from './use-cases/check-integrity.ts';
import { makeCreateLocation } from './use-cases/create-location.ts';
import { makeCreateSku } from './use-cases/create-sku.ts';
import { makeExportSkus } from './use-cases/export-skus.ts';
import { makeGetInventoryOverview } from './use-cases/get-inventory-overview.ts';
import { makeGetLocation } from './use-cases/get-location.ts';
import { makeGetSku } from './use-cases/get-sku.ts';
import { makeImportSkus } from './use-cases/import-skus.ts';
import type { InventoryUseCases } from './use-cases/inventory-use-cases.ts';
import { makeListLocationStock } from './use-cases/list-location-stock.ts';
import { makeListLocations } from './use-cases/list-locations.ts';
import { makeListMovements } from './use-cases/list-movements.ts';
import { makeListSkus } from './use-cases/list-skus.ts';
import { makeOpenTenant } from './use-cases/open-tenant.ts';
import { makeTransferStock } from './use-cases/transfer-stock.ts';
import { makeUpdateLocation } from './use-cases/update-location.ts';
import { makeUpdateSku } from './use-cases/update-sku.ts';

export interface UseCaseOptions {
  readonly mongo: Mongo;
  readonly receipts: Receipts;
  readonly changeStock: ChangeStock;
  readonly now: Clock;
  readonly cursorSecret: string;
}

/** What the HTTP side asks for, on the stores of one process. */
export function composeUseCases({ mongo, receipts, changeStock, now, cursorSecret }: UseCaseOptions): InventoryUseCases {
  const { client, db } = mongo;
  const cursors = makeCursors(cursorSecret);
  const places = makeMongoPlaceStore(db, cursors);
  const skus = makeMongoSkuReader(db, cursors);
  const catalogue = makeMongoSkuCatalogue(db);
  const movements = makeMongoMovementReader(db, cursors);
  const applyItems = makeApplyItems({ changeStock, now });
  const once = makeOnce({ client, receipts });
  const changePlaces = makeMongoPlaceChanges(db, once);
  return {
    openTenant: makeOpenTenant({ places, now }),
    listSkus: makeListSkus({ skus, places }),
    createSku: makeCreateSku({ changeStock, now }),
    getSku: makeGetSku({ skus, places }),
    updateSku: makeUpdateSku({ changeStock, now }),
    archiveSku: makeArchiveSku({ changeStock, now }),
    adjustStock: makeAdjustStock({ changeStock, now }),
    batchInventory: makeBatchInventory({ applyItems, receipts, once, describe: itemProblemOf }),
    listMovements: makeListMovements({ skus, movements, places }),
    listLocations: makeListLocations({ places }),
    createLocation: makeCreateLocation({ changePlaces, now }),
    getLocation: makeGetLocation({ places }),
    updateLocation: makeUpdateLocation({ changePlaces, now }),
    archiveLocation: makeArchiveLocation({ changePlaces, now }),
    listLocationStock: makeListLocationStock({ skus, places }),
    transferStock: makeTransferStock({ changeStock, now }),
    exportSkus: makeExportSkus({ catalogue, places }),
    importSkus: makeImportSkus({ applyRows: makeApplyRows({ applyItems, catalogue }), receipts, once }),
    checkIntegrity: makeCheckIntegrity({ audit: makeMongoStockAudit(mongo), now }),
    getInventoryOverview: makeGetInventoryOverview({
      totals: makeMongoStockTotals(db),
      now,
      nowMs: () => performance.now(),
    }),
  };
}
