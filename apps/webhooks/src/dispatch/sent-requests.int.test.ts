import { eventually } from '@fulfilment/testing';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { answers, type ReceivedPost } from '../receiver.fixture.ts';
import { scanEvent } from '../webhooks.fixture.ts';
import { sceneOfEachTest } from './delivering.fixture.ts';

const stripe = new Stripe('sk_test_none');
const scene = sceneOfEachTest();
const idsIn = (posts: readonly ReceivedPost[]) => posts.map(({ headers }) => headers['service-event-id']);

test('every event published after the endpoint was added, byte for byte, once', async () => {
  const { delivering, webhooks, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url);
  const events = Array.from({ length: 20 }, (_, place) => scanEvent(tenant, `Blåbær 🫐 ${place}`));
  const bodies = await delivering.bed.publish(...events);

  await delivering.ended(id, 20);

  expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set(bodies));
  expect(receiver.received).toHaveLength(20);
  expect(await delivering.attempts(id)).toHaveLength(20);
  expect(new Set(receiver.received.map(({ headers }) => headers['service-delivery-id'])).size).toBe(20);
  expect(receiver.received[0]?.headers.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-/);
});

test('the published libraries of Standard Webhooks and Stripe verify a delivery, and refuse an altered one', async () => {
  const { webhooks, story, tenant, receiver } = scene();
  const { secret } = await webhooks.add(tenant, receiver.url);
  const [event] = await story.publish();
  const post = await eventually(() => {
    const [first] = receiver.received;
    if (!first) throw new Error('nothing came');
    return first;
  });
  const { body, headers } = post;
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const signature = own['service-signature'] ?? '';

  expect(new Webhook(secret).verify(body, own)).toMatchObject({ id: event?.id });
  expect(stripe.webhooks.constructEvent(body, signature, secret)).toMatchObject({ id: event?.id });
  expect(() => new Webhook(secret).verify(`${body} `, own)).toThrow(/signature/i);
  expect(() => stripe.webhooks.constructEvent(`${body} `, signature, secret)).toThrow(/signature/i);
});

test('only the types it named, and nothing of other tenants', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const orders = await story.receiverThat(answers(204));
  const others = await story.receiverThat(answers(204));
  await webhooks.add(tenant, orders.url, { events: ['order.created'] });
  await webhooks.add({ ...tenant, environment: 'production' }, others.url);
  const { id } = await webhooks.add(tenant, receiver.url, { events: ['scan.completed'] });

  await story.publish();
  await delivering.ended(id, 1);

  expect([orders.received, others.received]).toEqual([[], []]);
});

test('an event that cannot be read becomes a dead letter, one of a type that came later goes as it came, and the rest goes on', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url);
  const later = { ...scanEvent(tenant), type: 'pallet.wrapped', data: { pallet: 7 } };
  await delivering.bed.publishText('not json');
  await delivering.bed.publishText(JSON.stringify(later));
  await delivering.bed.publishText(JSON.stringify({ ...scanEvent(tenant), data: {} }));
  const [event] = await story.publish();

  await delivering.ended(id, 2);

  expect(new Set(idsIn(receiver.received))).toEqual(new Set([later.id, event?.id]));
  expect(receiver.received.map(({ body }) => body)).toContain(JSON.stringify(later));
  const letters = await delivering.bed.collections.events.db.collection('dead_letters').countDocuments();
  expect(letters).toBe(2);
});
