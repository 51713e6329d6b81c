import { operations } from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import type { Answered } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import type { OpenTenant } from './change-locations.ts';

export const locationRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const opened = openingRoute(commands.openTenant);
  return [
    opened(operations.listLocations, async ({ query, context }) => ok(await queries.listLocations(context.tenant, query))),
    opened(operations.createLocation, async ({ body, context }) => {
      const answer = await commands.createLocation(body, context);
      return createdAnswer(answer, `/v1/locations/${answer.result.id}`);
    }),
    opened(operations.getLocation, async ({ params, context }) => ok(await queries.getLocation(context.tenant, params.id))),
    opened(operations.updateLocation, async ({ params, body, context }) =>
      okAnswer(await commands.updateLocation(params.id, body, context)),
    ),
    opened(operations.archiveLocation, async ({ params, context }) =>
      okAnswer(await commands.archiveLocation(params.id, context)),
    ),
    opened(operations.listLocationStock, async ({ params, query, context }) =>
      ok(await queries.listLocationStock(context.tenant, params.id, query)),
    ),
    opened(operations.transferStock, async ({ params, body, context }) =>
      createdAnswer(await commands.transferStock(params.id, body, context)),
    ),
  ];
};

/** Binds operations as `route` does; the tenant of a request is opened before it is handled. */
export function openingRoute(openTenant: OpenTenant): typeof route {
  return (operation, handle) =>
    route(operation, async (input) => {
      await openTenant(input.context.tenant);
      return handle(input);
    });
}

export const okAnswer = <Body>({ result, replayed }: Answered<Body>) => ({ status: 200 as const, body: result, replayed });

/** @param path of the record that was created. */
export const createdAnswer = <Body>({ result, replayed }: Answered<Body>, path?: string) => ({
  status: 201 as const,
  body: result,
  replayed,
  ...(path === undefined ? {} : { headers: { Location: path } }),
});
