import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { answers, hangs, inTurn } from '../receiver.fixture.ts';
import { sceneOfEachTest } from './delivering.fixture.ts';

const scene = sceneOfEachTest();

test('410 disables the endpoint: what is due and what comes is held, and nothing is sent', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answers(410));
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish();
  await eventually(async () => {
    const list = await webhooks.call(`GET /webhooks?account_id=${tenant.accountId}`);
    expect(list.body).toMatchObject({ data: [{ id, status: 'disabled' }] });
  });

  const watched = await story.receiverThat(answers(204));
  const other = await webhooks.add(tenant, watched.url);
  await story.publish(2);
  await delivering.ended(other.id, 2);
  await eventually(async () =>
    expect(await delivering.bed.collections.queues.findOne({ _id: id })).toMatchObject({ owner: null, due_at: null }),
  );

  expect((await delivering.deliveries(id)).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
  expect(receiver.received).toHaveLength(1);
});

test.each([429, 503])('%i with Retry-After makes the whole endpoint rest, and only that one', async (status) => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(inTurn(answers(status, { headers: { 'retry-after': '1' } }), answers(204)));
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish();
  await eventually(async () => expect(await delivering.attempts(id)).toHaveLength(1));

  const watched = await story.receiverThat(answers(204));
  const other = await webhooks.add(tenant, watched.url);
  await story.publish(3);
  await delivering.ended(other.id, 3);
  await delivering.ended(id, 4);

  const [first, ...rest] = receiver.received.map(({ atMs }) => atMs);
  expect(rest).toHaveLength(4);
  expect(Math.min(...rest) - (first ?? 0)).toBeGreaterThanOrEqual(990);
});

test('what is due to an endpoint that is removed is dropped', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(hangs);
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish(5);
  await eventually(() => expect(receiver.received).toHaveLength(1));

  await webhooks.call(`DELETE /webhooks/${id}?account_id=${tenant.accountId}`);

  const all = await delivering.ended(id, 5);
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['dropped']));
  await eventually(async () => expect(await delivering.bed.collections.queues.findOne({ _id: id })).toBeNull());
  expect(receiver.received).toHaveLength(1);
});

test('what is due to the endpoints of a suspended account is held, and sent once it is resumed', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answers(204));
  const { id } = await webhooks.add(tenant, receiver.url);
  const step = (name: string) => webhooks.call(`POST /accounts/${tenant.accountId}/${name}`);
  expect(await step('suspend')).toMatchObject({ status: 200, body: { changed: 1 } });
  expect(await step('suspend')).toMatchObject({ body: { changed: 0 } });
  await story.publish(2);
  await eventually(async () =>
    expect(await delivering.bed.collections.queues.findOne({ _id: id })).toMatchObject({ owner: null, due_at: null }),
  );
  expect((await delivering.deliveries(id)).map(({ state }) => state)).toEqual(['pending', 'pending']);
  expect(receiver.received).toHaveLength(0);

  expect(await step('resume')).toMatchObject({ body: { changed: 1 } });
  await delivering.ended(id, 2);
  expect(receiver.received).toHaveLength(2);
});
