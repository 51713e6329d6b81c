import {
  accountOperations as account,
  type CreateWebhookBody,
  READ_ONLY_WEBHOOK_FIELDS,
  refuseDiffering,
  type UpdateWebhookBody,
  type WebhookWithSecret,
} from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import type { RequestContext } from '@fulfilment/kernel';
import { authorOf } from '../audit/audit-ports.ts';
import type { BatchRule } from '../model/domain/endpoint.ts';
import { endpointRecord, secretFacts } from './endpoint-presentation.ts';
import type { EndpointReader } from './endpoint-ports.ts';
import type { CommandTarget, EndpointCommands, EndpointWithSecret, SettingsChange } from './manage-endpoints.ts';

/** The account API of webhook endpoints. The gateway has chosen the environment of the request. */
export function endpointRoutes(commands: EndpointCommands, queries: EndpointReader): readonly BoundRoute[] {
  return [
    route(account.listWebhooks, async ({ query: { limit, cursor }, context }) => {
      const page = await queries.page(context.tenant, { limit, cursor });
      return ok({ ...page, data: page.data.map((each) => endpointRecord(each)) });
    }),
    route(account.createWebhook, async ({ body, context }) => {
      const settings = { tenant: context.tenant, ...settingsOf(body) };
      const added = await commands.add(settings, authorOf(context), context.storage?.webhookEndpoints);
      const headers = { Location: `/account/v1/webhooks/${added.endpoint.id}` };
      return { status: 201 as const, body: endpointWithSecret(added), headers };
    }),
    route(account.getWebhook, async ({ params, context }) => ok(endpointRecord(await queries.find(context.tenant, params.id)))),
    route(account.updateWebhook, async ({ params, body, context }) =>
      ok(
        endpointRecord(
          await commands.update(targetOf(params, context), changesOf(body), (endpoint) =>
            refuseDiffering(body, endpointRecord(endpoint), READ_ONLY_WEBHOOK_FIELDS),
          ),
        ),
      ),
    ),
    route(account.deleteWebhook, async ({ params, context }) =>
      ok(endpointRecord(await commands.remove(targetOf(params, context)))),
    ),
    route(account.pauseWebhook, async ({ params, context }) =>
      ok(endpointRecord(await commands.pause(targetOf(params, context)))),
    ),
    route(account.resumeWebhook, async ({ params, body, context }) =>
      ok(endpointRecord(await commands.resume(targetOf(params, context), body.held))),
    ),
    route(account.revealWebhookSecret, async ({ params, context }) => {
      const secrets = await queries.reveal(context.tenant, params.id, authorOf(context));
      return ok({ data: secrets.map((each) => ({ ...secretFacts(each), secret: each.secret })) });
    }),
    route(account.rotateWebhookSecret, async ({ params, body, context }) =>
      ok(endpointWithSecret(await commands.rotateSecret(targetOf(params, context), body.overlap_seconds))),
    ),
  ];
}

function targetOf({ id }: { readonly id: string }, context: RequestContext): CommandTarget {
  return { id, tenants: [context.tenant], by: authorOf(context), ifMatch: context.ifMatch };
}

function settingsOf({ url, events, description, filter, ordered, batch, max_rate: maxRate }: CreateWebhookBody) {
  return { url, events, description, filter: textOf(filter), ordered, batch: ruleOf(batch), maxRate };
}

function changesOf({ url, events, description, ordered, filter, batch, max_rate: maxRate }: UpdateWebhookBody): SettingsChange {
  return {
    url,
    events,
    description,
    ordered,
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

function endpointWithSecret({ endpoint, secret }: EndpointWithSecret): WebhookWithSecret {
  return { ...endpointRecord(endpoint), secret };
}
