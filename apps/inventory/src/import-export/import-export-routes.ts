import { CSV, EXPORT_COLUMNS, operations, type SkuRecord } from '@fulfilment/contracts';
import { type BoundRoute, downloadRoute, inTurns, turnsOfExports, uploadRoute } from '@fulfilment/http';
import { guardFormula, tenantKey } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import { okAnswer } from '../records/answers.ts';
import { composedCell, readImportRows } from './import-presentation.ts';
import { numberCell } from './numbers-presentation.ts';
import { csvText, ndjsonText } from './tables-presentation.ts';

export const importExportRoutes = ({ commands, queries }: Application, turns = turnsOfExports()): readonly BoundRoute[] => [
  downloadRoute(operations.exportInventory, ({ query, medium, context }) => ({
    headers: { 'Content-Disposition': `attachment; filename="inventory.${medium === CSV ? 'csv' : 'ndjson'}"` },
    pieces: inTurns(turns, tenantKey(context.tenant), exportText(medium, queries.exportSkus(context.tenant, query))),
  })),
  uploadRoute(operations.importInventory, async ({ query, upload: { medium, charset, bytes }, context }) => {
    await commands.ensureDefaultWarehouse(context.tenant);
    const file = { bytes, rowsOf: readImportRows(medium, charset), dryRun: query.dry_run };
    return okAnswer(await commands.importSkus(file, context));
  }),
];

/** SKUs as the text of an export, in as many pieces as they come. */
async function* exportText(medium: string, skus: AsyncIterable<readonly SkuRecord[]>): AsyncGenerator<string> {
  if (medium === CSV) yield csvText([EXPORT_COLUMNS]);
  for await (const records of skus) yield medium === CSV ? csvText(records.map(cellsOf)) : ndjsonText(records);
}

function cellsOf(record: SkuRecord): (string | number | boolean | null)[] {
  return EXPORT_COLUMNS.map((column) => {
    const value = record[column];
    if (typeof value === 'object' && value !== null) return guardFormula(composedCell(value));
    return typeof value === 'string' ? guardFormula(numberCell(column, value)) : value;
  });
}
