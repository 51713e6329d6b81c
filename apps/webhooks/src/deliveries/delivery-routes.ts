import { accountOperations as account } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { Tenant } from '@fulfilment/kernel';
import { authorOf } from '../endpoints/endpoint-routes.ts';
import type { TestEndpoint } from '../endpoints/test-endpoint.ts';
import type { ReplayDeliveries } from '../replays/replay-deliveries.ts';
import type { DeliveryFacts } from './delivery-ports.ts';
import { deliveryDetailsRecord, deliveryRecord, replayRecord, type SentHeaders } from './delivery-presentation.ts';
import type { ReadDeliveries, ResendDelivery } from './read-deliveries.ts';

export interface DeliveryUseCases {
  readonly readDeliveries: ReadDeliveries;
  readonly resendDelivery: ResendDelivery;
  readonly testEndpoint: TestEndpoint;
  readonly replays: ReplayDeliveries;
  readonly sentHeaders: SentHeaders;
}

/** Routes that show deliveries and send them again. */
export const deliveryRoutes = (use: DeliveryUseCases): readonly BoundRoute[] => [...ofDeliveries(use), ...ofReplays(use)];

function ofDeliveries({ readDeliveries, resendDelivery, testEndpoint, sentHeaders }: DeliveryUseCases): BoundRoute[] {
  const accepted = async (tenant: Tenant, delivery: DeliveryFacts) => ({
    status: 202 as const,
    body: deliveryRecord(await readDeliveries.seen(tenant, delivery)),
    headers: { Location: `/account/v1/deliveries/${delivery.id}` },
  });
  return [
    route(account.testWebhook, async ({ params, body, context }) =>
      accepted(context.tenant, await testEndpoint(context, params.id, body.type)),
    ),
    route(account.listDeliveries, async ({ params, query, context }) => {
      const { limit, cursor, status, event_type: eventType, event_id: eventId, since, until } = query;
      const time = { since: momentOf(since), until: momentOf(until) };
      const asked = { endpointId: params.id, status, eventType, eventId, ...time };
      const page = await readDeliveries.page(context.tenant, asked, { limit, cursor });
      return ok({ ...page, data: page.data.map(deliveryRecord) });
    }),
    route(account.getDelivery, async ({ params, context }) =>
      ok(deliveryDetailsRecord(await readDeliveries.find(context.tenant, params.id), sentHeaders)),
    ),
    route(account.resendDelivery, async ({ params, context }) =>
      accepted(context.tenant, await resendDelivery(context.tenant, params.id, authorOf(context))),
    ),
  ];
}

function ofReplays({ replays }: DeliveryUseCases): BoundRoute[] {
  return [
    route(account.createReplay, async ({ params, body: { since, until, status: selection, rate }, context }) => {
      const asked = { endpointId: params.id, since: new Date(since), until: momentOf(until), selection, rate };
      const replay = await replays.start(context.tenant, asked, authorOf(context));
      const headers = { Location: `/account/v1/webhooks/${params.id}/replays/${replay.id}` };
      return { status: 202 as const, body: replayRecord(replay), headers };
    }),
    route(account.listReplays, async ({ params, query: { limit, cursor }, context }) => {
      const page = await replays.page(context.tenant, params.id, { limit, cursor });
      return ok({ ...page, data: page.data.map(replayRecord) });
    }),
    route(account.getReplay, async ({ params: { id: endpointId, replay_id: id }, context }) =>
      ok(replayRecord(await replays.find(context.tenant, { endpointId, id }))),
    ),
    route(account.cancelReplay, async ({ params: { id: endpointId, replay_id: id }, context }) =>
      ok(replayRecord(await replays.cancel(context.tenant, { endpointId, id }, authorOf(context)))),
    ),
  ];
}

const ok = <Body>(body: Body) => ({ status: 200 as const, body });

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
