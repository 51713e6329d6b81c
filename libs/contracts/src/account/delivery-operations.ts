import { z } from 'zod';
import { id, nothing } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  createReplayBody,
  deliveryDetails,
  deliveryPage,
  deliveryRecord,
  listDeliveriesQuery,
  listReplaysQuery,
  replayPage,
  replayRecord,
} from './deliveries.ts';
import { inEnvironment } from './keys.ts';
import { testWebhookBody } from './webhooks.ts';

const reading = { api: 'account', service: 'webhooks', permission: 'webhooks:read', method: 'GET', body: nothing } as const;
const writing = { api: 'account', service: 'webhooks', permission: 'webhooks:manage', method: 'POST' } as const;
const query = z.strictObject(inEnvironment);
const ofWebhook = z.strictObject({ id: id('whk') });
const ofDelivery = z.strictObject({ id: id('dlv') });
const ofReplay = z.strictObject({ id: id('whk'), replay_id: id('rpl').describe('The replay.') });
const nextPage = { Link: 'The next page, `rel="next"`.' };
const located = { Location: 'URL of the record.' };

const testWebhook = operation({
  ...writing,
  id: 'testWebhook',
  path: '/webhooks/:id/test',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'The test event is signed, logged and retried like any other delivery. It carries `"test": true` and is not in the feed.',
  params: ofWebhook,
  query,
  body: testWebhookBody,
  replies: { 202: { description: 'The delivery. Read it again for the result.', body: deliveryRecord, headers: located } },
  errors: ['not_found', 'webhook_not_active'],
});

const listDeliveries = operation({
  ...reading,
  id: 'listDeliveries',
  path: '/webhooks/:id/deliveries',
  summary: 'List the deliveries of a webhook endpoint',
  description: 'Newest first, for 30 days after each ended.',
  params: ofWebhook,
  query: listDeliveriesQuery,
  replies: { 200: { description: 'A page of deliveries.', body: deliveryPage, headers: nextPage } },
  errors: ['not_found', 'invalid_cursor'],
});

const getDelivery = operation({
  ...reading,
  id: 'getDelivery',
  path: '/deliveries/:id',
  summary: 'Retrieve one delivery',
  description: 'Includes the request body and every attempt with its response.',
  params: ofDelivery,
  query,
  replies: { 200: { description: 'The delivery.', body: deliveryDetails } },
  errors: ['not_found'],
});

const resendDelivery = operation({
  ...writing,
  id: 'resendDelivery',
  path: '/deliveries/:id/resend',
  summary: 'Send one delivery again',
  description:
    'Takes a delivery that was delivered, failed or dropped. It keeps its ids and attempts, and the retry schedule starts again. It is held while the endpoint is paused or disabled.',
  params: ofDelivery,
  query,
  body: nothing,
  replies: { 202: { description: 'The delivery, due again.', body: deliveryRecord, headers: located } },
  errors: ['not_found', 'delivery_not_ended', 'event_expired'],
});

const createReplay = operation({
  ...writing,
  id: 'createReplay',
  path: '/webhooks/:id/resend',
  summary: 'Replay events to a webhook endpoint',
  description:
    'Sends events since a given time again, at a chosen rate, with retries. A replay survives restarts of the service. An endpoint has at most one running replay.',
  params: ofWebhook,
  query,
  body: createReplayBody,
  replies: { 202: { description: 'The replay. Read it again for its progress.', body: replayRecord, headers: located } },
  errors: ['not_found', 'replay_in_progress'],
});

const listReplays = operation({
  ...reading,
  id: 'listReplays',
  path: '/webhooks/:id/replays',
  summary: 'List the replays of a webhook endpoint',
  description: 'Newest first, for 30 days after each ended.',
  params: ofWebhook,
  query: listReplaysQuery,
  replies: { 200: { description: 'A page of replays.', body: replayPage, headers: nextPage } },
  errors: ['not_found', 'invalid_cursor'],
});

const getReplay = operation({
  ...reading,
  id: 'getReplay',
  path: '/webhooks/:id/replays/:replay_id',
  summary: 'Retrieve one replay',
  description: 'Shows its progress.',
  params: ofReplay,
  query,
  replies: { 200: { description: 'The replay.', body: replayRecord } },
  errors: ['not_found'],
});

const cancelReplay = operation({
  ...writing,
  id: 'cancelReplay',
  path: '/webhooks/:id/replays/:replay_id/cancel',
  summary: 'Cancel a replay',
  description: 'Deliveries that are due already stay due. Cancelling a replay that has ended changes nothing.',
  params: ofReplay,
  query,
  body: nothing,
  replies: { 200: { description: 'The replay.', body: replayRecord } },
  errors: ['not_found'],
});

/** Operations of deliveries and of sending them again. */
export const deliveryOperations = {
  testWebhook,
  listDeliveries,
  getDelivery,
  resendDelivery,
  createReplay,
  listReplays,
  getReplay,
  cancelReplay,
} as const;
