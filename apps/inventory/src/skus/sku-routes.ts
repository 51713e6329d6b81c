import { accountOperations, CSV, EXPORT_COLUMNS, inventoryItem, operations, type SkuRecord } from '@fulfilment/contracts';
import { type BoundRoute, downloadRoute, inTurns, ok, parseItems, route, turnsOfExports, uploadRoute } from '@fulfilment/http';
import { guardFormula, tenantKey } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import { composedCell, readImportRows } from '../import-export/import-presentation.ts';
import { numberCell } from '../import-export/numbers-presentation.ts';
import { csvText, ndjsonText } from '../import-export/tables-presentation.ts';
import { createdAnswer, okAnswer, openingRoute } from '../locations/location-routes.ts';

export const skuRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const opened = openingRoute(commands.openTenant);
  return [
    opened(operations.listSkus, async ({ query, context }) => ok(await queries.listSkus(context.tenant, query))),
    opened(operations.createSku, async ({ body, context }) => {
      const answer = await commands.createSku(body, context);
      return createdAnswer(answer, `/v1/inventory/${encodeURIComponent(answer.result.sku)}`);
    }),
    opened(operations.batchInventory, async ({ body: { mode, items }, context, gone }) => {
      const batch = { mode, items: parseItems(inventoryItem, items, '/items'), signal: gone };
      const { places, ...answer } = await commands.batchInventory(batch, context);
      return { ...okAnswer(answer), places };
    }),
    // Before paths with the code of a SKU in its place.
    opened(operations.getSkuByBarcode, async ({ params, context }) =>
      ok(await queries.getSkuByBarcode(context.tenant, params.code)),
    ),
    opened(operations.getSku, async ({ params, context }) => ok(await queries.getSku(context.tenant, params.sku))),
    opened(operations.updateSku, async ({ params, body, context }) =>
      okAnswer(await commands.updateSku(params.sku, body, context)),
    ),
    opened(operations.archiveSku, async ({ params, context }) => okAnswer(await commands.archiveSku(params.sku, context))),
    opened(operations.adjustStock, async ({ params, body, context }) =>
      createdAnswer(await commands.adjustStock(params.sku, body, context)),
    ),
    opened(operations.listMovements, async ({ params, query, context }) =>
      ok(await queries.listMovements(context.tenant, params.sku, query)),
    ),
  ];
};

/** Operations on all SKUs at once. */
export const bulkRoutes = ({ commands, queries }: Application, turns = turnsOfExports()): readonly BoundRoute[] => [
  downloadRoute(operations.exportInventory, ({ query, medium, context }) => ({
    headers: { 'Content-Disposition': `attachment; filename="inventory.${medium === CSV ? 'csv' : 'ndjson'}"` },
    pieces: inTurns(turns, tenantKey(context.tenant), exportText(medium, queries.exportSkus(context.tenant, query))),
  })),
  uploadRoute(operations.importInventory, async ({ query, upload: { medium, bytes }, context }) => {
    await commands.openTenant(context.tenant);
    const file = { bytes, rowsOf: readImportRows(medium), dryRun: query.dry_run };
    return okAnswer(await commands.importSkus(file, context));
  }),
  route(operations.checkIntegrity, async ({ context, gone }) => ok(await queries.checkIntegrity(context.tenant, gone))),
  route(accountOperations.getInventoryOverview, async ({ context }) => ok(await queries.getInventoryOverview(context.tenant))),
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
