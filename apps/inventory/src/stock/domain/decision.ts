import type { Location } from '../../locations/domain/location.ts';
import type { Refusal } from './refusal.ts';

/** What was decided on one command. */
export type Decision =
  /** The SKU is as its caller wants it. */
  | { readonly type: 'sku'; readonly code: string }
  /** Its stock was adjusted. */
  | { readonly type: 'adjusted'; readonly code: string }
  /** The SKU is not as its caller believed, and is left as it is. */
  | { readonly type: 'outdated'; readonly code: string }
  | { readonly type: 'transferred'; readonly from: Location; readonly to: Location }
  /** The allocation document holds the answer; backorders are filled as far as they go. */
  | { readonly type: 'done' }
  /** Nothing is changed. */
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** What it needs is not loaded or not filled yet: it is to be decided again, alone, on a state loaded for it. */
  | {
      readonly type: 'deferred';
      /** Whether what it changed on its way stands nevertheless. */
      readonly progress: boolean;
    };

export const refused = (refusal: Refusal): Decision => ({ type: 'refused', refusal });
export const DONE: Decision = { type: 'done' };
