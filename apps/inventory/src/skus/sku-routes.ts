import { accountOperations, inventoryItem, operations } from '@fulfilment/contracts';
import { type BoundRoute, parseItem, route as unopenedRoute } from '@fulfilment/http';
import type { Application } from '../application.ts';
import { createdAnswer, ok, okAnswer, openingRoute } from '../locations/open-tenant-presentation.ts';

export const skuRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const route = openingRoute(commands.openTenant);
  return [
    route(operations.listSkus, async ({ query, context }) => ok(await queries.listSkus(context.tenant, query))),
    route(operations.createSku, async ({ body, context }) => {
      const answer = await commands.createSku(body, context);
      return createdAnswer(answer, `/v1/inventory/${answer.result.sku}`);
    }),
    route(operations.batchInventory, async ({ body: { mode, items }, context }) => {
      const parsed = items.map((item, index) => parseItem(inventoryItem, item, `/items/${index}`));
      return okAnswer(await commands.batchInventory({ mode, items: parsed }, context));
    }),
    route(operations.getSku, async ({ params, context }) => ok(await queries.getSku(context.tenant, params.sku))),
    route(operations.updateSku, async ({ params, body, context }) =>
      okAnswer(await commands.updateSku(params.sku, body, context)),
    ),
    route(operations.archiveSku, async ({ params, context }) => okAnswer(await commands.archiveSku(params.sku, context))),
    route(operations.adjustStock, async ({ params, body, context }) =>
      createdAnswer(await commands.adjustStock(params.sku, body, context)),
    ),
    route(operations.listMovements, async ({ params, query, context }) =>
      ok(await queries.listMovements(context.tenant, params.sku, query)),
    ),
    unopenedRoute(accountOperations.getInventoryOverview, async ({ context }) =>
      ok(await queries.getInventoryOverview(context.tenant)),
    ),
  ];
};
