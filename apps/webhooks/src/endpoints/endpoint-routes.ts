import {
  accountOperations as account,
  addedWebhook,
  addWebhookBody,
  type CreateWebhookBody,
  id,
  listOf,
  nothing,
  type UpdateWebhookBody,
  type WebhookEndpointRecord,
  webhookRecord,
  type WebhookRecord,
  type WebhookWithSecret,
} from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute, route } from '@fulfilment/http';
import { ENVIRONMENTS, type RequestContext } from '@fulfilment/kernel';
import { z } from 'zod';
import type { BatchRule, Endpoint } from './domain/endpoint.ts';
import type {
  AddEndpoint,
  ChangeOrder,
  PauseEndpoint,
  RemoveEndpoint,
  ResumeEndpoint,
  RotateSecret,
  SettingsChange,
  UpdateEndpoint,
} from './manage-endpoints.ts';
import { type ListEndpoints, type ReadEndpoints, tenantsOf } from './read-endpoints.ts';

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

interface EndpointUseCases {
  readonly addEndpoint: AddEndpoint;
  readonly listEndpoints: ListEndpoints;
  readonly removeEndpoint: RemoveEndpoint;
}

const PATH = '/operator/v1/webhooks';
/** What the operator does not choose. */
const PLAIN = { filter: null, ordered: false, batch: null, maxRate: null } as const;
const listQuery = z.strictObject({ account_id: id('acc'), environment: z.enum(ENVIRONMENTS).optional() });
const removeQuery = z.strictObject({ account_id: id('acc').optional() });

/** The operator's API. */
export const endpointRoutes = ({ addEndpoint, listEndpoints, removeEndpoint }: EndpointUseCases): readonly BoundRoute[] => [
  operatorRoute(
    {
      method: 'POST',
      path: PATH,
      params: nothing,
      query: nothing,
      body: addWebhookBody,
      replies: { 201: { description: 'The endpoint, with its secret this once.', body: addedWebhook } },
    },
    async ({ body: { account_id: accountId, environment, url, events, description = null }, context }) => {
      const asked = { tenant: { accountId, environment }, url, events, description, ...PLAIN };
      const { endpoint, secret } = await addEndpoint(asked, authorOf(context));
      const record = operatorRecord(endpoint);
      return { status: 201 as const, body: { ...record, secret }, headers: { location: `${PATH}/${record.id}` } };
    },
  ),
  operatorRoute(
    {
      method: 'GET',
      path: PATH,
      params: nothing,
      query: listQuery,
      body: nothing,
      replies: { 200: { description: 'The endpoints, oldest first.', body: listOf(webhookRecord) } },
    },
    async ({ query: { account_id: accountId, environment } }) => {
      const endpoints = await listEndpoints({ accountId, environment });
      return { status: 200 as const, body: { data: endpoints.map(operatorRecord) } };
    },
  ),
  operatorRoute(
    {
      method: 'DELETE',
      path: `${PATH}/:id`,
      params: z.strictObject({ id: id('whk') }),
      query: removeQuery,
      body: nothing,
      replies: { 200: { description: 'The endpoint as it was.', body: webhookRecord } },
    },
    async ({ params: { id: endpointId }, query: { account_id: accountId }, context }) => {
      const tenants = accountId === undefined ? undefined : tenantsOf({ accountId });
      const removed = await removeEndpoint({ id: endpointId, tenants, by: authorOf(context) });
      return { status: 200 as const, body: operatorRecord(removed) };
    },
  ),
];

/** An endpoint as the operator sees it. */
function operatorRecord({ id, tenant, url, events, description, state, createdAt }: Endpoint): WebhookRecord {
  return {
    id,
    account_id: tenant.accountId,
    environment: tenant.environment,
    url,
    events: [...events],
    description,
    status: state.status,
    created_at: createdAt.toISOString(),
  };
}

/** An endpoint as its owner sees it. */
export function endpointRecord(endpoint: Endpoint): WebhookEndpointRecord {
  const { id, tenant, url, events, description, filter, ordered, batch, maxRate, state, secrets, version } = endpoint;
  return {
    id,
    environment: tenant.environment,
    url,
    events: [...events],
    description,
    filter: filter === null ? null : JSON.parse(filter),
    ordered,
    batch: batch && { max_events: batch.maxEvents, max_wait_ms: batch.maxWaitMs },
    max_rate: maxRate,
    status: state.status,
    disabled: state.status === 'disabled' ? { reason: state.reason, at: state.disabledAt.toISOString() } : null,
    secrets: secrets.map(({ last4, ...secret }) => ({ ...secretFacts(secret), last4 })),
    version,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

function endpointWithSecret({ endpoint, secret }: { readonly endpoint: Endpoint; readonly secret: string }): WebhookWithSecret {
  return { ...endpointRecord(endpoint), secret };
}

/** What is shown of a secret besides its text. */
function secretFacts({ id, createdAt, endsAt }: { readonly id: string; readonly createdAt: Date; readonly endsAt: Date | null }) {
  return { id, created_at: createdAt.toISOString(), ends_at: endsAt?.toISOString() ?? null };
}
