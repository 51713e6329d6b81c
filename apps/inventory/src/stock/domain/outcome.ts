import type { Decision } from './decision.ts';
import type { SkuChange } from './settle-skus.ts';
import type { Sku } from '../../skus/domain/sku.ts';

/** What came of one command. */
export type Outcome =
  | Exclude<Decision, { type: 'sku' | 'adjusted' | 'outdated' }>
  | { readonly type: 'sku'; readonly sku: Sku; readonly changed: boolean }
  | { readonly type: 'adjusted'; readonly change: SkuChange }
  | { readonly type: 'outdated'; readonly sku: Sku }
  /** What came of each change, and whether they stand. */
  | { readonly type: 'together'; readonly stands: boolean; readonly outcomes: readonly Outcome[] }
  /** It is a repeat and has its answer; `sku` is what it is about, as it is now. */
  | { readonly type: 'answered'; readonly claimId: string; readonly refused: boolean; readonly sku: Sku | undefined };

/** What says that the request itself is wrong: the same key may be tried again with a right one. */
const NO_ANSWERS: ReadonlySet<string> = new Set(['validation_failed', 'idempotency_key_reused']);

/** Whether it is the same for whoever asks again. */
export function isAnswer(outcome: Outcome): boolean {
  if (outcome.type === 'together') return outcome.stands || outcome.outcomes.every(isAnswer);
  return outcome.type === 'refused' ? !NO_ANSWERS.has(outcome.refusal.code) : outcome.type !== 'deferred';
}

/** Whether it says that nothing was done. */
export function isRefusal(outcome: Outcome): boolean {
  if (outcome.type === 'together') return !outcome.stands;
  return outcome.type === 'answered' ? outcome.refused : outcome.type === 'refused' || outcome.type === 'outdated';
}

/** Places that the answer to one command may show: it is kept whole, and a document of the database takes 16 MiB. */
export const MAX_PLACES_SHOWN = 50_000;

/** Places that the records of all outcomes show together. */
export function placesShown(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, outcome) => {
    if (outcome.type === 'adjusted') return sum + outcome.change.after.stock.length;
    return 'sku' in outcome ? sum + (outcome.sku?.stock.length ?? 0) : sum;
  }, 0);
}
