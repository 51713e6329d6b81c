import { z } from 'zod';
import { id, nothing } from '../fields.ts';
import { operation } from '../operation.ts';
import { inEnvironment } from './keys.ts';
import {
  createWebhookBody,
  listWebhooksQuery,
  resumeWebhookBody,
  rotateWebhookSecretBody,
  updateWebhookBody,
  webhookEndpoint,
  webhookPage,
  webhookSecrets,
  webhookWithSecret,
} from './webhooks.ts';

const reading = { api: 'account', service: 'webhooks', permission: 'webhooks:read', method: 'GET', body: nothing } as const;
const writing = { api: 'account', service: 'webhooks', permission: 'webhooks:manage' } as const;
const query = z.strictObject(inEnvironment);
const params = z.strictObject({ id: id('whk') });
const one = { description: 'The endpoint.', body: webhookEndpoint };
const nextPage = { Link: 'The next page, `rel="next"`.' };
const located = { Location: 'Where it is read.' };

const listWebhooks = operation({
  ...reading,
  id: 'listWebhooks',
  path: '/webhooks',
  summary: 'List webhook endpoints',
  description: 'Of one environment, the oldest first; there are at most 50.',
  params: nothing,
  query: listWebhooksQuery,
  replies: { 200: { description: 'A page of endpoints.', body: webhookPage, headers: nextPage } },
  errors: ['invalid_cursor'],
});

const createWebhook = operation({
  ...writing,
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Add a webhook endpoint',
  description:
    'It gets every event that is committed after this has answered. The URL is looked at: deliveries to private addresses are refused here, and again at every connection.',
  params: nothing,
  query,
  body: createWebhookBody,
  replies: { 201: { description: 'The endpoint with its secret.', body: webhookWithSecret, headers: located } },
  errors: [],
});

const getWebhook = operation({
  ...reading,
  id: 'getWebhook',
  path: '/webhooks/:id',
  summary: 'Retrieve one webhook endpoint',
  description: 'With what is shown of its secrets. How it does is told by its stats.',
  params,
  query,
  replies: { 200: one },
  errors: ['not_found'],
});

const updateWebhook = operation({
  ...writing,
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/:id',
  summary: 'Update a webhook endpoint',
  description:
    'What is left out stays. A change of `events` or `filter` counts for events that come after it; a change of anything else for the next attempt, of what is due already too.',
  params,
  query,
  body: updateWebhookBody,
  conditional: true,
  replies: { 200: one },
  errors: ['not_found', 'version_conflict'],
});

const deleteWebhook = operation({
  ...writing,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Remove a webhook endpoint',
  description: 'For good: what is not delivered yet is dropped. To hold it instead, pause the endpoint.',
  params,
  query,
  body: nothing,
  conditional: true,
  replies: { 200: { description: 'The endpoint as it was.', body: webhookEndpoint } },
  errors: ['not_found', 'version_conflict'],
});

const pauseWebhook = operation({
  ...writing,
  id: 'pauseWebhook',
  method: 'POST',
  path: '/webhooks/:id/pause',
  summary: 'Pause a webhook endpoint',
  description: 'Nothing is sent to it, and what comes is held, each event for 30 days. One that is paused or disabled stays so.',
  params,
  query,
  body: nothing,
  conditional: true,
  replies: { 200: one },
  errors: ['not_found', 'version_conflict'],
});

const resumeWebhook = operation({
  ...writing,
  id: 'resumeWebhook',
  method: 'POST',
  path: '/webhooks/:id/resume',
  summary: 'Resume a webhook endpoint',
  description:
    'One that is paused or disabled is active again, and what was held is sent or dropped. One that is active stays so.',
  params,
  query,
  body: resumeWebhookBody,
  conditional: true,
  replies: { 200: one },
  errors: ['not_found', 'version_conflict'],
});

const revealWebhookSecret = operation({
  ...writing,
  id: 'revealWebhookSecret',
  method: 'POST',
  path: '/webhooks/:id/secret/reveal',
  summary: 'Reveal the secrets of a webhook endpoint',
  description: 'Those that sign now. Who asked is kept among the changes.',
  params,
  query,
  body: nothing,
  replies: { 200: { description: 'The secrets.', body: webhookSecrets } },
  errors: ['not_found'],
});

const rotateWebhookSecret = operation({
  ...writing,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/:id/secret/rotate',
  summary: 'Give a webhook endpoint a new secret',
  description:
    'From the next attempt on, deliveries are signed with the new one, and with those before for `overlap_seconds`. At most five sign at once.',
  params,
  query,
  body: rotateWebhookSecretBody,
  conditional: true,
  replies: { 200: { description: 'The endpoint with its new secret.', body: webhookWithSecret } },
  errors: ['not_found', 'version_conflict', 'too_many_secrets'],
});

/** Operations of webhook endpoints and their secrets. */
export const webhookOperations = {
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  revealWebhookSecret,
  rotateWebhookSecret,
} as const;
