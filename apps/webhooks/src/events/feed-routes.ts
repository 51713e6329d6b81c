import { type FeedEvent, type ListEventsQuery, operations } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { Page, Tenant } from '@fulfilment/kernel';
import type { EventFeed } from './event-ports.ts';

export interface FeedUseCases {
  readonly listEvents: ListEvents;
}

/** What holders of a key read. */
export const feedRoutes = ({ listEvents }: FeedUseCases): readonly BoundRoute[] => [
  route(operations.listEvents, async ({ query, context }) => ({
    status: 200 as const,
    body: await listEvents(context.tenant, query),
  })),
];

/** The feed, oldest first. @throws AppError `invalid_cursor`. */
type ListEvents = (tenant: Tenant, query: ListEventsQuery) => Promise<Page<FeedEvent>>;

export function makeListEvents(feed: EventFeed): ListEvents {
  return (tenant, { limit, cursor, after, types }) => feed.page(tenant, { after, types }, { limit, cursor });
}
