import type { Page, PageQuery } from '@fulfilment/kernel';
import type { ShownSku } from '../model/sku.ts';

export interface SkuFilter {
  readonly status: 'active' | 'archived' | 'all';
  readonly lowStock: boolean | undefined;
  readonly soldOut?: boolean | undefined;
  /** Id of a location: SKUs that are at home or lie there or below it. */
  readonly within: string | undefined;
  /** The warehouse by which it is judged. `within` is its id. */
  readonly warehouse?: WarehouseFilter | undefined;
  /** Each begins the code, or a word of the name. */
  readonly words: readonly string[];
  readonly codes: readonly string[] | undefined;
  readonly barcodes?: readonly string[] | undefined;
  /** Begins one of its barcodes. */
  readonly barcodePrefix?: string | undefined;
  readonly changedSince: Date | undefined;
}

export interface WarehouseFilter {
  readonly id: string;
  /** True for SKUs below the reorder point that they have there; false for the others. */
  readonly lowStock: boolean | undefined;
  /** Of SKUs of which no unit is available there. No list looks at it: they are told apart by what is read. */
  readonly soldOut: boolean | undefined;
}

export type SkuOrder = 'sku' | 'updated_at';

/** SKUs of a piece of an export at most, 50 KB as a rule. */
export const SKUS_A_PIECE = 100;

/** The SKUs of tenants, as queries read them. */
export interface SkuStore {
  find(tenant: string, code: string): Promise<ShownSku | undefined>;
  findByBarcode(tenant: string, barcode: string): Promise<ShownSku | undefined>;
  /** Ascending. @throws AppError `invalid_cursor` if the cursor is not of this list in this order. */
  list(tenant: string, filter: SkuFilter, page: PageQuery & { readonly sort: SkuOrder }): Promise<Page<ShownSku>>;
  /** SKUs that lie at a location, or below it, by their code. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  listAt(tenant: string, at: { readonly locationId: string; readonly below: boolean }, page: PageQuery): Promise<Page<ShownSku>>;
  /** All SKUs by code, in pieces of {@link SKUS_A_PIECE} at most; nothing is held open between two of them. */
  readAll(tenant: string, filter: Pick<SkuFilter, 'status' | 'lowStock' | 'soldOut'>): AsyncIterable<readonly ShownSku[]>;
  /** The existing SKUs among `codes`, archived ones included. */
  known(tenant: string, codes: readonly string[]): Promise<ReadonlySet<string>>;
  /** The number of SKUs, archived ones included. */
  count(tenant: string): Promise<number>;
  /** Totals over the active SKUs. */
  totals(tenant: string): Promise<StockTotals>;
}

export interface StockTotals {
  readonly skus: number;
  readonly onHand: number;
  readonly allocated: number;
  readonly available: number;
  readonly lowStock: number;
  readonly soldOut: number;
}
