import type { AdjustStock } from './adjust-stock.ts';
import type { ArchiveLocation } from './archive-location.ts';
import type { ArchiveSku } from './archive-sku.ts';
import type { BatchInventory } from './batch-inventory.ts';
import type { CheckIntegrity } from './check-integrity.ts';
import type { CreateLocation } from './create-location.ts';
import type { CreateSku } from './create-sku.ts';
import type { ExportSkus } from './export-skus.ts';
import type { GetInventoryOverview } from './get-inventory-overview.ts';
import type { GetLocation } from './get-location.ts';
import type { GetSku } from './get-sku.ts';
import type { ImportSkus } from './import-skus.ts';
import type { ListLocationStock } from './list-location-stock.ts';
import type { ListLocations } from './list-locations.ts';
import type { ListMovements } from './list-movements.ts';
import type { ListSkus } from './list-skus.ts';
import type { OpenTenant } from './open-tenant.ts';
import type { TransferStock } from './transfer-stock.ts';
import type { UpdateLocation } from './update-location.ts';
import type { UpdateSku } from './update-sku.ts';

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
