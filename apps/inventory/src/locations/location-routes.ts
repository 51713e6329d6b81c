import { type LocationRecord, operations } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { Answered } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import { createdAnswer, ok, okAnswer, opening } from './open-tenant-presentation.ts';

export const locationRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const opened = opening(commands.openTenant);
  return [
    route(
      operations.listLocations,
      opened(async ({ query, context }) => ok(await queries.listLocations(context.tenant, query))),
    ),
    route(
      operations.createLocation,
      opened(async ({ body, context }) => createdLocation(await commands.createLocation(body, context))),
    ),
    route(
      operations.getLocation,
      opened(async ({ params, context }) => ok(await queries.getLocation(context.tenant, params.id))),
    ),
    route(
      operations.updateLocation,
      opened(async ({ params, body, context }) => okAnswer(await commands.updateLocation(params.id, body, context))),
    ),
    route(
      operations.archiveLocation,
      opened(async ({ params, context }) => okAnswer(await commands.archiveLocation(params.id, context))),
    ),
    route(
      operations.listLocationStock,
      opened(async ({ params, query, context }) => ok(await queries.listLocationStock(context.tenant, params.id, query))),
    ),
    route(
      operations.transferStock,
      opened(async ({ params, body, context }) => createdAnswer(await commands.transferStock(params.id, body, context))),
    ),
  ];
};

const createdLocation = (answer: Answered<LocationRecord>) => ({
  ...createdAnswer(answer),
  headers: { Location: `/v1/locations/${answer.result.id}` },
});
