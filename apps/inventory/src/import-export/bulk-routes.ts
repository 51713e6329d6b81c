import { operations } from '@fulfilment/contracts';
import { type BoundRoute, downloadRoute, route, uploadRoute } from '@fulfilment/http';
import type { InventoryUseCases } from '../application.ts';
import { exportHeaders, exportText } from './export-presentation.ts';
import { readImportRows } from './import-presentation.ts';
import { ok, opening } from '../locations/open-tenant-presentation.ts';

/** What concerns all SKUs at once. */
export const bulkRoutes = (inventory: InventoryUseCases): readonly BoundRoute[] => {
  const opened = opening(inventory);
  return [
    downloadRoute(operations.exportInventory, ({ query, medium, context }) => ({
      headers: exportHeaders(medium),
      pieces: exportText(medium, inventory.exportSkus(context.tenant, query)),
    })),
    uploadRoute(
      operations.importInventory,
      opened(async ({ query, upload, context }) => {
        const { medium, bytes } = upload;
        const file = { bytes, rowsOf: readImportRows(medium), dryRun: query.dry_run === 'true' };
        return ok(await inventory.importSkus(file, context));
      }),
    ),
    route(operations.checkIntegrity, async ({ context, gone }) => ok(await inventory.checkIntegrity(context.tenant, gone))),
  ];
};
