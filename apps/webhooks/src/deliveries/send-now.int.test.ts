import { deliveryDetails, deliveryRecord, webhookEndpoint } from '@fulfilment/contracts';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { PATIENCE, sceneOfEachTest } from '../dispatch/delivering.fixture.ts';
import { answers, inTurn } from '../receiver.fixture.ts';

// A second try is an hour away: what is sent before it was sent by its owner.
const scene = sceneOfEachTest({ WEBHOOK_RETRY_SCHEDULE: '0,3600,3600' });

/** The owner of an endpoint whose first delivery was answered `status`, and then nothing but 204. */
async function afterFailure(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  rules: { readonly ordered?: boolean } = {},
) {
  const { delivering, story, webhooks, tenant, receiver } = scene();
  const by: Caller = { ...newCaller(), ...tenant };
  receiver.behave(inTurn(answers(status, { headers: { ...headers } }), answers(204)));
  const { id } = await webhooks.add(tenant, receiver.url);
  if (rules.ordered) await delivering.rules(id, { ordered: true });
  await story.publish();
  const deliveryId = await eventually(async () => {
    const [first] = await delivering.deliveries(id);
    expect(first).toMatchObject({ state: 'pending', attempts: 1 });
    const { _id: firstId = '' } = first ?? {};
    return firstId;
  }, PATIENCE);
  const own = (to: string, body?: unknown) => webhooks.own(by, to.replace(':id', id), body);
  const told = () => eventually(() => expect(receiver.received.length).toBeGreaterThan(1), PATIENCE);
  return {
    id,
    own,
    told,
    delivery: deliveryId,
    shown: async () => webhookEndpoint.parse((await own('GET /webhooks/:id')).body),
  };
}

const REST = { 'retry-after': '3600' };
const replay = { since: new Date(Date.now() - 3_600_000).toISOString() };

test('a resend brings a pending delivery forward, with its attempts', async () => {
  const { own, told, delivery, id } = await afterFailure(500);

  const reply = await own(`POST /deliveries/${delivery}/resend`);

  expect([reply.status, deliveryRecord.parse(reply.body)]).toMatchObject([202, { status: 'pending', attempts: 1 }]);
  await told();
  expect((await scene().delivering.ended(id, 1))[0]).toMatchObject({ state: 'delivered', attempts: 2, schedule_from: 0 });
});

test.each(['failed', 'all'])('a replay with selection %s takes what waits for its next try', async (status) => {
  const { own, told } = await afterFailure(500);

  expect(await own('POST /webhooks/:id/resend', { ...replay, status })).toMatchObject({ status: 202 });

  await told();
});

test('resume makes due what was held behind a failure', async () => {
  const { own, told } = await afterFailure(500);
  await own('POST /webhooks/:id/pause');

  expect(await own('POST /webhooks/:id/resume')).toMatchObject({ status: 200, body: { status: 'active' } });

  await told();
});

test('a rest is shown; a test event is refused with its end, and resume ends it', async () => {
  const { own, told, shown } = await afterFailure(429, REST);
  const { rests_until: until, version } = await shown();
  expect(Date.parse(until ?? '')).toBeGreaterThan(Date.now() + 3_000_000);
  expect(await own('POST /webhooks/:id/test', {})).toMatchObject({
    status: 409,
    body: { code: 'webhook_not_active', rests_until: until },
  });

  await own('POST /webhooks/:id/resume');

  await told();
  expect(await shown()).toMatchObject({ rests_until: null, version: version + 1, status: 'active' });
  expect(await own('POST /webhooks/:id/test', {})).toMatchObject({ status: 202 });
});

test('a resend ends a rest', async () => {
  const { own, told, delivery } = await afterFailure(503, REST);

  expect(await own(`POST /deliveries/${delivery}/resend`)).toMatchObject({ status: 202 });

  await told();
});

test('of an ordered endpoint the events behind a delivery that is brought forward go on', async () => {
  const { own, delivery, id } = await afterFailure(500, {}, { ordered: true });
  await scene().story.publish();

  await own(`POST /deliveries/${delivery}/resend`);

  const ended = await scene().delivering.ended(id, 2);
  expect(ended.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

test('a resend never hides that a delivery was delivered', async () => {
  const { own, told, delivery, id } = await afterFailure(500);
  const read = async () => deliveryDetails.parse((await own(`GET /deliveries/${delivery}`)).body);
  await own(`POST /deliveries/${delivery}/resend`);
  await told();
  await scene().delivering.ended(id, 1);
  const { delivered_at: deliveredAt } = await read();
  await own('POST /webhooks/:id/pause');

  await own(`POST /deliveries/${delivery}/resend`);
  expect(await read()).toMatchObject({ status: 'held', delivered_at: deliveredAt });
  await own('POST /webhooks/:id/resume', { held: 'drop' });

  await scene().delivering.ended(id, 1);
  expect(deliveredAt).toEqual(expect.any(String));
  expect(await read()).toMatchObject({ status: 'delivered', delivered_at: deliveredAt, ended_at: deliveredAt });
});

test('a delivery is read in one piece: its count is that of its attempts', async () => {
  const { delivering, story, webhooks, tenant, receiver } = scene();
  const by: Caller = { ...newCaller(), ...tenant };
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish();
  const [{ _id: deliveryId } = { _id: '' }] = await delivering.ended(id, 1);
  const read = async () => deliveryDetails.parse((await webhooks.own(by, `GET /deliveries/${deliveryId}`)).body);
  const seen = [];
  for (let again = 0; again < 5; again += 1) {
    await webhooks.own(by, `POST /deliveries/${deliveryId}/resend`);
    // Read while it is attempted, until that is over.
    for (let now = await read(); ; now = await read()) {
      seen.push([now.attempts, now.attempt_log.length]);
      if (now.status === 'delivered') break;
    }
  }

  expect(seen.filter(([count, shown]) => count !== shown)).toEqual([]);
});
