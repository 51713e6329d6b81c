import { accountOperations as account, DELIVERED_TYPES, EVENT_MEANINGS, SUBSCRIBABLE_TYPES } from '@fulfilment/contracts';
import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import { type BoundRoute, route } from '@fulfilment/http';
import type { ChangeLog } from './endpoint-ports.ts';
import type { ReadStats } from './read-stats.ts';
import { changeRecord, overviewRecord, statsRecord } from './stats-presentation.ts';
import { tryFilter } from './try-filter.ts';

export interface AboutWebhooksUseCases {
  readonly readStats: ReadStats;
  readonly changes: ChangeLog;
}

/** What is told of endpoints, and of events. Names below `/webhooks` go before the ids of endpoints. */
export const aboutWebhooksRoutes = ({ readStats, changes }: AboutWebhooksUseCases): readonly BoundRoute[] => [
  route(account.listWebhookChanges, async ({ query: { limit, cursor, webhook_id: endpointId }, context }) => {
    const page = await changes.page(context.tenant, { endpointId }, { limit, cursor });
    return ok({ ...page, data: page.data.map(changeRecord) });
  }),
  route(account.testFilter, async ({ body: { filter, event } }) => {
    const { matches, findings } = tryFilter(filter, event);
    const fields = findings.map(({ pointer, fits, found }) => ({
      pointer,
      fits,
      exists: found !== undefined,
      found: found ?? null,
    }));
    return ok({ matches, fields });
  }),
  route(account.getWebhookStats, async ({ params, query: { since, until, interval }, context }) => {
    const asked = { endpointId: params.id, interval, since: momentOf(since), until: momentOf(until) };
    return ok(statsRecord(await readStats.ofEndpoint(context.tenant, asked)));
  }),
  route(account.getWebhooksOverview, async ({ context }) =>
    ok({ data: (await readStats.ofAll(context.tenant)).map(overviewRecord) }),
  ),
  route(account.listEventTypes, async () => ok({ data: DELIVERED_TYPES.map(typeEntry) })),
];

const ok = <Body>(body: Body) => ({ status: 200 as const, body });

function typeEntry(type: (typeof DELIVERED_TYPES)[number]) {
  const isSelectable = SUBSCRIBABLE_TYPES.some((known) => known === type);
  return {
    type,
    description: EVENT_MEANINGS[type],
    selectable: isSelectable,
    in_feed: isSelectable,
    sample: SAMPLE_DELIVERIES[type],
  };
}

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
