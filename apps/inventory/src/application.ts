import type { AnswerOnce, Receipts } from '@fulfilment/idempotency';
import type { Clock, StoredCounts } from '@fulfilment/kernel';
import { makeApplyItems } from './batches/apply-items.ts';
import { type BatchInventory, type BatchInventoryOptions, makeBatchInventory } from './batches/batch-inventory.ts';
import { makeApplyRows } from './import-export/apply-rows.ts';
import { type ImportSkus, type InTurn, makeImportSkus } from './import-export/import-skus.ts';
import { type CheckIntegrity, makeCheckIntegrity } from './ledger/check-integrity.ts';
import type { MovementReader, StockAudit } from './ledger/ledger-ports.ts';
import { type ListMovements, makeListMovements } from './ledger/list-movements.ts';
import {
  type ArchiveLocation,
  type CreateLocation,
  makeArchiveLocation,
  makeCreateLocation,
  makeUpdateLocation,
  type UpdateLocation,
} from './locations/change-locations.ts';
import { type EnsureDefaultWarehouse, makeEnsureDefaultWarehouse } from './locations/default-warehouse.ts';
import type { ChangeLocations, LocationStore } from './locations/location-ports.ts';
import { type GetLocation, type ListLocations, makeGetLocation, makeListLocations } from './locations/read-locations.ts';
import { makeTransferStock, type TransferStock } from './locations/transfer-from-location.ts';
import {
  type CreateReservation,
  makeCreateReservation,
  makeReleaseReservation,
  makeUpdateReservation,
  type ReleaseReservation,
  type UpdateReservation,
} from './reservations/change-reservations.ts';
import {
  type GetReservation,
  type ListReservations,
  makeGetReservation,
  makeListReservations,
} from './reservations/read-reservations.ts';
import { makeQuoteAvailability, type QuoteAvailability } from './reservations/quote-availability.ts';
import type { ReservationStore } from './reservations/reservation-ports.ts';
import type { LocationReader } from './records/shown-locations.ts';
import { type AdjustStock, makeAdjustStock } from './skus/adjust-stock.ts';
import {
  type ArchiveSku,
  type CreateSku,
  makeArchiveSku,
  makeCreateSku,
  makeUpdateSku,
  makeUpdateSkuWarehouse,
  type UpdateSku,
  type UpdateSkuWarehouse,
} from './skus/change-skus.ts';
import { type ListLocationStock, makeListLocationStock } from './skus/list-location-stock.ts';
import {
  type ExportSkus,
  type GetInventoryOverview,
  type GetSku,
  type GetSkuByBarcode,
  type ListSkus,
  makeExportSkus,
  makeGetInventoryOverview,
  makeGetSku,
  makeGetSkuByBarcode,
  makeListSkus,
} from './skus/read-skus.ts';
import type { SkuStore } from './skus/sku-ports.ts';
import {
  type GetAllocationRules,
  makeGetAllocationRules,
  makeUpdateAllocationRules,
  type UpdateAllocationRules,
} from './sourcing/change-allocation-rules.ts';
import type { ChangeRules, SourcesOf, SourcingStore } from './sourcing/sourcing-ports.ts';
import type { RunCommand } from './stock/run-command.ts';

/** Changes that clients ask for. Orders and scans change stock by messages: `stock/order-and-scan-messages.ts`. */
export interface Commands {
  /** Makes the default warehouse of a tenant on its first request. */
  readonly ensureDefaultWarehouse: EnsureDefaultWarehouse;
  /** Creates a SKU, with the stock it opens with. */
  readonly createSku: CreateSku;
  /** Changes facts of a SKU, counts its stock, or restores it. */
  readonly updateSku: UpdateSku;
  /** Changes the settings of a SKU for one warehouse. */
  readonly updateSkuWarehouse: UpdateSkuWarehouse;
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
  /** Keeps units for a cart or quote until a time. */
  readonly createReservation: CreateReservation;
  /** Extends a reservation, or changes its lines. */
  readonly updateReservation: UpdateReservation;
  /** Frees what a reservation keeps. */
  readonly releaseReservation: ReleaseReservation;
  /** Creates a location in its parent. */
  readonly createLocation: CreateLocation;
  /** Renames or restores a location. */
  readonly updateLocation: UpdateLocation;
  /** Archives a location and everything below it. */
  readonly archiveLocation: ArchiveLocation;
  /** Changes the rules by which orders get warehouses. */
  readonly updateAllocationRules: UpdateAllocationRules;
}

