import type { FeedEvent, ListEventsQuery } from '@fulfilment/contracts';
import type { Page, Tenant } from '@fulfilment/kernel';
import type { EventFeed } from './event-ports.ts';

/** The feed, oldest first. @throws AppError `invalid_cursor`. */
export type ListEvents = (tenant: Tenant, query: ListEventsQuery) => Promise<Page<FeedEvent>>;

export function makeListEvents(feed: EventFeed): ListEvents {
  return (tenant, { limit, cursor, after, types }) => feed.page(tenant, { after, types }, { limit, cursor });
}
