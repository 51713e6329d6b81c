import { endpointDisabled } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { answers } from '../receiver.fixture.ts';
import { PATIENCE, sceneOfEachTest } from './delivering.fixture.ts';

const scene = sceneOfEachTest({ WEBHOOK_DISABLE_AFTER_SECONDS: '3' });

async function tellingOthers(id: string) {
  const { delivering, story, webhooks, tenant } = scene();
  const told = await story.receiverThat(answers(204));
  await webhooks.add(tenant, told.url, { events: ['endpoint.disabled'] });
  const stored = () => delivering.bed.collections.endpoints.findOne({ _id: id });
  return {
    told,
    stored,
    ended: () => eventually(async () => expect(await stored()).toMatchObject({ status: 'disabled' }), PATIENCE),
  };
}

test('an endpoint that takes nothing for its time is disabled, and the others are told why, once', async () => {
  const { delivering, story, webhooks, tenant, receiver } = scene();
  receiver.behave(answers(503, { body: 'down' }));
  const { id } = await webhooks.add(tenant, receiver.url, { events: ['scan.completed'] });
  const { told, stored, ended } = await tellingOthers(id);
  await story.publish(60);

  await ended();

  expect(await stored()).toMatchObject({ disabled: { reason: 'failing' }, health: { notices: 2 } });
  await eventually(() => expect(told.received).toHaveLength(1));
  const event = endpointDisabled.parse(JSON.parse(told.received[0]?.body ?? ''));
  expect(event).toMatchObject({
    account_id: tenant.accountId,
    environment: tenant.environment,
    data: {
      id,
      origin: new URL(receiver.url).origin,
      reason: 'failing',
      last_status: 503,
      last_error: null,
      last_success_at: null,
    },
  });
  expect(event.data.failures).toBe(receiver.received.length);
  expect(event.data.message).toContain(`/webhooks/${id}/resume`);
  const tries = receiver.received.length;
  expect(tries).toBeLessThan(20);
  const own = await delivering.deliveries(id);
  expect(own.filter(({ state }) => state === 'pending').length).toBeGreaterThan(40);
  const text = await webhooks.internal('/metrics');
  expect(text).toMatch(/fulfilment_webhook_endpoints_disabled_total\{reason="failing",service="webhooks"\} 1/);
  expect(text).toMatch(/fulfilment_webhook_endpoint_notices_total\{share="0.5",service="webhooks"\} 1/);
});

test('one success on the way, and its time begins again', async () => {
  const { delivering, story, webhooks, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url, { events: ['scan.completed'] });
  const { stored } = await tellingOthers(id);
  const longAgo = new Date(Date.now() - 3_600_000);
  const failing = { failing_since: longAgo, last_success_at: null, last_failure_at: new Date(), failures: 9, notices: 2 };
  await delivering.rules(id, { health: failing });

  await story.publish();
  await delivering.ended(id, 1);
  expect(await stored()).toMatchObject({ status: 'active', health: { notices: 0, failures: 0, failing_since: null } });

  receiver.behave(answers(500));
  await story.publish();
  await eventually(async () => expect((await stored())?.health.failures).toBeGreaterThan(0), PATIENCE);
  const { failing_since: since, last_success_at: succeeded } = (await stored())?.health ?? failing;
  expect(since?.getTime()).toBeGreaterThanOrEqual(succeeded?.getTime() ?? Number.POSITIVE_INFINITY);
});

test('410 tells the others too, and no endpoint of another environment', async () => {
  const { story, webhooks, tenant, receiver } = scene();
  receiver.behave(answers(410));
  const { id } = await webhooks.add(tenant, receiver.url);
  const { told, ended } = await tellingOthers(id);
  const foreign = await story.receiverThat(answers(204));
  await webhooks.add({ ...tenant, environment: 'production' }, foreign.url);
  await story.publish();

  await ended();
  await eventually(() => expect(told.received).toHaveLength(1));

  expect(JSON.parse(told.received[0]?.body ?? '')).toMatchObject({
    type: 'endpoint.disabled',
    data: { id, reason: 'gone', last_status: 410 },
  });
  expect(foreign.received).toEqual([]);
  expect(receiver.received).toHaveLength(1);
});
