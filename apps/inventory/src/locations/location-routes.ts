import { type LocationRecord, operations } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { InventoryUseCases } from '../application.ts';
import { created, ok, opening } from './open-tenant-presentation.ts';

export const locationRoutes = (inventory: InventoryUseCases): readonly BoundRoute[] => {
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
      operations.updateLocation,
      opened(async ({ params, body, context }) => ok(await inventory.updateLocation(params.id, body, context))),
    ),
    route(
      operations.archiveLocation,
      opened(async ({ params, context }) => ok(await inventory.archiveLocation(params.id, context))),
    ),
    route(
      operations.listLocationStock,
      opened(async ({ params, query, context }) => ok(await inventory.listLocationStock(context.tenant, params.id, query))),
    ),
    route(
      operations.transferStock,
      opened(async ({ params, body, context }) => created(await inventory.transferStock(params.id, body, context))),
    ),
  ];
};

const createdLocation = (body: LocationRecord) => ({ ...created(body), headers: { Location: `/v1/locations/${body.id}` } });
