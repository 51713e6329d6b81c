import type { InventoryItem } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';

/** A change as it was parsed, or what is wrong with it: errors with pointers such as `/on_hand`. */
export type ParsedRow =
  | { readonly type: 'valid'; readonly value: InventoryItem }
  | { readonly type: 'invalid'; readonly error: AppError };

/** One row of a file to import. */
export interface ImportRow {
  /** From 1, the header line and empty lines not counted. */
  readonly number: number;
  /** What it says, for telling it from another row under the same idempotency key. */
  readonly content: unknown;
  readonly change:
    | { readonly type: 'said'; readonly row: ParsedRow }
    /** Whether it creates or updates depends on whether the SKU is there. */
    | { readonly type: 'upsert'; readonly sku: string; readonly create: ParsedRow; readonly update: ParsedRow };
}
