import { inventoryItem, operations, type SkuRecord } from '@fulfilment/contracts';
import { type BoundRoute, parseItem, route } from '@fulfilment/http';
import type { InventoryUseCases } from '../application.ts';
import { created, ok, opening } from '../locations/open-tenant-presentation.ts';

export const skuRoutes = (inventory: InventoryUseCases): readonly BoundRoute[] => {
  const opened = opening(inventory);
  return [
    route(
      operations.listSkus,
      opened(async ({ query, context }) => ok(await inventory.listSkus(context.tenant, query))),
    ),
    route(
      operations.createSku,
      opened(async ({ body, context }) => createdSku(await inventory.createSku(body, context))),
    ),
    route(
      operations.batchInventory,
      opened(async ({ body: { mode, items }, context }) => {
        const parsed = items.map((item, index) => parseItem(inventoryItem, item, `/items/${index}`));
        return ok(await inventory.batchInventory({ mode, items: parsed }, context));
      }),
    ),
    route(
      operations.getSku,
      opened(async ({ params, context }) => ok(await inventory.getSku(context.tenant, params.sku))),
    ),
    route(
      operations.updateSku,
      opened(async ({ params, body, context }) => ok(await inventory.updateSku(params.sku, body, context))),
    ),
    route(
      operations.archiveSku,
      opened(async ({ params, context }) => ok(await inventory.archiveSku(params.sku, context))),
    ),
    route(
      operations.adjustStock,
      opened(async ({ params, body, context }) => created(await inventory.adjustStock(params.sku, body, context))),
    ),
    route(
      operations.listMovements,
      opened(async ({ params, query, context }) => ok(await inventory.listMovements(context.tenant, params.sku, query))),
    ),
  ];
};

const createdSku = (body: SkuRecord) => ({ ...created(body), headers: { Location: `/v1/inventory/${body.sku}` } });
