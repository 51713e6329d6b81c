import type { AdjustmentRecord, SkuRecord, TransferRecord } from '@fulfilment/contracts';
import type { Refusal } from './domain/refusal.ts';

/** What came of one command, as its caller needs it and a repeat gets it again: it goes through JSON. */
export type CommittedOutcome =
  | { readonly type: 'done' }
  | { readonly type: 'deferred'; readonly progress: boolean }
  | { readonly type: 'refused'; readonly refusal: Refusal; readonly firstRequestId?: string }
  /** The SKU was not as its caller believed; `record` is how it was. */
  | { readonly type: 'outdated'; readonly record: SkuRecord; readonly firstRequestId?: string }
  /** `changed`: whether the command did anything. */
  | { readonly type: 'sku'; readonly record: SkuRecord; readonly changed: boolean }
  | { readonly type: 'adjusted'; readonly adjustment: AdjustmentRecord }
  | { readonly type: 'transferred'; readonly transfer: TransferRecord }
  /** Of each change, and whether they stand. */
  | { readonly type: 'together'; readonly stands: boolean; readonly outcomes: readonly CommittedOutcome[] };
