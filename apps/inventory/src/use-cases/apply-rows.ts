import { type AppError, deriveClaim, type IdempotencyClaim, type RequestContext, tenantKey } from '@fulfilment/kernel';
import type { ApplyItems, Item, ItemResult } from './apply-items.ts';
import type { ImportRow, ParsedRow } from './import-row.ts';
import type { SkuCatalogue } from './ports.ts';

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

export interface ApplyRowsOptions {
  readonly applyItems: ApplyItems;
  readonly catalogue: Pick<SkuCatalogue, 'known'>;
}

export function makeApplyRows({ applyItems, catalogue }: ApplyRowsOptions): ApplyRows {
  return async (rows, { context, dryRun, onResult }) => {
    const isThere = await readKnown(catalogue, rows, context);
    const first = rows.map((row) => attemptOf(row, isThere(row), 'row'));
    const results = await attempt(first, { applyItems, context, dryRun });
    // Somebody else made the SKU meanwhile, or a row before it did not: then it is the other of the two.
    const others = dryRun ? [] : rows.flatMap((row, place) => (wasMistaken(row, results[place]) ? [{ row, place }] : []));
    const second = others.map(({ row }) => attemptOf(row, !isThere(row), 'row again'));
    const again = await attempt(second, { applyItems, context, dryRun });
    const mended = new Map(others.map(({ place }, index) => [place, again[index]]));
    rows.forEach(({ number }, place) => tell(number, mended.get(place) ?? results[place], onResult));
  };
}

interface Attempt {
  readonly row: ImportRow;
  readonly parsed: ParsedRow;
  /** Of the row's claim. */
  readonly part: string;
}

function attemptOf(row: ImportRow, isThere: boolean, part: string): Attempt {
  const { change } = row;
  if (change.type === 'said') return { row, parsed: change.row, part };
  return { row, parsed: isThere ? change.update : change.create, part };
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
): Promise<readonly (ItemResult | undefined)[]> {
  const items = attempts.flatMap(({ row, parsed, part }, place): { item: Item; place: number }[] => {
    if (parsed.type === 'invalid') return [];
    return [{ place, item: { item: parsed.value, pointer: '', claim: claimOf(row, part, context.idempotency) } }];
  });
  const applied = await applyAll(
    items.map(({ item }) => item),
    { applyItems, context, dryRun },
  );
  const byPlace = new Map(items.map(({ place }, index) => [place, applied[index]]));
  return attempts.map(({ parsed }, place) =>
    parsed.type === 'invalid' ? { type: 'refused', error: parsed.error } : byPlace.get(place),
  );
}

async function applyAll(
  items: readonly Item[],
  { applyItems, context, dryRun }: { readonly applyItems: ApplyItems } & Pick<RowTerms, 'context' | 'dryRun'>,
): Promise<readonly ItemResult[]> {
  return items.length === 0 ? [] : applyItems(items, context, { mode: 'partial', dryRun });
}

function claimOf(
  { number, content }: ImportRow,
  part: string,
  claim: IdempotencyClaim | undefined,
): IdempotencyClaim | undefined {
  return claim && deriveClaim(claim, `${part}:${number}`, content);
}

function wasMistaken({ change }: ImportRow, result: ItemResult | undefined): boolean {
  if (change.type !== 'upsert' || result?.type !== 'refused') return false;
  return result.error.code === 'sku_exists' || result.error.code === 'not_found';
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
