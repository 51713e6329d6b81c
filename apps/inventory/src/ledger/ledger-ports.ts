import type { Page, PageQuery } from '@fulfilment/kernel';
import type {
  Checkpoint,
  HoldTotals,
  LedgerEntry,
  Movement,
  ReservedTotals,
  ReturnedPart,
  ShippedPart,
} from '../model/ledger.ts';
import type { Sku } from '../model/sku.ts';
import type { WarehouseHolds } from '../model/warehouse-audit.ts';

export interface MovementFilter {
  readonly sku: string;
  readonly locationId: string | undefined;
  readonly createdAfter: Date | undefined;
  readonly createdBefore: Date | undefined;
}

export interface MovementReader {
  /** Newest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  list(tenant: string, filter: MovementFilter, page: PageQuery): Promise<Page<Movement>>;
}

/** Holds of one SKU. */
export interface HeldSku extends HoldTotals {
  readonly sku: string;
}

/** Units of one SKU that orders hold in one warehouse. */
export interface SourcedSku extends WarehouseHolds {
  readonly sku: string;
}

/** The reserved units of one SKU. */
export interface ReservedSku extends ReservedTotals {
  readonly sku: string;
}

/** Some SKUs of a tenant that follow one another, as they stood at one moment. */
export interface StockPart {
  /** By code. */
  readonly skus: readonly Sku[];
  /** Of these SKUs, by code: from where their movements go on. */
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  /** The ids of the tenant's locations that are not sellable. */
  readonly unsellable: ReadonlySet<string>;
  /** The warehouses of the places of those SKUs that have quantities by warehouse, by the ids of the places. */
  readonly warehouseOf: ReadonlyMap<string, string>;
  /** Codes of SKUs whose checkpoint is damaged: their movements are all given. */
  readonly damaged: readonly string[];
  /** After the checkpoints, sorted by SKU, version and line; also those of SKUs that do not exist. */
  movements(): AsyncIterable<LedgerEntry>;
  /** One row for each SKU that orders hold or want, sorted by SKU; also of those that do not exist. */
  holds(): AsyncIterable<HeldSku>;
  /** One row for each SKU and warehouse that orders hold it in, sorted by SKU; none where no SKU has quantities by warehouse. */
  sources(): AsyncIterable<SourcedSku>;
  /** One row for each SKU that active reservations name, sorted by SKU; also of those that do not exist. */
  reserved(): AsyncIterable<ReservedSku>;
  /** Units shipped of orders that hold or want more, sorted by SKU. */
  shipments(): AsyncIterable<ShippedPart>;
  /** Units that came back of orders that have returns, sorted by SKU. */
  returns(): AsyncIterable<ReturnedPart>;
}

export interface StockAudit {
  /**
   * Looks at a tenant's stock part by part. Each part is of one moment, later than those before it, and all SKUs are in one.
   *
   * @param gone aborts when the caller has left; the look then ends.
   * @throws AppError `unavailable` where the tenant has a look already, too many wait, or it takes too long.
   */
  inParts(tenant: string, look: (part: StockPart) => Promise<void>, gone: AbortSignal): Promise<void>;
}

/** A SKU as far as its ledger is compared with it, and the checkpoint before. */
export interface LedgerOfSku {
  readonly tenant: string;
  readonly sku: string;
  readonly version: number;
  /** Units by location, as the SKU has them. */
  readonly balances: ReadonlyMap<string, number>;
  /** A damaged one is left out. */
  readonly checkpoint: Checkpoint | undefined;
  readonly isDamaged: boolean;
}

/** An entry with its id, which its digest covers. */
export type IdentifiedEntry = LedgerEntry & Pick<Movement, 'id'>;

/** A new checkpoint, and the tenant of the SKU. */
export interface NewCheckpoint {
  readonly tenant: string;
  readonly checkpoint: Checkpoint;
}

export interface CheckpointStore {
  /** Where the last pass ended: the key of its last SKU; empty before the first, and after one that came to the end. */
  position(): Promise<string>;
  /** The next SKUs of all tenants behind `after`, by key; fewer than `atMost` only at the end. */
  ledgers(after: string, atMost: number): Promise<readonly (LedgerOfSku & { readonly key: string })[]>;
  /** Entries of versions behind `after` up to that of the SKU, by version and line. */
  entries(ledger: LedgerOfSku, after: number): AsyncIterable<IdentifiedEntry>;
  /** Keeps checkpoints instead of earlier ones of their SKUs. */
  keep(checkpoints: readonly NewCheckpoint[]): Promise<void>;
  /** Remembers where a pass has ended. */
  endAt(position: string): Promise<void>;
}
