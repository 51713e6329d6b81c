import { CSV, EXPORT_COLUMNS, operations, type SkuRecord } from '@fulfilment/contracts';
import { type BoundRoute, downloadRoute, route, uploadRoute } from '@fulfilment/http';
import type { Application } from '../application.ts';
import { ok, okAnswer } from '../locations/open-tenant-presentation.ts';
import { guardFormula, readImportRows } from './import-presentation.ts';
import { csvText, ndjsonText } from './tables-presentation.ts';

/** Operations on all SKUs at once. */
export const bulkRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => [
  downloadRoute(operations.exportInventory, ({ query, medium, context }) => ({
    headers: { 'Content-Disposition': `attachment; filename="inventory.${medium === CSV ? 'csv' : 'ndjson'}"` },
    pieces: exportText(medium, queries.exportSkus(context.tenant, query)),
  })),
  uploadRoute(operations.importInventory, async ({ query, upload: { medium, bytes }, context }) => {
    await commands.openTenant(context.tenant);
    const file = { bytes, rowsOf: readImportRows(medium), dryRun: query.dry_run === 'true' };
    return okAnswer(await commands.importSkus(file, context));
  }),
  route(operations.checkIntegrity, async ({ context, gone }) => ok(await queries.checkIntegrity(context.tenant, gone))),
];

/** SKUs as the text of an export, in as many pieces as they come. */
async function* exportText(medium: string, skus: AsyncIterable<readonly SkuRecord[]>): AsyncGenerator<string> {
  if (medium === CSV) yield csvText([EXPORT_COLUMNS]);
  for await (const records of skus) yield medium === CSV ? csvText(records.map(cellsOf)) : ndjsonText(records);
}

function cellsOf(record: SkuRecord): (string | number | boolean | null)[] {
  return EXPORT_COLUMNS.map((column) => {
    const value = record[column];
    return typeof value === 'string' ? guardFormula(value) : value;
  });
}
