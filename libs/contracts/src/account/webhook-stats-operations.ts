import { z } from 'zod';
import { id, nothing } from '../fields.ts';
import { operation } from '../operation.ts';
import { inEnvironment } from './keys.ts';
import {
  listWebhookChangesQuery,
  webhookChangePage,
  webhooksOverview,
  webhookStats,
  webhookStatsQuery,
} from './webhook-stats.ts';

const reading = { api: 'account', service: 'webhooks', permission: 'webhooks:read', method: 'GET', body: nothing } as const;
const query = z.strictObject(inEnvironment);
const params = z.strictObject({ id: id('whk') });
const nextPage = { Link: 'The next page, `rel="next"`.' };

const getWebhookStats = operation({
  ...reading,
  id: 'getWebhookStats',
  path: '/webhooks/:id/stats',
  summary: 'Retrieve the stats of a webhook endpoint',
  description: 'Success and latency of its attempts by hour or day, over at most the last 30 days, with its present health.',
  params,
  query: webhookStatsQuery,
  replies: { 200: { description: 'The numbers.', body: webhookStats } },
  errors: ['not_found'],
});

const getWebhooksOverview = operation({
  ...reading,
  id: 'getWebhooksOverview',
  path: '/overview/webhooks',
  summary: 'Retrieve an overview of webhook endpoints',
  description: 'Each endpoint with its status, its health and the stats of the last 24 hours.',
  params: nothing,
  query,
  replies: { 200: { description: 'The endpoints.', body: webhooksOverview } },
  errors: [],
});

const listWebhookChanges = operation({
  ...reading,
  id: 'listWebhookChanges',
  path: '/webhooks/changes',
  summary: 'List the audit log of webhooks',
  description:
    'Changes of endpoints and secrets, resent deliveries and replays, newest first. Entries are never changed or removed.',
  params: nothing,
  query: listWebhookChangesQuery,
  replies: { 200: { description: 'A page of changes.', body: webhookChangePage, headers: nextPage } },
  errors: ['invalid_cursor'],
});

/** How webhook endpoints have done, and who changed what of them. */
export const webhookStatsOperations = { listWebhookChanges, getWebhookStats, getWebhooksOverview } as const;
