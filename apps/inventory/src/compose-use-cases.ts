import { itemProblemOf } from '@fulfilment/http';
import { makeOnce, type Receipts } from '@fulfilment/idempotency';
import type { Clock } from '@fulfilment/kernel';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import { makeMovementReader } from './ledger/movement-store.ts';
import { makeChangeLocations } from './locations/location-changes-store.ts';
import { makeLocationStore } from './locations/location-store.ts';
import { makeSkuReader } from './skus/sku-store.ts';
import { makeSkuCatalogue } from './import-export/sku-catalogue-store.ts';
import { makeStockTotals } from './overview/stock-totals-store.ts';
import { makeStockAudit } from './ledger/stock-audit-store.ts';
import { makeAdjustStock } from './skus/adjust-stock.ts';
import { makeApplyItems } from './batches/apply-items.ts';
import { makeApplyRows } from './import-export/apply-rows.ts';
import { makeArchiveLocation } from './locations/archive-location.ts';
import { makeArchiveSku } from './skus/archive-sku.ts';
import { makeBatchInventory } from './batches/batch-inventory.ts';
import type { ChangeStock } from './stock/stock-lane.ts';
import { makeCheckIntegrity } from './ledger/check-integrity.ts';
import { makeCreateLocation } from './locations/create-location.ts';
import { makeCreateSku } from './skus/create-sku.ts';
import { makeExportSkus } from './import-export/export-skus.ts';
import { makeGetInventoryOverview } from './overview/get-inventory-overview.ts';
import { makeGetLocation } from './locations/get-location.ts';
import { makeGetSku } from './skus/get-sku.ts';
import { makeImportSkus } from './import-export/import-skus.ts';
import type { InventoryUseCases } from './application.ts';
import { makeListLocationStock } from './locations/list-location-stock.ts';
import { makeListLocations } from './locations/list-locations.ts';
import { makeListMovements } from './ledger/list-movements.ts';
import { makeListSkus } from './skus/list-skus.ts';
import { makeOpenTenant } from './locations/open-tenant.ts';
import { makeTransferStock } from './locations/transfer-stock.ts';
import { makeUpdateLocation } from './locations/update-location.ts';
import { makeUpdateSku } from './skus/update-sku.ts';

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
  const places = makeLocationStore(db, cursors);
  const skus = makeSkuReader(db, cursors);
  const catalogue = makeSkuCatalogue(db);
  const movements = makeMovementReader(db, cursors);
  const applyItems = makeApplyItems({ changeStock, now });
  const once = makeOnce({ client, receipts });
  const changePlaces = makeChangeLocations(db, once);
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
    checkIntegrity: makeCheckIntegrity({ audit: makeStockAudit(mongo), now }),
    getInventoryOverview: makeGetInventoryOverview({
      totals: makeStockTotals(db),
      now,
      nowMs: () => performance.now(),
    }),
  };
}