/** Reads that clients ask for. */
export interface Queries {
  /** A page of SKUs, by location, word, state or change. */
  readonly listSkus: ListSkus;
  /** One SKU with its quantities. */
  readonly getSku: GetSku;
  /** The SKU that has a barcode. */
  readonly getSkuByBarcode: GetSkuByBarcode;
  /** A page of a SKU's ledger, newest first. */
  readonly listMovements: ListMovements;
  /** Totals over all SKUs. */
  readonly getInventoryOverview: GetInventoryOverview;
  /** All SKUs, in pieces. */
  readonly exportSkus: ExportSkus;
  /** One reservation, for 30 days after its end. */
  readonly getReservation: GetReservation;
  /** A page of reservations, by state, SKU, warehouse or external id. */
  readonly listReservations: ListReservations;
  /** Units of several SKUs that could be ordered. */
  readonly quoteAvailability: QuoteAvailability;
  /** The rules by which orders get warehouses. */
  readonly getAllocationRules: GetAllocationRules;
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

interface ApplicationParts {
  readonly runCommand: RunCommand;
  readonly skus: SkuStore;
  readonly storedSkus: StoredCounts;
  readonly reservations: ReservationStore;
  readonly locations: LocationStore;
  /** For answers that show locations. */
  readonly shownLocations: LocationReader;
  readonly changeLocations: ChangeLocations;
  readonly sourcing: SourcingStore;
  readonly changeRules: ChangeRules;
  /** For answers that hold nothing. */
  readonly sourcesOf: SourcesOf;
  readonly movements: MovementReader;
  readonly audit: StockAudit;
  readonly receipts: Receipts;
  readonly answerOnce: AnswerOnce;
  readonly describe: BatchInventoryOptions['describe'];
  /** For the rows of files. */
  readonly inTurn: InTurn;
  readonly now: Clock;
}

export function makeApplication(parts: ApplicationParts): Application {
  const { runCommand, skus, reservations, locations, shownLocations, changeLocations, receipts, answerOnce, now } = parts;
  const applyItems = makeApplyItems(runCommand, now);
  return {
    commands: {
      ensureDefaultWarehouse: makeEnsureDefaultWarehouse(locations, now),
      createSku: makeCreateSku(runCommand, now),
      updateSku: makeUpdateSku(runCommand, now),
      updateSkuWarehouse: makeUpdateSkuWarehouse(runCommand, now),
      archiveSku: makeArchiveSku(runCommand, now),
      adjustStock: makeAdjustStock(runCommand, now),
      transferStock: makeTransferStock(runCommand, now),
      batchInventory: makeBatchInventory({ applyItems, receipts, answerOnce, describe: parts.describe }),
      importSkus: makeImportSkus({
        applyRows: makeApplyRows(applyItems, skus),
        receipts,
        answerOnce,
        locations,
        inTurn: parts.inTurn,
      }),
      createReservation: makeCreateReservation(runCommand, now),
      updateReservation: makeUpdateReservation(runCommand, now),
      releaseReservation: makeReleaseReservation(runCommand, now),
      createLocation: makeCreateLocation(changeLocations, now),
      updateLocation: makeUpdateLocation(changeLocations, now),
      archiveLocation: makeArchiveLocation(changeLocations, now),
      updateAllocationRules: makeUpdateAllocationRules(parts.changeRules, now),
    },
    queries: {
      listSkus: makeListSkus(skus, locations, shownLocations),
      getSku: makeGetSku(skus, shownLocations),
      getSkuByBarcode: makeGetSkuByBarcode(skus, shownLocations),
      listMovements: makeListMovements(skus, parts.movements, locations, shownLocations),
      getInventoryOverview: makeGetInventoryOverview(skus, locations, parts.storedSkus, now),
      exportSkus: makeExportSkus(skus, shownLocations),
      getReservation: makeGetReservation(reservations),
      listReservations: makeListReservations(reservations, locations),
      quoteAvailability: makeQuoteAvailability({ skus, locations, shownLocations, sourcesOf: parts.sourcesOf, answerOnce, now }),
      getAllocationRules: makeGetAllocationRules(parts.sourcing),
      listLocations: makeListLocations(locations),
      getLocation: makeGetLocation(locations),
      listLocationStock: makeListLocationStock(skus, locations),
      checkIntegrity: makeCheckIntegrity(parts.audit, now),
    },
  };
}
