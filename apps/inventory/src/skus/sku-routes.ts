import { accountOperations, inventoryItem, operations, type SkuRecord } from '@fulfilment/contracts';
import { type BoundRoute, parseItem, route } from '@fulfilment/http';
import type { Answered } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import { createdAnswer, ok, okAnswer, opening } from '../locations/open-tenant-presentation.ts';

export const skuRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const opened = opening(commands.openTenant);
  return [
    route(
      operations.listSkus,
      opened(async ({ query, context }) => ok(await queries.listSkus(context.tenant, query))),
    ),
    route(
      operations.createSku,
      opened(async ({ body, context }) => createdSku(await commands.createSku(body, context))),
    ),
    route(
      operations.batchInventory,
      opened(async ({ body: { mode, items }, context }) => {
        const parsed = items.map((item, index) => parseItem(inventoryItem, item, `/items/${index}`));
        return okAnswer(await commands.batchInventory({ mode, items: parsed }, context));
      }),
    ),
    route(
      operations.getSku,
      opened(async ({ params, context }) => ok(await queries.getSku(context.tenant, params.sku))),
    ),
    route(
      operations.updateSku,
      opened(async ({ params, body, context }) => okAnswer(await commands.updateSku(params.sku, body, context))),
    ),
    route(
      operations.archiveSku,
      opened(async ({ params, context }) => okAnswer(await commands.archiveSku(params.sku, context))),
    ),
    route(
      operations.adjustStock,
      opened(async ({ params, body, context }) => createdAnswer(await commands.adjustStock(params.sku, body, context))),
    ),
    route(
      operations.listMovements,
      opened(async ({ params, query, context }) => ok(await queries.listMovements(context.tenant, params.sku, query))),
    ),
    route(accountOperations.getInventoryOverview, async ({ context }) => ok(await queries.getInventoryOverview(context.tenant))),
  ];
};

const createdSku = (answer: Answered<SkuRecord>) => ({
  ...createdAnswer(answer),
  headers: { Location: `/v1/inventory/${answer.result.sku}` },
});
