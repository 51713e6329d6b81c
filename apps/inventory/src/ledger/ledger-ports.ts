import type { Page, PageQuery } from '@fulfilment/kernel';
import type { Sku } from '../skus/domain/sku.ts';
import type { HoldTotals, LedgerEntry, Movement } from './domain/ledger.ts';

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

/** A tenant's stock as it stood at one moment, each stream sorted by SKU. */
export interface StockMoment {
  skus(): AsyncIterable<Sku>;
  /** Of one SKU by version and line. */
  movements(): AsyncIterable<LedgerEntry>;
  /** One row for each SKU that orders hold or want. */
  holds(): AsyncIterable<HeldSku>;
}

export interface StockAudit {
  /**
   * @param gone aborts when the caller has left; the look then ends.
   * @throws AppError `unavailable` where the tenant has a look already, too many wait, or it takes too long.
   */
  atOneMoment<Result>(tenant: string, look: (moment: StockMoment) => Promise<Result>, gone: AbortSignal): Promise<Result>;
}
