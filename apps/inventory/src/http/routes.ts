import { type LocationRecord, operations, type SkuRecord } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { RequestContext } from '@fulfilment/kernel';
import type { InventoryUseCases } from '../use-cases/inventory-use-cases.ts';

/** Every operation on SKUs and locations. A tenant's first request, whatever it asks, makes its default warehouse. */
export const inventoryRoutes = (inventory: InventoryUseCases): readonly BoundRoute[] => [
  ...skuRoutes(inventory),
  ...locationRoutes(inventory),
];

const skuRoutes = (inventory: InventoryUseCases): readonly BoundRoute[] => {
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
  ];
};

const locationRoutes = (inventory: InventoryUseCases): readonly BoundRoute[] => {
  const opened = opening(inventory);
  return [
    route(
      operations.listLocations,
      opened(async ({ query, context }) => ok(await inventory.listLocations(context.tenant, query))),
    ),
    route(
      operations.createLocation,
      opened(async ({ body, context }) => createdLocation(await inventory.createLocation(body, context))),
    ),
    route(
      operations.getLocation,
      opened(async ({ params, context }) => ok(await inventory.getLocation(context.tenant, params.id))),
    ),
    route(
      operations.transferStock,
      opened(async ({ params, body, context }) => created(await inventory.transferStock(params.id, body, context))),
    ),
  ];
};

/** Opens the tenant of a request before it is handled. */
const opening =
  ({ openTenant }: InventoryUseCases) =>
  <Input extends { readonly context: RequestContext }, Reply>(handle: (input: Input) => Promise<Reply>) =>
  async (input: Input): Promise<Reply> => {
    await openTenant(input.context.tenant);
    return handle(input);
  };

const ok = <Body>(body: Body) => ({ status: 200 as const, body });

const created = <Body>(body: Body) => ({ status: 201 as const, body });

const createdSku = (body: SkuRecord) => ({ ...created(body), headers: { Location: `/v1/inventory/${body.sku}` } });

const createdLocation = (body: LocationRecord) => ({ ...created(body), headers: { Location: `/v1/locations/${body.id}` } });
