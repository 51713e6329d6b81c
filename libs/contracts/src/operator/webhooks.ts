import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { id } from '../fields.ts';
import { addedWebhook, addWebhookBody, heldDeliveries, listOf, webhookRecord } from '../operator.ts';
import { operatorOperation } from './operation.ts';

const common = { services: ['webhooks'] } as const;

export const addWebhook = operatorOperation({
  ...common,
  id: 'addWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Add a webhook endpoint',
  body: addWebhookBody,
  replies: {
    201: {
      description: 'The endpoint, with its secret this once.',
      body: addedWebhook,
      headers: { Location: 'URL of the endpoint.' },
    },
  },
});

export const listWebhooks = operatorOperation({
  ...common,
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List the webhook endpoints of an account',
  query: z.strictObject({ account_id: id('acc'), environment: z.enum(ENVIRONMENTS).optional() }),
  replies: { 200: { description: 'The endpoints, oldest first.', body: listOf(webhookRecord) } },
});

export const getWebhook = operatorOperation({
  ...common,
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/:id',
  summary: 'Retrieve a webhook endpoint',
  params: z.strictObject({ id: id('whk') }),
  replies: { 200: { description: 'The endpoint.', body: webhookRecord } },
});

export const removeWebhook = operatorOperation({
  ...common,
  id: 'removeWebhook',
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Remove a webhook endpoint; with `account_id` an endpoint of another account is refused',
  params: z.strictObject({ id: id('whk') }),
  query: z.strictObject({ account_id: id('acc').optional() }),
  replies: { 200: { description: 'The endpoint as it was.', body: webhookRecord } },
});

const ofEndpoints = { description: 'The number of endpoints that this changed.', body: heldDeliveries };
const accountParams = z.strictObject({ id: id('acc') });

export const holdDeliveries = operatorOperation({
  ...common,
  id: 'holdDeliveries',
  method: 'POST',
  path: '/accounts/:id/suspend',
  summary: 'Hold the deliveries of an account',
  params: accountParams,
  replies: { 200: ofEndpoints },
});

export const releaseDeliveries = operatorOperation({
  ...common,
  id: 'releaseDeliveries',
  method: 'POST',
  path: '/accounts/:id/resume',
  summary: 'Release the deliveries of an account',
  params: accountParams,
  replies: { 200: ofEndpoints },
});
