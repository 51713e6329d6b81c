import { type AppError, deriveClaim, type IdempotencyClaim, type RequestContext, tenantKey } from '@fulfilment/kernel';
import type { ApplyItems, Item, ItemResult } from '../batches/apply-items.ts';
import type { ImportRow, ParsedRow } from './import-row.ts';
import { orderlyRuns } from '../batches/orderly-runs.ts';
import type { SkuCatalogue } from '../skus/sku-ports.ts';
import { type Attempt, changeOf, correct, otherWay, parsedOf, wasMistaken } from './row-attempt.ts';

export interface RowTerms {
  readonly context: RequestContext;
  readonly dryRun: boolean;
  /** Told what came of each row, in their order. */
  readonly onResult: (row: number, result: ItemResult) => void;
}

/**
 * Does what rows say, in their order, each by itself.
 *
 * @throws AppError for what may pass with time; rows up to that one have been told.
 */
export type ApplyRows = (rows: readonly ImportRow[], terms: RowTerms) => Promise<void>;

/** Times that rows are tried in a dry run: a SKU that a row makes is not there before it and is there behind it, which takes three. */
const MOST_TRIES = 5;

export interface ApplyRowsOptions {
  readonly applyItems: ApplyItems;
  readonly catalogue: Pick<SkuCatalogue, 'known'>;
}

export function makeApplyRows({ applyItems, catalogue }: ApplyRowsOptions): ApplyRows {
  return async (rows, { context, dryRun, onResult }) => {
    const isThere = await readKnown(catalogue, rows, context);
    const attempts = rows.map((row) => ({ row, asUpdate: isThere(row), part: 'row' }));
    const apply: Apply = (some) => attempt(some, { applyItems, context, dryRun });
    // What a later row of the same SKU comes to depends on this one: it waits until this one was done the right way.
    for (const run of dryRun ? [attempts] : orderlyRuns(attempts, changeOf)) {
      const results = dryRun ? await tryAll(run, apply) : await doAll(run, apply);
      run.forEach(({ row: { number } }, place) => tell(number, results[place], onResult));
    }
  };
}

type Results = readonly (ItemResult | undefined)[];
type Apply = (attempts: readonly Attempt[]) => Promise<Results>;

/** Somebody else made the SKU meanwhile, or a row before it did not: then it is the other of the two. */
async function doAll(attempts: readonly Attempt[], apply: Apply): Promise<Results> {
  const results = await apply(attempts);
  const others = attempts.flatMap((each, place) => (wasMistaken(each, results[place]) ? [{ each, place }] : []));
  const again = await apply(others.map(({ each }) => otherWay(each)));
  const mended = new Map(others.map(({ place }, index) => [place, again[index]]));
  return results.map((result, place) => mended.get(place) ?? result);
}

/** Nothing of a dry run stays: what comes behind a row that was mistaken is tried again with it. */
async function tryAll(attempts: readonly Attempt[], apply: Apply): Promise<Results> {
  let tried = attempts;
  let results = await apply(tried);
  for (let tries = 1; tries < MOST_TRIES && tried.some((each, place) => wasMistaken(each, results[place])); tries += 1) {
    tried = correct(tried, results);
    results = await apply(tried);
  }
  return results;
}

/** Whether a row's SKU is there when it is the row's turn: it was, or a row before it makes it. */
async function readKnown(
  catalogue: Pick<SkuCatalogue, 'known'>,
  rows: readonly ImportRow[],
  { tenant }: RequestContext,
): Promise<(row: ImportRow) => boolean> {
  const codes = new Set(rows.flatMap(({ change }) => (change.type === 'upsert' ? [change.sku] : [])));
  const known = new Set(codes.size === 0 ? [] : await catalogue.known(tenantKey(tenant), [...codes]));
  const there = new Set<ImportRow>();
  for (const row of rows) {
    const { change } = row;
    const made = change.type === 'upsert' ? change.sku : madeBy(change.row);
    if (made !== undefined && known.has(made)) there.add(row);
    if (made !== undefined) known.add(made);
  }
  return (row) => there.has(row);
}

function madeBy(row: ParsedRow): string | undefined {
  return row.type === 'valid' && row.value.op === 'create' ? row.value.sku : undefined;
}

async function attempt(
  attempts: readonly Attempt[],
  { applyItems, context, dryRun }: { readonly applyItems: ApplyItems } & Pick<RowTerms, 'context' | 'dryRun'>,
): Promise<Results> {
  const items = attempts.flatMap((each, place): { item: Item; place: number }[] => {
    const parsed = parsedOf(each);
    if (parsed.type === 'invalid') return [];
    return [{ place, item: { item: parsed.value, pointer: '', claim: claimOf(each, context.idempotency) } }];
  });
  const applied = await applyAll(
    items.map(({ item }) => item),
    { applyItems, context, dryRun },
  );
  const byPlace = new Map(items.map(({ place }, index) => [place, applied[index]]));
  return attempts.map((each, place) => {
    const parsed = parsedOf(each);
    return parsed.type === 'invalid' ? { type: 'refused', error: parsed.error } : byPlace.get(place);
  });
}

async function applyAll(
  items: readonly Item[],
  { applyItems, context, dryRun }: { readonly applyItems: ApplyItems } & Pick<RowTerms, 'context' | 'dryRun'>,
): Promise<readonly ItemResult[]> {
  return items.length === 0 ? [] : applyItems(items, context, { mode: 'partial', dryRun });
}

function claimOf({ row, part }: Attempt, claim: IdempotencyClaim | undefined): IdempotencyClaim | undefined {
  return claim && deriveClaim(claim, `${part}:${row.number}`, row.content);
}

function tell(row: number, result: ItemResult | undefined, onResult: RowTerms['onResult']): void {
  if (!result) throw new Error(`Row ${row} has no result`);
  if (result.type === 'refused' && endsAll(result.error)) throw result.error;
  onResult(row, result);
}

/** Rows behind it would fare no better: the store is away, or the key belongs to another file. */
function endsAll(error: AppError): boolean {
  return error.mayPass || error.code === 'idempotency_key_reused';
}
