import { operations } from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import type { Application } from '../application.ts';
import { withDefaultWarehouse } from '../locations/default-warehouse-routes.ts';

export const ledgerRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const bind = withDefaultWarehouse(commands.ensureDefaultWarehouse);
  return [
    bind(operations.listMovements, async ({ params, query, context }) =>
      ok(await queries.listMovements(context.tenant, params.sku, query)),
    ),
    route(operations.checkIntegrity, async ({ context, gone }) => {
      const report = await queries.checkIntegrity(context.tenant, gone);
      return { ...ok(report), examined: report.compared.skus };
    }),
  ];
};
