import type { AdjustStock } from './skus/adjust-stock.ts';
import type { ArchiveLocation } from './locations/archive-location.ts';
import type { ArchiveSku } from './skus/archive-sku.ts';
import type { BatchInventory } from './batches/batch-inventory.ts';
import type { CheckIntegrity } from './ledger/check-integrity.ts';
import type { CreateLocation } from './locations/create-location.ts';
import type { CreateSku } from './skus/create-sku.ts';
import type { ExportSkus } from './import-export/export-skus.ts';
import type { GetInventoryOverview } from './overview/get-inventory-overview.ts';
import type { GetLocation } from './locations/get-location.ts';
import type { GetSku } from './skus/get-sku.ts';
import type { ImportSkus } from './import-export/import-skus.ts';
import type { ListLocationStock } from './locations/list-location-stock.ts';
import type { ListLocations } from './locations/list-locations.ts';
import type { ListMovements } from './ledger/list-movements.ts';
import type { ListSkus } from './skus/list-skus.ts';
import type { OpenTenant } from './locations/open-tenant.ts';
import type { TransferStock } from './locations/transfer-stock.ts';
import type { UpdateLocation } from './locations/update-location.ts';
import type { UpdateSku } from './skus/update-sku.ts';

/** What the HTTP side can ask for. */
export interface InventoryUseCases {
  readonly openTenant: OpenTenant;
  readonly listSkus: ListSkus;
  readonly createSku: CreateSku;
  readonly getSku: GetSku;
  readonly updateSku: UpdateSku;
  readonly archiveSku: ArchiveSku;
  readonly adjustStock: AdjustStock;
  readonly batchInventory: BatchInventory;
  readonly listMovements: ListMovements;
  readonly listLocations: ListLocations;
  readonly createLocation: CreateLocation;
  readonly getLocation: GetLocation;
  readonly updateLocation: UpdateLocation;
  readonly archiveLocation: ArchiveLocation;
  readonly listLocationStock: ListLocationStock;
  readonly transferStock: TransferStock;
  readonly exportSkus: ExportSkus;
  readonly importSkus: ImportSkus;
  readonly checkIntegrity: CheckIntegrity;
  readonly getInventoryOverview: GetInventoryOverview;
}
