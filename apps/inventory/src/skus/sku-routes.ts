import { accountOperations, operations, operatorOperations } from '@fulfilment/contracts';
import { type BoundRoute, bytesUseOf, ok, operatorRoute, route } from '@fulfilment/http';
import { tenantKey, tenantsOf } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import { withDefaultWarehouse } from '../locations/default-warehouse-routes.ts';
import { createdAnswer, okAnswer } from '../records/answers.ts';
import type { LocationStore } from '../locations/location-ports.ts';
import type { SkuStore } from './sku-ports.ts';

export const skuRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const bind = withDefaultWarehouse(commands.ensureDefaultWarehouse);
  return [
    bind(operations.listSkus, async ({ query, context }) => ok(await queries.listSkus(context.tenant, query))),
    bind(operations.createSku, async ({ body, context }) => {
      const answer = await commands.createSku(body, context);
      return createdAnswer(answer, `/v1/inventory/${encodeURIComponent(answer.result.sku)}`);
    }),
    // Before paths with the code of a SKU in its place.
    bind(operations.getSkuByBarcode, async ({ params, context }) =>
      ok(await queries.getSkuByBarcode(context.tenant, params.code)),
    ),
    bind(operations.getSku, async ({ params, context }) => ok(await queries.getSku(context.tenant, params.sku))),
    bind(operations.updateSku, async ({ params, body, context }) =>
      okAnswer(await commands.updateSku(params.sku, body, context)),
    ),
    bind(operations.updateSkuWarehouse, async ({ params, body, context }) =>
      okAnswer(await commands.updateSkuWarehouse(params, body, context)),
    ),
    bind(operations.archiveSku, async ({ params, context }) => okAnswer(await commands.archiveSku(params.sku, context))),
    bind(operations.adjustStock, async ({ params, body, context }) =>
      createdAnswer(await commands.adjustStock(params.sku, body, context)),
    ),
    bind(operations.listLocationStock, async ({ params, query, context }) =>
      ok(await queries.listLocationStock(context.tenant, params.id, query)),
    ),
    route(accountOperations.getInventoryOverview, async ({ context }) =>
      ok({ ...(await queries.getInventoryOverview(context)), stored_bytes: bytesUseOf(context) }),
    ),
  ];
};

/** The operator's route to the numbers of SKUs and of active warehouses of an account. */
export const skuOperatorRoutes = (
  skus: Pick<SkuStore, 'count'>,
  locations: Pick<LocationStore, 'countWarehouses'>,
): readonly BoundRoute[] => [
  operatorRoute(operatorOperations.getStored, async ({ params: { id: accountId } }) => {
    const counted = tenantsOf(accountId).flatMap(({ accountId: id, environment }) => {
      const tenant = tenantKey({ accountId: id, environment });
      return [
        skus.count(tenant).then((used) => ({ environment, kind: 'skus' as const, used })),
        locations.countWarehouses(tenant).then((used) => ({ environment, kind: 'warehouses' as const, used })),
      ];
    });
    return ok({ data: await Promise.all(counted) });
  }),
];
