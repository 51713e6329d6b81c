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
const located = { Location: 'Where it is read.' };

const testWebhook = operation({
  ...writing,
  id: 'testWebhook',
  path: '/webhooks/:id/test',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'A delivery like any other, signed, logged and tried again, of an event that is marked by `"test": true` and is not in the feed.',
  params: ofWebhook,
  query,
  body: testWebhookBody,
  replies: { 202: { description: 'The delivery: read it again for what came of it.', body: deliveryRecord, headers: located } },
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
  description: 'With what is sent, and every attempt with what came back.',
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
    'One that was delivered, failed or dropped. It keeps its ids and its attempts, and the schedule of retries starts again. While the endpoint is paused or disabled it is held.',
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
  summary: 'Send again what a webhook endpoint missed',
  description:
    'All since a moment, at a rate of your choice, with retries. It goes on by itself, also when servers are restarted; one at a time for an endpoint.',
  params: ofWebhook,
  query,
  body: createReplayBody,
  replies: { 202: { description: 'The replay: read it again for how far it is.', body: replayRecord, headers: located } },
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
  description: 'How far it is.',
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
  description: 'What it has made due stays due. One that has ended stays as it is.',
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
