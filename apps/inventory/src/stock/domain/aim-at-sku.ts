import type { Decision } from './decision.ts';
import { refused } from './decision.ts';
import type { Draft } from './draft.ts';
import { type FoundPlace, isUnknown } from './find-place.ts';
import { type Expected, isAsExpected } from './is-as-expected.ts';
import { skuNotFound } from './refusal.ts';
import type { Sku } from '../../skus/domain/sku.ts';

export interface Aim extends Expected {
  readonly sku: string;
}

export type Aimed = { readonly type: 'sku'; readonly sku: Sku } | { readonly type: 'missed'; readonly decision: Decision };

/**
 * The SKU that a command is about, if it is there and as the caller believes. Which refusal answers: a place that is not there (422),
 * then a SKU that is not (404), then one that has changed (412); what its state does not allow (409) comes after these.
 */
export function aimAtSku(draft: Draft, aim: Aim, found: FoundPlace | undefined): Aimed {
  if (found && isUnknown(found)) return { type: 'missed', decision: found };
  const sku = draft.sku(aim.sku);
  if (!sku) return { type: 'missed', decision: refused(skuNotFound()) };
  return isAsExpected(sku, aim) ? { type: 'sku', sku } : { type: 'missed', decision: { type: 'outdated', code: sku.code } };
}
