import type { InventoryItem } from '@fulfilment/contracts';
import type { ItemResult } from '../batches/apply-items.ts';
import type { ImportRow, ParsedRow } from './import-row.ts';

/** One way of doing a row. */
export interface Attempt {
  readonly row: ImportRow;
  /** Whether an upsert is done as an update; else it creates. */
  readonly asUpdate: boolean;
  /** Of the row's claim. */
  readonly part: string;
}

/** The change that it asks for. */
export function parsedOf({ row: { change }, asUpdate }: Attempt): ParsedRow {
  if (change.type === 'said') return change.row;
  return asUpdate ? change.update : change.create;
}

/** What it touches, for its order among others; a row that says nothing valid touches nothing. */
export function changeOf(attempt: Attempt): Pick<InventoryItem, 'op' | 'sku'> {
  const { row } = attempt;
  const parsed = parsedOf(attempt);
  if (parsed.type === 'valid') return parsed.value;
  return { op: 'adjust', sku: row.change.type === 'upsert' ? row.change.sku : '' };
}

/** The same row as the other of update and creation, under a claim of its own. */
export const otherWay = ({ row, asUpdate }: Attempt): Attempt => ({ row, asUpdate: !asUpdate, part: 'row again' });

/** Whether it was an update of what is not there, or made what is. */
export function wasMistaken({ row: { change } }: Attempt, result: ItemResult | undefined): boolean {
  if (change.type !== 'upsert' || result?.type !== 'refused') return false;
  return result.error.code === 'sku_exists' || result.error.code === 'not_found';
}

/** Of each SKU, the first row that was mistaken and those behind it the other way. */
export function correct(attempts: readonly Attempt[], results: readonly (ItemResult | undefined)[]): readonly Attempt[] {
  const corrected = new Map<string, boolean>();
  return attempts.map((attempt, place) => {
    const { row, asUpdate, part } = attempt;
    if (row.change.type !== 'upsert') return attempt;
    const { sku } = row.change;
    if (!corrected.has(sku) && wasMistaken(attempt, results[place])) corrected.set(sku, !asUpdate);
    return { row, asUpdate: corrected.get(sku) ?? asUpdate, part };
  });
}
