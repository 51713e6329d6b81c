import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import { accountOperations as account, DELIVERED, DELIVERED_TYPES, SUBSCRIBABLE_TYPES } from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import { testFilter } from './test-endpoint.ts';

/** Event types and filter tests. Register them before the routes with an endpoint's id. */
export const subscriptionRoutes = (): readonly BoundRoute[] => [
  route(account.testFilter, async ({ body: { filter, event } }) => {
    const { matches, findings } = testFilter(filter, event);
    const fields = findings.map((finding) => ({
      pointer: finding.pointer,
      fits: finding.matches,
      exists: finding.found !== undefined,
      found: finding.found ?? null,
    }));
    return ok({ matches, fields });
  }),
  route(account.listEventTypes, async () => ok({ data: DELIVERED_TYPES.map(typeRecord) })),
];

function typeRecord(type: (typeof DELIVERED_TYPES)[number]) {
  const isSelectable = SUBSCRIBABLE_TYPES.some((known) => known === type);
  return {
    type,
    description: DELIVERED[type].meaning,
    selectable: isSelectable,
    in_feed: isSelectable,
    sample: SAMPLE_DELIVERIES[type],
  };
}
