import { CSV, EXPORT_COLUMNS, operations, type SkuRecord } from '@fulfilment/contracts';
import { type BoundRoute, downloadRoute, route, uploadRoute } from '@fulfilment/http';
import type { Application } from '../application.ts';
import { ok, okAnswer, opening } from '../locations/open-tenant-presentation.ts';
import { guardFormula, readImportRows } from './import-presentation.ts';
import { csvText, ndjsonText } from './tables-presentation.ts';

/** Operations on all SKUs at once. */
export const bulkRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const opened = opening(commands.openTenant);
  return [
    downloadRoute(operations.exportInventory, ({ query, medium, context }) => ({
      headers: exportHeaders(medium),
      pieces: exportText(medium, queries.exportSkus(context.tenant, query)),
    })),
    uploadRoute(
      operations.importInventory,
      opened(async ({ query, upload, context }) => {
        const { medium, bytes } = upload;
        const file = { bytes, rowsOf: readImportRows(medium), dryRun: query.dry_run === 'true' };
        return okAnswer(await commands.importSkus(file, context));
      }),
    ),
    route(operations.checkIntegrity, async ({ context, gone }) => ok(await queries.checkIntegrity(context.tenant, gone))),
  ];
};

/** SKUs as the text of an export, in as many pieces as they come. */
async function* exportText(medium: string, skus: AsyncIterable<readonly SkuRecord[]>): AsyncGenerator<string> {
  if (medium === CSV) yield csvText([EXPORT_COLUMNS]);
  for await (const records of skus) yield medium === CSV ? csvText(records.map(cellsOf)) : ndjsonText(records);
}

/** The header of an export: a name for it to be saved under. */
function exportHeaders(medium: string): Readonly<Record<string, string>> {
  return { 'Content-Disposition': `attachment; filename="inventory.${medium === CSV ? 'csv' : 'ndjson'}"` };
}

function cellsOf(record: SkuRecord): (string | number | boolean | null)[] {
  return EXPORT_COLUMNS.map((column) => {
    const value = record[column];
    return typeof value === 'string' ? guardFormula(value) : value;
  });
}
