import { CSV, EXPORT_COLUMNS, type SkuRecord } from '@fulfilment/contracts';
import { csvText, ndjsonText } from '@fulfilment/http';
import { guardFormula } from './formula-cells.ts';

/** SKUs as the text of an export, in as many pieces as they come. */
export async function* exportText(medium: string, skus: AsyncIterable<readonly SkuRecord[]>): AsyncGenerator<string> {
  if (medium === CSV) yield csvText([EXPORT_COLUMNS]);
  for await (const records of skus) yield medium === CSV ? csvText(records.map(cellsOf)) : ndjsonText(records);
}

/** The header of an export: a name for it to be saved under. */
export function exportHeaders(medium: string): Readonly<Record<string, string>> {
  return { 'Content-Disposition': `attachment; filename="inventory.${medium === CSV ? 'csv' : 'ndjson'}"` };
}

function cellsOf(record: SkuRecord): (string | number | boolean | null)[] {
  return EXPORT_COLUMNS.map((column) => {
    const value = record[column];
    return typeof value === 'string' ? guardFormula(value) : value;
  });
}
