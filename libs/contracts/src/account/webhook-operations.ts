import { z } from 'zod';
import { recordId } from '../fields.ts';
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

const reading = { api: 'account', service: 'webhooks', permission: 'webhooks:read', method: 'GET' } as const;
const writing = { api: 'account', service: 'webhooks', permission: 'webhooks:manage' } as const;
const query = z.strictObject(inEnvironment);
const params = z.strictObject({ id: recordId('whk') });
const one = { description: 'The endpoint.', body: webhookEndpoint };
const nextPage = { Link: 'The next page, `rel="next"`.' };
const located = { Location: 'URL of the record.' };

const listWebhooks = operation({
  ...reading,
  id: 'listWebhooks',
  path: '/webhooks',
  summary: 'List webhook endpoints',
  description: 'Endpoints of one environment, oldest first. The plan limits their number, usually to 50.',
  query: listWebhooksQuery,
  replies: { 200: { description: 'A page of endpoints.', body: webhookPage, headers: nextPage } },
  errors: ['invalid_cursor'],
});

const createWebhook = operation({
  ...writing,
  id: 'createWebhook',
  addsRecords: true,
  asksRecentAuthentication: true,
  method: 'POST',
  path: '/webhooks',
  summary: 'Add a webhook endpoint',
  description:
    'The endpoint receives every event that is committed after this response. URLs with private addresses are refused here and again at every connection. ' +
    'An account has a limit of endpoints in each environment: `storage` of the overview.',
  query,
  body: createWebhookBody,
  replies: { 201: { description: 'The endpoint with its secret.', body: webhookWithSecret, headers: located } },
  errors: ['storage_limit_reached'],
});

const getWebhook = operation({
  ...reading,
  id: 'getWebhook',
  path: '/webhooks/:id',
  summary: 'Retrieve one webhook endpoint',
  description: 'Includes the facts of its secrets. Its health and success rate are in its stats.',
  params,
  query,
  replies: { 200: one },
  errors: ['not_found'],
});

const updateWebhook = operation({
  ...writing,
  id: 'updateWebhook',
  asksRecentAuthentication: ['url'],
  method: 'PATCH',
  path: '/webhooks/:id',
  summary: 'Update a webhook endpoint',
  description:
    'Omitted fields keep their values. A change of `events` or `filter` applies to later events; any other change applies from the next attempt on, also for pending deliveries.',
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
  asksRecentAuthentication: true,
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Remove a webhook endpoint',
  description: 'Removes the endpoint permanently and drops its undelivered events. To hold them instead, pause the endpoint.',
  params,
  query,
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
  description: 'Stops sending and holds events, each for 30 days. Pausing a paused or disabled endpoint changes nothing.',
  params,
  query,
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
    'Makes a paused or disabled endpoint active again, and sends or drops the held events: those that wait for a later try are due now. It ends the rest of an active endpoint in the same way; resuming one that does not rest changes nothing.',
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
  asksRecentAuthentication: true,
  method: 'POST',
  path: '/webhooks/:id/secret/reveal',
  summary: 'Reveal the secrets of a webhook endpoint',
  description: 'Returns the secrets that sign now. The request is recorded in the audit log.',
  params,
  query,
  replies: { 200: { description: 'The secrets.', body: webhookSecrets } },
  errors: ['not_found'],
});

const rotateWebhookSecret = operation({
  ...writing,
  id: 'rotateWebhookSecret',
  asksRecentAuthentication: true,
  method: 'POST',
  path: '/webhooks/:id/secret/rotate',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'From the next attempt on, deliveries are signed with the new secret, and with the previous ones for `overlap_seconds`. At most five secrets sign at once.',
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
