import { accountOperations } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { InventoryUseCases } from '../application.ts';
import { ok } from '../locations/open-tenant-presentation.ts';

/** Stock at a glance, for the settings of an account. */
export const overviewRoutes = ({
  getInventoryOverview,
}: Pick<InventoryUseCases, 'getInventoryOverview'>): readonly BoundRoute[] => [
  route(accountOperations.getInventoryOverview, async ({ context }) => ok(await getInventoryOverview(context.tenant))),
];
