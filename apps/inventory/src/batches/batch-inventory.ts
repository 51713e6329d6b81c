import type { InventoryBatchResult, InventoryItem, InventoryItemResult, ItemProblem } from '@fulfilment/contracts';
import { type Once, type Receipts, replay } from '@fulfilment/idempotency';
import { type AppError, claimOf, deriveClaim, type IdempotencyClaim, type RequestContext, tenantKey } from '@fulfilment/kernel';
import type { ApplyItems, ItemResult } from './apply-items.ts';
import { atomicRefusal } from './atomic-refusal.ts';

/** An item as it was parsed by itself. */
export type BatchItem =
  | { readonly type: 'valid'; readonly value: InventoryItem }
  | { readonly type: 'invalid'; readonly error: AppError };

export interface Batch {
  readonly mode: 'partial' | 'atomic';
  readonly items: readonly BatchItem[];
}

/**
 * @throws AppError where an atomic batch is refused: its errors are of every item that failed. `unavailable` where a batch under an
 * idempotency key was not done to its end, or one without a key not at all.
 */
export type BatchInventory = (batch: Batch, context: RequestContext) => Promise<InventoryBatchResult>;

export interface BatchInventoryOptions {
  readonly applyItems: ApplyItems;
  readonly receipts: Pick<Receipts, 'find'>;
  readonly once: Once;
  /** An error as the result of its item tells it. */
  readonly describe: (error: AppError) => { readonly status: number; readonly error: ItemProblem };
}

/** What is larger is not kept as a whole: its items are, one by one. The database takes 16 MiB. */
const MOST_KEPT_CHARACTERS = 4_000_000;

export function makeBatchInventory(options: BatchInventoryOptions): BatchInventory {
  return async (batch, context) =>
    batch.mode === 'atomic' ? allOrNone(batch, context, options) : eachByItself(batch, context, options);
}

async function allOrNone(batch: Batch, context: RequestContext, options: BatchInventoryOptions): Promise<InventoryBatchResult> {
  const invalid = batch.items.flatMap((item, index) => (item.type === 'invalid' ? [failed(item, index)] : []));
  if (invalid.length > 0) throw atomicRefusal(invalid);
  const results = await applyValid(batch, context, options);
  const refused = results.flatMap((result, index) => (result?.type === 'refused' ? [failed(result, index)] : []));
  if (refused.length > 0) throw atomicRefusal(refused);
  return answerOf(batch, results, options);
}

/**
 * The items are done once by their own claims; under the batch's the answer is kept when all are done, if it will stay so. What the
 * batch asks for is kept before them: items of another one under its key would have the same places, and be done beside these.
 */
async function eachByItself(
  batch: Batch,
  context: RequestContext,
  options: BatchInventoryOptions,
): Promise<InventoryBatchResult> {
  const { idempotency: claim } = context;
  const told = claim && (await begin(claim, context, options));
  if (told) return told;
  const results = await applyValid(batch, context, options);
  const passing = passingIn(results);
  if (passing && (claim || results.every(isPassing))) throw passing;
  const answer = answerOf(batch, results, options);
  if (!claim || JSON.stringify(answer).length > MOST_KEPT_CHARACTERS) return answer;
  return options.once(context, async () => answer);
}

/**
 * @returns what the batch was told before, if that was kept.
 * @throws AppError `idempotency_key_reused` where another batch has begun under its key.
 */
async function begin(
  claim: IdempotencyClaim,
  context: RequestContext,
  { receipts, once }: BatchInventoryOptions,
): Promise<InventoryBatchResult | undefined> {
  const known = (await receipts.find(tenantKey(context.tenant), [claim.id])).get(claim.id);
  if (known) return replay<InventoryBatchResult>(known, claim);
  await once({ ...context, idempotency: deriveClaim(claim, 'begun', claim.fingerprint) }, async () => null);
  return undefined;
}

/**
 * What kept items from being tried. Under a key the whole batch is told to try again, which goes on where this one stopped; without
 * one its caller has to know which items were done.
 */
function passingIn(results: readonly (ItemResult | undefined)[]): AppError | undefined {
  const passing = results.find(isPassing);
  return passing?.type === 'refused' ? passing.error : undefined;
}

function isPassing(result: ItemResult | undefined): boolean {
  return result?.type === 'refused' && result.error.mayPass;
}

/** @returns what came of each valid item, by its place in the batch. */
async function applyValid(
  { mode, items }: Batch,
  context: RequestContext,
  { applyItems }: BatchInventoryOptions,
): Promise<readonly (ItemResult | undefined)[]> {
  const valid = items.flatMap((item, index) => (item.type === 'valid' ? [{ item: item.value, index }] : []));
  const applied = await applyItems(
    valid.map(({ item, index }) => ({ item, pointer: pointerOf(index), claim: claimOfItem(item, index, context) })),
    context,
    { mode },
  );
  const byIndex = new Map(valid.map(({ index }, place) => [index, applied[place]]));
  return items.map((_, index) => byIndex.get(index));
}

/** An item's own key names it in whatever batch it comes; else it is known by its place in a batch that has one. */
function claimOfItem(item: InventoryItem, index: number, { tenant, idempotency }: RequestContext): IdempotencyClaim | undefined {
  const { idempotency_key: key, ...content } = item;
  if (key !== undefined) return claimOf({ tenant, method: 'POST', target: ['/inventory/batch', 'items'], key, content });
  return idempotency && deriveClaim(idempotency, `items/${index}`, content);
}

function answerOf(
  { items }: Batch,
  results: readonly (ItemResult | undefined)[],
  { describe }: BatchInventoryOptions,
): InventoryBatchResult {
  const told = items.map((item, index): InventoryItemResult => {
    const result = item.type === 'invalid' ? { type: 'refused' as const, error: item.error } : results[index];
    if (result?.type === 'refused') return { index, ...describe(result.error) };
    if (result?.type !== 'applied') throw new Error(`Item ${index} has no result`);
    return { index, status: result.op === 'update' ? 200 : 201, record: result.record };
  });
  return { results: told };
}

const failed = ({ error }: { readonly error: AppError }, index: number) => ({ error, pointer: pointerOf(index) });

const pointerOf = (index: number): string => `/items/${index}`;
