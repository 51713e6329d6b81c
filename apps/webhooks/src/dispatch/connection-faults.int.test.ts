import { makeCertificates } from '@fulfilment/testing';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import {
  answers,
  type Behaviour,
  breaksOff,
  drips,
  hangs,
  inTurn,
  type ReceivedPost,
  startReceiver,
} from '../receiver.fixture.ts';
import { sceneOfEachTest } from './delivering.fixture.ts';

const stripe = new Stripe('sk_test_none');
const scene = sceneOfEachTest();
const idsIn = (posts: readonly ReceivedPost[]) => posts.map(({ headers }) => headers['service-event-id']);

test.each([200, 201, 204])('%i', async (status) => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answers(status));
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish();

  expect(await delivering.ended(id, 1)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  expect(await delivering.attempts(id)).toMatchObject([{ n: 1, status, error: null, outcome: 'delivered' }]);
});

/** Says 103 so many times, and then 204. */
const hintsAtFirst =
  (hints: number): Behaviour =>
  (response) => {
    for (let each = 0; each < hints; each += 1) response.writeEarlyHints({ link: '</hook>; rel=preload' });
    response.writeHead(204).end();
  };

interface Facts {
  readonly status: number | null;
  readonly error: string | null;
  readonly error_detail?: string;
}

test.each<[string, Behaviour, Facts]>([
  [
    '302',
    answers(302, { headers: { location: 'http://127.0.0.1:9/' } }),
    { status: 302, error: 'redirect_not_followed', error_detail: 'http://127.0.0.1:9/' },
  ],
  ['304', answers(304), { status: 304, error: 'not_modified' }],
  ['400', answers(400, { body: 'no' }), { status: 400, error: null }],
  ['500', answers(500, { body: 'sorry' }), { status: 500, error: null }],
  ['a receiver that says nothing', hangs, { status: null, error: 'timeout', error_detail: 'waiting_for_answer' }],
  ['a body that drips', drips, { status: 200, error: 'timeout', error_detail: 'reading_answer' }],
  ['a body of 10 MB', answers(200, { body: 'x'.repeat(10_000_000) }), { status: 200, error: 'response_too_large' }],
  ['21 interim answers before it', hintsAtFirst(21), { status: null, error: 'response_too_large' }],
  ['a body that breaks off', breaksOff, { status: 200, error: 'connection_lost' }],
])('not %s: each try is kept, and after the last it has failed', async (_, behaviour, facts) => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(behaviour);
  const { id } = await webhooks.add(tenant, receiver.url);
  const [event] = await story.publish();

  expect(await delivering.ended(id, 1)).toMatchObject([{ state: 'failed', attempts: 3 }]);

  const tries = await delivering.attempts(id);
  expect(tries).toMatchObject([1, 2, 3].map((n) => ({ n, ...facts, outcome: n === 3 ? 'failed' : 'retry' })));
  expect(idsIn(receiver.received)).toEqual([event?.id, event?.id, event?.id]);
  expect(receiver.received.map(({ headers }) => headers['service-attempt'])).toEqual(['1', '2', '3']);
});

test('not a port on which no process listens', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  await receiver.stop();
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish();

  await delivering.ended(id, 1);

  expect(await delivering.attempts(id)).toMatchObject(
    [1, 2, 3].map((n) => ({ n, status: null, error: 'connect_failed', error_detail: 'refused' })),
  );
});

test('not a receiver whose certificate no known authority signed: it gets nothing, and the attempt says which fault it is', async () => {
  const { delivering, webhooks, story, tenant } = scene();
  const { selfSigned, sound } = await makeCertificates('127.0.0.1');
  const expected = { status: null, error: 'tls_failed', outcome: 'failed' };
  for (const [certificate, detail] of [
    [selfSigned, 'certificate_self_signed'],
    [sound, 'certificate_issuer_unknown'],
  ] as const) {
    const receiver = await startReceiver(answers(204), { certificate });
    const { id } = await webhooks.add(tenant, receiver.url);
    await story.publish();

    expect(await delivering.ended(id, 1)).toMatchObject([{ state: 'failed', attempts: 3 }]);
    expect((await delivering.attempts(id)).at(-1)).toMatchObject({ ...expected, error_detail: detail });
    expect(receiver.received).toEqual([]);
    await webhooks.call(`DELETE /webhooks/${id}`);
    await receiver.stop();
  }
});

test('a receiver that recovers gets the same body and ids again, freshly signed', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(inTurn(answers(500), hangs, answers(200)));
  const { id, secret } = await webhooks.add(tenant, receiver.url);
  const [event] = await story.publish();

  expect(await delivering.ended(id, 1)).toMatchObject([{ state: 'delivered', attempts: 3 }]);

  const ids = receiver.received.map(({ headers }) => [headers['service-event-id'], headers['service-delivery-id']].join());
  expect(new Set(ids).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  for (const { body, headers } of receiver.received) {
    expect(stripe.webhooks.constructEvent(body, String(headers['service-signature']), secret)).toMatchObject({ id: event?.id });
  }
});
