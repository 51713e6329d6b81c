import {
  addedWebhook,
  addWebhookBody,
  heldDeliveries,
  id as idField,
  listOf,
  nothing,
  webhookRecord,
  type WebhookRecord,
} from '@fulfilment/contracts';
import { type BoundRoute, ok, operatorRoute } from '@fulfilment/http';
import { type Environment, ENVIRONMENTS, type Tenant } from '@fulfilment/kernel';
import { z } from 'zod';
import { authorOf } from '../audit/audit-ports.ts';
import type { Endpoint } from '../model/domain/endpoint.ts';
import type { EndpointReader } from './endpoint-ports.ts';
import type { EndpointCommands } from './manage-endpoints.ts';

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
