import { accountOperations as account, type CreateWebhookBody, type UpdateWebhookBody } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { RequestContext } from '@fulfilment/kernel';
import type { AddEndpoint } from './add-endpoint.ts';
import type { ChangeOrder } from './change-endpoint.ts';
import type { BatchRule } from './domain/endpoint.ts';
import { endpointRecord, endpointWithSecret, secretFacts } from './endpoint-presentation.ts';
import type { PauseEndpoint } from './pause-endpoint.ts';
import type { ReadEndpoints } from './read-endpoints.ts';
import type { RemoveEndpoint } from './remove-endpoint.ts';
import type { ResumeEndpoint } from './resume-endpoint.ts';
import type { RotateSecret } from './rotate-secret.ts';
import type { SettingsChange, UpdateEndpoint } from './update-endpoint.ts';

export interface WebhookUseCases {
  readonly readEndpoints: ReadEndpoints;
  readonly addEndpoint: AddEndpoint;
  readonly updateEndpoint: UpdateEndpoint;
  readonly pauseEndpoint: PauseEndpoint;
  readonly resumeEndpoint: ResumeEndpoint;
  readonly rotateSecret: RotateSecret;
  readonly removeEndpoint: RemoveEndpoint;
}

/** An owner's endpoints. The gateway has settled in which environment a request acts. */
export function webhookRoutes(use: WebhookUseCases): readonly BoundRoute[] {
  const { readEndpoints, addEndpoint, updateEndpoint, pauseEndpoint, resumeEndpoint, rotateSecret, removeEndpoint } = use;
  return [
    route(account.listWebhooks, async ({ query: { limit, cursor }, context }) => {
      const page = await readEndpoints.page(context.tenant, { limit, cursor });
      return ok({ ...page, data: page.data.map(endpointRecord) });
    }),
    route(account.createWebhook, async ({ body, context }) => {
      const added = await addEndpoint({ tenant: context.tenant, ...settingsOf(body) }, authorOf(context));
      const headers = { Location: `/account/v1/webhooks/${added.endpoint.id}` };
      return { status: 201 as const, body: endpointWithSecret(added), headers };
    }),
    route(account.getWebhook, async ({ params, context }) =>
      ok(endpointRecord(await readEndpoints.find(context.tenant, params.id))),
    ),
    route(account.updateWebhook, async ({ params, body, context }) =>
      ok(endpointRecord(await updateEndpoint(orderOf(params, context), changesOf(body)))),
    ),
    route(account.deleteWebhook, async ({ params, context }) =>
      ok(endpointRecord(await removeEndpoint(orderOf(params, context)))),
    ),
    route(account.pauseWebhook, async ({ params, context }) => ok(endpointRecord(await pauseEndpoint(orderOf(params, context))))),
    route(account.resumeWebhook, async ({ params, body, context }) =>
      ok(endpointRecord(await resumeEndpoint(orderOf(params, context), body.held))),
    ),
    route(account.revealWebhookSecret, async ({ params, context }) => {
      const secrets = await readEndpoints.reveal(context.tenant, params.id, authorOf(context));
      return ok({ data: secrets.map(({ secret, ...facts }) => ({ ...secretFacts(facts), secret })) });
    }),
    route(account.rotateWebhookSecret, async ({ params, body, context }) =>
      ok(endpointWithSecret(await rotateSecret(orderOf(params, context), body.overlap_seconds))),
    ),
  ];
}

const ok = <Body>(body: Body) => ({ status: 200 as const, body });

/** Who asks. */
export const authorOf = ({ actor, requestId }: RequestContext) => ({ actor, requestId });

function orderOf({ id }: { readonly id: string }, context: RequestContext): ChangeOrder {
  return { id, tenants: [context.tenant], by: authorOf(context), ifMatch: context.ifMatch };
}

function settingsOf({ url, events, description, filter, ordered, batch, max_rate: maxRate }: CreateWebhookBody) {
  return { url, events, description, filter: textOf(filter), ordered, batch: ruleOf(batch), maxRate };
}

function changesOf({ filter, batch, max_rate: maxRate, ...others }: UpdateWebhookBody): SettingsChange {
  return {
    ...others,
    maxRate,
    filter: filter === undefined ? undefined : textOf(filter),
    batch: batch === undefined ? undefined : ruleOf(batch),
  };
}

function textOf(filter: unknown): string | null {
  return filter === null || filter === undefined ? null : JSON.stringify(filter);
}

function ruleOf(batch: CreateWebhookBody['batch']): BatchRule | null {
  return batch && { maxEvents: batch.max_events, maxWaitMs: batch.max_wait_ms };
}
