import {
  errorOf,
  ERRORS,
  type InventoryBatchResult,
  type InventoryItem,
  type InventoryItemResult,
  isErrorCode,
  type ItemProblem,
} from '@fulfilment/contracts';
import { type Receipts, replay } from '@fulfilment/idempotency';
import {
  type Answered,
  type AppError,
  claimOf,
  deriveClaim,
  type IdempotencyClaim,
  type ParsedItem,
  type RequestContext,
  tenantKey,
} from '@fulfilment/kernel';
import type { ApplyItems } from './apply-items.ts';
import type { ItemResult } from './bounded-results.ts';

export interface Batch {
  readonly mode: 'partial' | 'atomic';
  readonly items: readonly ParsedItem<InventoryItem>[];
  /** Ends the work with a retryable `AppError` as its reason. What is committed stays, and a repeat under the key goes on from there. */
  readonly signal?: AbortSignal;
}

/** The answer to a batch, and the places at which the SKUs of its items lie: 0 where it was given before. */
export interface BatchAnswered extends Answered<InventoryBatchResult> {
  readonly places: number;
}

/**
 * @throws AppError where an atomic batch is refused: its errors are of every item that failed. `unavailable` where a batch under an
 * idempotency key was not done to its end, or one without a key not at all.
 */
export type BatchInventory = (batch: Batch, context: RequestContext) => Promise<BatchAnswered>;

export interface BatchInventoryOptions {
  readonly applyItems: ApplyItems;
  readonly receipts: Pick<Receipts, 'find'>;
  /** Keeps the answer of `work` under the claim of its request; a repeat gets the kept one. */
  readonly answerOnce: <Result>(context: RequestContext, work: () => Promise<Result>) => Promise<Answered<Result>>;
  /** Describes an error as the result of its item. */
  readonly describe: (error: AppError) => { readonly status: number; readonly error: ItemProblem };
}

/** A larger answer, of many refusals, is not kept as a whole: its items are, one by one. A document of the database takes 16 MiB. */
const MAX_KEPT_CHARACTERS = 5_000_000;

export function makeBatchInventory(options: BatchInventoryOptions): BatchInventory {
  return async (batch, context) =>
    batch.mode === 'atomic' ? allOrNone(batch, context, options) : eachByItself(batch, context, options);
}

async function allOrNone(batch: Batch, context: RequestContext, options: BatchInventoryOptions): Promise<BatchAnswered> {
  const invalid = batch.items.flatMap((item, index) => (item.type === 'invalid' ? [failedItem(item, index)] : []));
  if (invalid.length > 0) throw atomicRefusal(invalid, false);
  const { result: results, replayed } = await applyValid(batch, context, options);
  const refused = results.flatMap((result, index) => (result?.type === 'refused' ? [failedItem(result, index)] : []));
  if (refused.length > 0) throw atomicRefusal(refused, replayed);
  return { result: answerOf(batch, results, options), replayed, places: replayed ? 0 : placesOf(results) };
}

/**
 * The items are done once by their own claims; the answer is kept under the batch's claim when all are done, if it will stay so. The
 * content of the batch is kept before them: items of another batch under its key would have the same numbers, and be done beside these.
 */
async function eachByItself(batch: Batch, context: RequestContext, options: BatchInventoryOptions): Promise<BatchAnswered> {
  const { idempotency: claim } = context;
  const earlier = claim && (await begin(claim, context, options));
  if (earlier) return { ...earlier, places: 0 };
  const { result: results } = await applyValid(batch, context, options);
  // Under a key the whole batch is sent again and goes on where this one stopped; without one its caller has to know which items were done.
  const failure = results.flatMap((result) => retryableOf(result) ?? [])[0];
  if (failure && (claim || results.every(retryableOf))) throw failure;
  const answer = answerOf(batch, results, options);
  const places = placesOf(results);
  if (!claim || !results.every(staysSo) || JSON.stringify(answer).length > MAX_KEPT_CHARACTERS)
    return { result: answer, replayed: false, places };
  return { ...(await options.answerOnce(context, async () => answer)), places };
}

/**
 * @returns the earlier answer to the batch, if it was kept.
 * @throws AppError `idempotency_key_reused` where another batch has begun under its key.
 */
