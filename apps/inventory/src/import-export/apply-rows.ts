import {
  AppError,
  deriveClaim,
  type IdempotencyClaim,
  type ParsedItem,
  type RequestContext,
  tenantKey,
} from '@fulfilment/kernel';
import { type ApplyItems, type Item, type ItemTerms, MAX_RUN, orderlyRuns, type PositionInRun } from '../batches/apply-items.ts';
import { type AnyItem, operationOf } from '../batches/item-operations.ts';
import type { ItemResult } from '../batches/bounded-results.ts';
import type { SkuStore } from '../skus/sku-ports.ts';

export interface RowTerms {
  readonly context: RequestContext;
  readonly dryRun: boolean;
  /** Called with the result of each row, in their order. */
  readonly onResult: (row: ImportRow, result: ItemResult) => void;
  /** Called with the paths of locations that rows of a dry run would make. */
  readonly onNewLocations?: (paths: readonly string[]) => void;
}

/**
 * Applies rows in their order, each by itself.
 *
 * @throws AppError for a retryable failure; the results of the rows before it have been reported.
 */
export type ApplyRows = (rows: readonly ImportRow[], terms: RowTerms) => Promise<void>;

/** Tries of rows that stay or go together: a SKU that a row creates is absent before it and present after it, which takes three. */
const MAX_TRIES = 5;

export function makeApplyRows(applyItems: ApplyItems, skus: Pick<SkuStore, 'known'>): ApplyRows {
  return async (rows, terms) => {
    const { context, dryRun, onResult, onNewLocations } = terms;
    const isThere = await readKnown(skus, rows, context);
    const attempts = rows.map((row) => ({ row, asUpdate: isThere(row), part: 'row' }));
    let newLocations: readonly string[] = [];
    const noted: ApplyItems = async (...call) => {
      const applied = await applyItems(...call);
      ({ newLocations = [] } = applied);
      return applied;
    };
    const apply: Apply = (some, mode = 'partial') => applyAttempts(some, noted, { ...terms, mode });
    const size = dryRun ? attempts.length : MAX_RUN;
    for (let from = 0; from < attempts.length; from += size) {
      const some = attempts.slice(from, from + size);
      const results = dryRun ? await tryAll(some, apply) : await doInOrder(some, apply);
      some.forEach(({ row }, index) => report(row, results[index], onResult));
      // Those of the last try.
      onNewLocations?.(newLocations);
    }
  };
}

type Results = readonly (ItemResult | undefined)[];
type Apply = (attempts: readonly Attempt[], mode?: ItemTerms['mode']) => Promise<Results>;

/** Later rows of a SKU depend on those before: all are tried in one transaction, else they wait until those were applied the right way. */
async function doInOrder(attempts: readonly Attempt[], apply: Apply): Promise<Results> {
  const runs = [...orderlyRuns(attempts, positionOf)];
  const together = runs.length > 1 ? await tryTogether(attempts, apply) : undefined;
  if (together) return together;
  const results: (ItemResult | undefined)[] = [];
  for (const run of runs) {
    if (!results.some(endsAll)) results.push(...(await doAll(run, apply)));
  }
  return results;
}

/** @returns undefined where nothing was done: the rows are too much for one transaction, or each try has found another state. */
async function tryTogether(attempts: readonly Attempt[], apply: Apply): Promise<Results | undefined> {
  try {
    const results = await tryAll(attempts, (some) => apply(some, 'guessed'));
    return results.some((result, index) => wasMistaken(attempts[index], result)) ? undefined : results;
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return undefined;
    throw error;
  }
}

/** Another request has created the SKU since, or a row before it has not: then the row is applied the other way. */
async function doAll(attempts: readonly Attempt[], apply: Apply): Promise<Results> {
  const results = await apply(attempts);
  const mistaken = attempts.flatMap((each, index) => (wasMistaken(each, results[index]) ? [{ each, index }] : []));
  const again = await apply(mistaken.map(({ each }) => otherWay(each)));
  const corrected = new Map(mistaken.map(({ index }, number) => [index, again[number]]));
  return results.map((result, index) => corrected.get(index) ?? result);
}

/** Nothing stays where a row was mistaken: those behind it are tried again with it. */
async function tryAll(attempts: readonly Attempt[], apply: Apply): Promise<Results> {
  let tried = attempts;
  let results = await apply(tried);
  for (let tries = 1; tries < MAX_TRIES && tried.some((each, index) => wasMistaken(each, results[index])); tries += 1) {
    tried = correct(tried, results);
    results = await apply(tried);
  }
  return results;
}

