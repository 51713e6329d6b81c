import { accountOperations as account, type ReplayRecord } from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import { momentOf } from '@fulfilment/kernel';
import { authorOf } from '../audit/audit-ports.ts';
import type { Replay } from '../model/domain/replay.ts';
import type { ReplayDeliveries } from './replay-deliveries.ts';

/** Routes that start, show and cancel replays. */
export function replayRoutes(replays: ReplayDeliveries): readonly BoundRoute[] {
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

function replayRecord(replay: Replay): ReplayRecord {
  const { id, endpointId, since, until, selection, rate, status, examined, resent, createdAt, endedAt } = replay;
  return {
    id,
    webhook_id: endpointId,
    since: since.toISOString(),
    until: until.toISOString(),
    selection,
    rate,
    status,
    examined,
    resent,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}
