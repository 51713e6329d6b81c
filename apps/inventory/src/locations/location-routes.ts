import { operations } from '@fulfilment/contracts';
import { type BoundRoute, ok } from '@fulfilment/http';
import type { Application } from '../application.ts';
import { createdAnswer, okAnswer } from '../records/answers.ts';
import { withDefaultWarehouse } from './default-warehouse-routes.ts';

/** Lines of an order that cost as much as a line of a transfer, which takes units from a location and gives them to another. */
const LINES_A_TRANSFERRED_LINE = 2;

export const locationRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const bind = withDefaultWarehouse(commands.ensureDefaultWarehouse);
  return [
    bind(operations.listLocations, async ({ query, context }) => ok(await queries.listLocations(context.tenant, query))),
    bind(operations.createLocation, async ({ body, context }) => {
      const answer = await commands.createLocation(body, context);
      return createdAnswer(answer, `/v1/locations/${answer.result.id}`);
    }),
    bind(operations.getLocation, async ({ params, context }) => ok(await queries.getLocation(context.tenant, params.id))),
    bind(operations.updateLocation, async ({ params, body, context }) =>
      okAnswer(await commands.updateLocation(params.id, body, context)),
    ),
    bind(operations.archiveLocation, async ({ params, context }) => okAnswer(await commands.archiveLocation(params.id, context))),
    bind(operations.transferStock, async ({ params, body, context }) => {
      const answer = await commands.transferStock(params.id, body, context);
      return { ...createdAnswer(answer), lines: answer.result.lines.length * LINES_A_TRANSFERRED_LINE };
    }),
  ];
};