/** Tells of each row whether its SKU exists by then: it did before, or an earlier row creates it. */
async function readKnown(
  skus: Pick<SkuStore, 'known'>,
  rows: readonly ImportRow[],
  { tenant }: RequestContext,
): Promise<(row: ImportRow) => boolean> {
  const codes = new Set(rows.flatMap(({ change }) => (change.type === 'upsert' ? [change.sku] : [])));
  const known = new Set(codes.size === 0 ? [] : await skus.known(tenantKey(tenant), [...codes]));
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

async function applyAttempts(
  attempts: readonly Attempt[],
  applyItems: ApplyItems,
  terms: RowTerms & Pick<ItemTerms, 'mode'>,
): Promise<Results> {
  const items = attempts.flatMap((each, index): { item: Item; index: number }[] => {
    const parsed = parsedOf(each);
    if (parsed.type === 'invalid') return [];
    return [
      {
        index,
        item: { item: parsed.value, pointer: '', claim: claimOf(each, terms.context.idempotency), isGuess: isGuess(each) },
      },
    ];
  });
  const valid = items.map(({ item }) => item);
  const { mode, dryRun } = terms;
  const applied = valid.length === 0 ? [] : (await applyItems(valid, terms.context, { mode, dryRun })).result;
  const byIndex = new Map(items.map(({ index }, number) => [index, applied[number]]));
  return attempts.map((each, index) => {
    const parsed = parsedOf(each);
    return parsed.type === 'invalid' ? { type: 'refused', error: parsed.error } : byIndex.get(index);
  });
}

function claimOf({ row, part }: Attempt, claim: IdempotencyClaim | undefined): IdempotencyClaim | undefined {
  return claim && deriveClaim(claim, `${part}:${row.number}`, row.content);
}

function report(row: ImportRow, result: ItemResult | undefined, onResult: RowTerms['onResult']): void {
  if (!result) throw new Error(`Row ${row.number} has no result`);
  if (result.type === 'refused' && endsAll(result)) throw result.error;
  onResult(row, result);
}

/** True where the rows behind would fail too: the store is away, or the key belongs to another file. */
function endsAll(result: ItemResult | undefined): boolean {
  return result?.type === 'refused' && (result.error.isRetryable || result.error.code === 'idempotency_key_reused');
}

/** One way of doing a row. */
interface Attempt {
  readonly row: ImportRow;
  /** True where an upsert updates; else it creates. */
  readonly asUpdate: boolean;
  /** Of the row's claim. */
  readonly part: string;
}

/** The change of the row. */
function parsedOf({ row: { change }, asUpdate }: Attempt): ParsedRow {
  if (change.type === 'said') return change.row;
  return asUpdate ? change.update : change.create;
}

/** A row may have to be applied the other way, or be put off: only adjustments follow it, and it only them. An invalid row changes nothing. */
function positionOf(attempt: Attempt): PositionInRun {
  const { row } = attempt;
  const parsed = parsedOf(attempt);
  if (parsed.type === 'valid') return { sku: parsed.value.sku, order: operationOf(parsed.value).isRelative ? 'any' : 'alone' };
  return { sku: row.change.type === 'upsert' ? row.change.sku : '', order: 'any' };
}

/** The same row as the other of update and creation, under a claim of its own. */
const otherWay = ({ row, asUpdate }: Attempt): Attempt => ({ row, asUpdate: !asUpdate, part: 'row again' });

const isGuess = ({ row }: Attempt): boolean => row.change.type === 'upsert';

/** True where it updated a SKU that does not exist, or created one that does. */
function wasMistaken(attempt: Attempt | undefined, result: ItemResult | undefined): boolean {
  if (!attempt || !isGuess(attempt) || result?.type !== 'refused') return false;
  return result.error.code === 'sku_exists' || result.error.code === 'not_found';
}

/** Of each SKU, the first row that was mistaken and those behind it the other way. */
function correct(attempts: readonly Attempt[], results: readonly (ItemResult | undefined)[]): readonly Attempt[] {
  const corrected = new Map<string, boolean>();
  return attempts.map((attempt, index) => {
    const { row, asUpdate, part } = attempt;
    if (row.change.type !== 'upsert') return attempt;
    const { sku } = row.change;
    if (!corrected.has(sku) && wasMistaken(attempt, results[index])) corrected.set(sku, !asUpdate);
    return { row, asUpdate: corrected.get(sku) ?? asUpdate, part };
  });
}

/** A parsed change, or its errors with pointers such as `/on_hand`. */
export type ParsedRow = ParsedItem<AnyItem>;

/** One row of a file to import. */
export interface ImportRow {
  /** From 1, the header line and empty lines not counted. */
  readonly number: number;
  /** From 1, the header line and empty lines counted, as spreadsheets show it. */
  readonly line: number;
  /** Tells it from another row under the same idempotency key. */
  readonly content: unknown;
  readonly change:
    | { readonly type: 'said'; readonly row: ParsedRow }
    /** Creates the SKU or updates it, by whether it exists. */
    | { readonly type: 'upsert'; readonly sku: string; readonly create: ParsedRow; readonly update: ParsedRow };
}