async function begin(
  claim: IdempotencyClaim,
  context: RequestContext,
  { receipts, answerOnce }: BatchInventoryOptions,
): Promise<Answered<InventoryBatchResult> | undefined> {
  const known = (await receipts.find(tenantKey(context.tenant), [claim.id])).get(claim.id);
  if (known) return { result: replay<InventoryBatchResult>(known, claim), replayed: true };
  await answerOnce({ ...context, idempotency: deriveClaim(claim, 'begun', claim.fingerprint) }, async () => null);
  return undefined;
}

/** Of each item by itself: a transaction carries them once for each. */
function placesOf(results: readonly (ItemResult | undefined)[]): number {
  return results.reduce((sum, result) => sum + (result && 'places' in result ? (result.places ?? 0) : 0), 0);
}

/** False of an item that found no room: it is tried again with its batch, once there is some. */
function staysSo(result: ItemResult | undefined): boolean {
  return result?.type !== 'refused' || result.error.code !== 'storage_limit_reached';
}

/** The failure that kept an item from being tried. */
function retryableOf(result: ItemResult | undefined): AppError | undefined {
  return result?.type === 'refused' && result.error.isRetryable ? result.error : undefined;
}

/** @returns the result of each valid item, by its index in the batch. */
async function applyValid(
  { mode, items, signal }: Batch,
  context: RequestContext,
  { applyItems }: BatchInventoryOptions,
): Promise<Answered<readonly (ItemResult | undefined)[]>> {
  const valid = items.flatMap((item, index) => (item.type === 'valid' ? [{ item: item.value, index }] : []));
  const { result: applied, replayed } = await applyItems(
    valid.map(({ item, index }) => ({ item, pointer: pointerOf(index), claim: claimOfItem(item, index, context) })),
    context,
    signal ? { mode, signal } : { mode },
  );
  const byIndex = new Map(valid.map(({ index }, number) => [index, applied[number]]));
  return { result: items.map((_, index) => byIndex.get(index)), replayed };
}

/** An item's own key names it in any batch; else its index names it in a batch that has a key. */
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
  const itemResults = items.map((item, index): InventoryItemResult => {
    const result = item.type === 'invalid' ? { type: 'refused' as const, error: item.error } : results[index];
    if (result?.type === 'refused') return { index, ...describe(result.error) };
    if (result?.type !== 'applied') throw new Error(`Item ${index} has no result`);
    const { op, version, record } = result;
    const shown = typeof record === 'string' ? { record_left_out: record } : { record };
    return { index, status: op === 'update' ? 200 : 201, version, ...shown };
  });
  return { results: itemResults };
}

interface FailedItem {
  readonly error: AppError;
  readonly pointer: string;
}

const failedItem = ({ error }: { readonly error: AppError }, index: number): FailedItem => ({ error, pointer: pointerOf(index) });

const pointerOf = (index: number): string => `/items/${index}`;

/** Statuses in the order of their precedence: faults of the request, then of the records it is about. */
const PRECEDENCE = [422, 404, 412, 409, 403];

/** The refusal of an atomic batch: the errors of every item that failed, under the code that goes first. */
function atomicRefusal(failed: readonly { readonly error: AppError; readonly pointer: string }[], replayed: boolean): AppError {
  const [first] = failed.toSorted((a, b) => rankOf(a.error) - rankOf(b.error));
  if (!first) throw new Error('Nothing failed');
  const { code, message } = first.error;
  if (!isErrorCode(code)) throw first.error;
  // The path of the request exists; an item names a record that does not.
  return errorOf(
    code === 'not_found' ? 'unknown_sku' : code,
    failed.length === 1 ? message : `${failed.length} items failed, so nothing was done.`,
    { facts: { errors: failed.flatMap(itemsOf) }, replayed },
  );
}

function itemsOf({ error, pointer }: FailedItem): readonly unknown[] {
  const { errors, request_id: _requestId, ...facts } = error.details;
  if (Array.isArray(errors) && errors.length > 0) return errors;
  return [{ pointer, code: error.code, message: error.message, ...facts }];
}

function rankOf({ code }: AppError): number {
  return isErrorCode(code) ? PRECEDENCE.indexOf(ERRORS[code].status) : PRECEDENCE.length;
}
