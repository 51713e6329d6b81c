import { operations } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { ListEvents } from './list-events.ts';

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
