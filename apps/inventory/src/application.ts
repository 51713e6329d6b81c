import type { BatchInventory } from './batches/batch-inventory.ts';
import type { ExportSkus, GetInventoryOverview, GetSku, ListSkus } from './skus/read-skus.ts';
import type { ImportSkus } from './import-export/import-skus.ts';
import type { CheckIntegrity } from './ledger/check-integrity.ts';
import type { ListMovements } from './ledger/list-movements.ts';
import type { ArchiveLocation, CreateLocation, OpenTenant, UpdateLocation } from './locations/change-locations.ts';
import type { GetLocation, ListLocations, ListLocationStock } from './locations/read-locations.ts';
import type { AdjustStock, ArchiveSku, CreateSku, TransferStock, UpdateSku } from './skus/change-skus.ts';

/** Changes that clients ask for. Orders and scans change stock by messages: `stock/stock-messages.ts`. */
export interface Commands {
  /** Makes the default warehouse of a tenant on its first request. */
  readonly openTenant: OpenTenant;
  /** Creates a SKU, with the stock it opens with. */
  readonly createSku: CreateSku;
  /** Changes facts of a SKU, counts its stock, or restores it. */
  readonly updateSku: UpdateSku;
  /** Archives a SKU. */
  readonly archiveSku: ArchiveSku;
  /** Changes stock by a delta. */
  readonly adjustStock: AdjustStock;
  /** Moves stock from one location to another. */
  readonly transferStock: TransferStock;
  /** Creates, updates and adjusts SKUs in one request, each by itself or all or none. */
  readonly batchInventory: BatchInventory;
  /** Does the same for the rows of a file. */
  readonly importSkus: ImportSkus;
  /** Creates a location in its parent. */
  readonly createLocation: CreateLocation;
  /** Renames or restores a location. */
  readonly updateLocation: UpdateLocation;
  /** Archives a location and everything below it. */
  readonly archiveLocation: ArchiveLocation;
}

/** Reads that clients ask for. */
export interface Queries {
  /** A page of SKUs, by location, word, state or change. */
  readonly listSkus: ListSkus;
  /** One SKU with its quantities. */
  readonly getSku: GetSku;
  /** A page of a SKU's ledger, newest first. */
  readonly listMovements: ListMovements;
  /** Totals over all SKUs. */
  readonly getInventoryOverview: GetInventoryOverview;
  /** All SKUs, in pieces. */
  readonly exportSkus: ExportSkus;
  /** A page of locations, by parent, subtree or word. */
  readonly listLocations: ListLocations;
  /** One location. */
  readonly getLocation: GetLocation;
  /** A page of the SKUs that lie at a location or below it. */
  readonly listLocationStock: ListLocationStock;
  /** A comparison of stock, ledger and holds at one moment. */
  readonly checkIntegrity: CheckIntegrity;
}

export interface Application {
  readonly commands: Commands;
  readonly queries: Queries;
}
