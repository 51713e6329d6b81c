import { operations } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { EventFeed } from './event-ports.ts';

/** The event feed of the API. */
export const feedRoutes = (feed: EventFeed): readonly BoundRoute[] => [
  route(operations.listEvents, async ({ query: { limit, cursor, after, types }, context }) => ({
    status: 200 as const,
    body: await feed.page(context.tenant, { after, types }, { limit, cursor }),
  })),
];
