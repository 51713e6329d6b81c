import { operations } from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import { momentOf } from '@fulfilment/kernel';
import { ordersWithAddress } from '../model/domain/shown-addresses.ts';
import type { EventFeed } from './event-ports.ts';

/** The feed of events. */
export const eventRoutes = (feed: EventFeed): readonly BoundRoute[] => [
  route(operations.listEvents, async ({ query, context }) => {
    const { limit, cursor, after, types, created_after: since, created_before: until } = query;
    const filter = { after, types, since: momentOf(since), until: momentOf(until) };
    const page = await feed.page(context.tenant, filter, { limit, cursor });
    return { ...ok(page), addresses: ordersWithAddress(page.data) };
  }),
];
