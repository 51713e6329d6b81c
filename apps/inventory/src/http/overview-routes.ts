import { accountOperations } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { InventoryUseCases } from '../use-cases/inventory-use-cases.ts';
import { ok } from './opening.ts';

/** Stock at a glance, for the settings of an account. */
export const overviewRoutes = ({
  getInventoryOverview,
}: Pick<InventoryUseCases, 'getInventoryOverview'>): readonly BoundRoute[] => [
  route(accountOperations.getInventoryOverview, async ({ context }) => ok(await getInventoryOverview(context.tenant))),
];
