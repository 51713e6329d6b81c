import { operations } from '@fulfilment/contracts';
import type { BoundRoute } from '@fulfilment/http';
import type { Application } from '../application.ts';
import { createdAnswer, ok, okAnswer, openingRoute } from './open-tenant-presentation.ts';

export const locationRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const route = openingRoute(commands.openTenant);
  return [
    route(operations.listLocations, async ({ query, context }) => ok(await queries.listLocations(context.tenant, query))),
    route(operations.createLocation, async ({ body, context }) => {
      const answer = await commands.createLocation(body, context);
      return createdAnswer(answer, `/v1/locations/${answer.result.id}`);
    }),
    route(operations.getLocation, async ({ params, context }) => ok(await queries.getLocation(context.tenant, params.id))),
    route(operations.updateLocation, async ({ params, body, context }) =>
      okAnswer(await commands.updateLocation(params.id, body, context)),
    ),
    route(operations.archiveLocation, async ({ params, context }) =>
      okAnswer(await commands.archiveLocation(params.id, context)),
    ),
    route(operations.listLocationStock, async ({ params, query, context }) =>
      ok(await queries.listLocationStock(context.tenant, params.id, query)),
    ),
    route(operations.transferStock, async ({ params, body, context }) =>
      createdAnswer(await commands.transferStock(params.id, body, context)),
    ),
  ];
};
