import { accountOperations } from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import type { Application } from '../application.ts';

/** The operations on how long persons' data is kept. */
export const retentionRoutes = (orders: Pick<Application, 'getRetention' | 'updateRetention'>): readonly BoundRoute[] => [
  route(accountOperations.getRetention, async ({ context }) => ok(await orders.getRetention(context.tenant))),
  route(accountOperations.updateRetention, async ({ body, context }) => ok(await orders.updateRetention(body, context))),
];
