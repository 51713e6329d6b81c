import { addedWebhook, addWebhookBody, id, listOf, nothing, webhookRecord } from '@fulfilment/contracts';
import { type BoundRoute, operatorRoute } from '@fulfilment/http';
import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { tenantsOf } from './account-scope.ts';
import type { AddEndpoint } from './add-endpoint.ts';
import { operatorRecord } from './endpoint-presentation.ts';
import { authorOf } from './endpoint-routes.ts';
import type { ListEndpoints } from './list-endpoints.ts';
import type { RemoveEndpoint } from './remove-endpoint.ts';

export interface EndpointUseCases {
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
