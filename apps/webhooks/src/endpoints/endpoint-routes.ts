import { SAMPLE_DELIVERIES } from '@fulfilment/api-docs/samples';
import {
  DELIVERED,
  accountOperations as account,
  addedWebhook,
  addWebhookBody,
  type CreateWebhookBody,
  DELIVERED_TYPES,
  id as idField,
  listOf,
  nothing,
  SUBSCRIBABLE_TYPES,
  type UpdateWebhookBody,
  type WebhookChangeRecord,
  heldDeliveries,
  type WebhookEndpointRecord,
  webhookRecord,
  type WebhookRecord,
  type WebhookWithSecret,
} from '@fulfilment/contracts';
import { type BoundRoute, ok, operatorRoute, route } from '@fulfilment/http';
import { type Environment, ENVIRONMENTS, momentOf, type RequestContext, type Tenant } from '@fulfilment/kernel';
import { z } from 'zod';
import type { AttemptRates } from './domain/attempt-stats.ts';
import type { BatchRule, Endpoint } from './domain/endpoint.ts';
import type { AuditEntry, AuditLog, EndpointReader } from './endpoint-ports.ts';
import type { CommandTarget, EndpointCommands, EndpointWithSecret, SettingsChange } from './manage-endpoints.ts';
import type { EndpointReport, EndpointSummary, ReadStats } from './read-stats.ts';
import { testFilter } from './test-endpoint.ts';

