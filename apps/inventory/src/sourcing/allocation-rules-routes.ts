import { operations } from '@fulfilment/contracts';
import { type BoundRoute, ok } from '@fulfilment/http';
import type { Application } from '../application.ts';
import { withDefaultWarehouse } from '../locations/default-warehouse-routes.ts';
import { okAnswer } from '../records/answers.ts';

export const allocationRulesRoutes = ({ commands, queries }: Application): readonly BoundRoute[] => {
  const bind = withDefaultWarehouse(commands.ensureDefaultWarehouse);
  return [
    bind(operations.getAllocationRules, async ({ context }) => ok(await queries.getAllocationRules(context.tenant))),
    bind(operations.updateAllocationRules, async ({ body, context }) =>
      okAnswer(await commands.updateAllocationRules(body, context)),
    ),
  ];
};