/** The account API of webhook endpoints. The gateway has chosen the environment of the request. */
export function endpointRoutes(commands: EndpointCommands, queries: EndpointReader): readonly BoundRoute[] {
  return [
    route(account.listWebhooks, async ({ query: { limit, cursor }, context }) => {
      const page = await queries.page(context.tenant, { limit, cursor });
      return ok({ ...page, data: page.data.map(endpointRecord) });
    }),
    route(account.createWebhook, async ({ body, context }) => {
      const added = await commands.add({ tenant: context.tenant, ...settingsOf(body) }, authorOf(context));
      const headers = { Location: `/account/v1/webhooks/${added.endpoint.id}` };
      return { status: 201 as const, body: endpointWithSecret(added), headers };
    }),
    route(account.getWebhook, async ({ params, context }) => ok(endpointRecord(await queries.find(context.tenant, params.id)))),
    route(account.updateWebhook, async ({ params, body, context }) =>
      ok(endpointRecord(await commands.update(targetOf(params, context), changesOf(body)))),
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

const OPERATOR_PATH = '/operator/v1/webhooks';
/** Settings that the operator does not choose. */
const OPERATOR_DEFAULTS = { filter: null, ordered: false, batch: null, maxRate: null } as const;
const listQuery = z.strictObject({ account_id: idField('acc'), environment: z.enum(ENVIRONMENTS).optional() });
const removeQuery = z.strictObject({ account_id: idField('acc').optional() });

/** The operator API of webhook endpoints. */
export const operatorEndpointRoutes = (commands: EndpointCommands, queries: EndpointReader): readonly BoundRoute[] => [
  operatorRoute(
    {
      method: 'POST',
      path: OPERATOR_PATH,
      params: nothing,
      query: nothing,
      body: addWebhookBody,
      replies: { 201: { description: 'The endpoint, with its secret this once.', body: addedWebhook } },
    },
    async ({ body: { account_id: accountId, environment, url, events, description = null }, context }) => {
      const settings = { tenant: { accountId, environment }, url, events, description, ...OPERATOR_DEFAULTS };
      const { endpoint, secret } = await commands.add(settings, authorOf(context));
      const record = operatorRecord(endpoint);
      return { status: 201 as const, body: { ...record, secret }, headers: { location: `${OPERATOR_PATH}/${record.id}` } };
    },
  ),
  operatorRoute(
    {
      method: 'GET',
      path: OPERATOR_PATH,
      params: nothing,
      query: listQuery,
      body: nothing,
      replies: { 200: { description: 'The endpoints, oldest first.', body: listOf(webhookRecord) } },
    },
    async ({ query: { account_id: accountId, environment } }) =>
      ok({ data: (await queries.list(tenantsOf(accountId, environment))).map(operatorRecord) }),
  ),
  operatorRoute(
    {
      method: 'DELETE',
      path: `${OPERATOR_PATH}/:id`,
      params: z.strictObject({ id: idField('whk') }),
      query: removeQuery,
      body: nothing,
      replies: { 200: { description: 'The endpoint as it was.', body: webhookRecord } },
    },
    async ({ params: { id }, query: { account_id: accountId }, context }) => {
      const tenants = accountId === undefined ? undefined : tenantsOf(accountId);
      return ok(operatorRecord(await commands.remove({ id, tenants, by: authorOf(context) })));
    },
  ),
  ...(['suspend', 'resume'] as const).map((step) =>
    operatorRoute(
      {
        method: 'POST',
        path: `/operator/v1/accounts/:id/${step}`,
        params: z.strictObject({ id: idField('acc') }),
        query: nothing,
        body: nothing,
        replies: { 200: { description: 'How many endpoints were changed.', body: heldDeliveries } },
      },
      async ({ params: { id } }) => ok({ changed: await commands.holdAccount(id, step === 'suspend') }),
    ),
  ),
];

function tenantsOf(accountId: string, environment?: Environment): readonly Tenant[] {
  const environments = environment === undefined ? ENVIRONMENTS : [environment];
  return environments.map((each) => ({ accountId, environment: each }));
}

/** The caller of a request, for the audit log. */
export const authorOf = ({ actor, requestId }: RequestContext) => ({ actor, requestId });

function targetOf({ id }: { readonly id: string }, context: RequestContext): CommandTarget {
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
    secrets: secrets.map((secret) => ({ ...secretFacts(secret), last4: secret.last4 })),
    version,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

function endpointWithSecret({ endpoint, secret }: EndpointWithSecret): WebhookWithSecret {
  return { ...endpointRecord(endpoint), secret };
}

/** The facts of a secret besides its text. */
function secretFacts({ id, createdAt, endsAt }: { readonly id: string; readonly createdAt: Date; readonly endsAt: Date | null }) {
  return { id, created_at: createdAt.toISOString(), ends_at: endsAt?.toISOString() ?? null };
}

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

/** Statistics of endpoints, the audit log, event types and filter tests. Register them before the routes with an endpoint's id. */
export const statsRoutes = (stats: ReadStats, audit: AuditLog): readonly BoundRoute[] => [
  route(account.listWebhookChanges, async ({ query: { limit, cursor, webhook_id: endpointId }, context }) => {
    const page = await audit.page(context.tenant, { endpointId }, { limit, cursor });
    return ok({ ...page, data: page.data.map(changeRecord) });
  }),
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
  route(account.getWebhookStats, async ({ params, query: { since, until, interval }, context }) => {
    const query = { endpointId: params.id, interval, since: momentOf(since), until: momentOf(until) };
    return ok(statsRecord(await stats.ofEndpoint(context.tenant, query)));
  }),
  route(account.getWebhooksOverview, async ({ context: { tenant } }) => {
    const [endpoints, minutes] = await Promise.all([stats.ofAll(tenant), stats.byMinute(tenant)]);
    return ok({
      data: endpoints.map(overviewRecord),
      minutes: minutes.map(({ at, ...made }) => ({ at: at.toISOString(), ...made })),
    });
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

function changeRecord({ id, tenant, action, target, actor, requestId, details, at }: AuditEntry): WebhookChangeRecord {
  const { environment } = tenant;
  const did = { actor, request_id: requestId, details: { ...details }, created_at: at.toISOString() };
  return { id, environment, action, target: { ...target }, ...did };
}

function statsRecord(report: EndpointReport) {
  return {
    ...healthFacts(report),
    total: countsRecord(report.total),
    intervals: report.intervals.map(({ at, rates }) => ({ at: at.toISOString(), ...countsRecord(rates) })),
  };
}

function overviewRecord(summary: EndpointSummary) {
  const { id, url, description, state } = summary.endpoint;
  return { id, url, description, status: state.status, ...healthFacts(summary), last_24_hours: countsRecord(summary.total) };
}

function healthFacts({ endpoint, oldestUndeliveredMs }: EndpointSummary) {
  return {
    health: healthRecord(endpoint),
    oldest_undelivered_seconds: oldestUndeliveredMs === undefined ? null : Math.floor(oldestUndeliveredMs / 1_000),
  };
}

function healthRecord({ health, restsUntil }: Endpoint) {
  const { failingSince, lastSuccessAt, lastFailureAt, failures } = health;
  return {
    failing_since: failingSince?.toISOString() ?? null,
    last_success_at: lastSuccessAt?.toISOString() ?? null,
    last_failure_at: lastFailureAt?.toISOString() ?? null,
    failures,
    rests_until: restsUntil?.toISOString() ?? null,
  };
}

function countsRecord({ delivered, refused, failed, successRate, latencyP50Ms, latencyP95Ms }: AttemptRates) {
  return {
    delivered,
    refused,
    failed,
    success_rate: successRate,
    latency_p50_ms: latencyP50Ms,
    latency_p95_ms: latencyP95Ms,
  };
}
