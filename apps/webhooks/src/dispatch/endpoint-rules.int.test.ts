import { eventually, TIMED } from '@fulfilment/testing';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { answers, answersAfter, hangs, inTurn, type ReceivedPost } from '../receiver.fixture.ts';
import { PATIENCE, QUICK, sceneOfEachTest } from './delivering.fixture.ts';

const scene = sceneOfEachTest();

const eventsIn = ({ body }: ReceivedPost): { id: string }[] => {
  const parsed: { batch: { id: string }[] } = JSON.parse(body);
  return parsed.batch;
};

test('a rate is not passed, not by a burst either, and is made use of', TIMED, async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url);
  receiver.behave(answersAfter(250));
  await delivering.rules(id, { max_rate: 8 });
  await story.publish(25);

  await delivering.ended(id, 25);

  const times = receiver.received.map(({ atMs }) => atMs);
  const mostInASecond = Math.max(...times.map((first) => times.filter((at) => at >= first && at < first + 1_000).length));
  expect(mostInASecond).toBeLessThanOrEqual(9);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2_900);
  // The next does not wait for the answer.
  expect(receiver.mostAtOnce()).toBeGreaterThan(1);
});

test('another rate takes effect on the next delivery, in the middle of a backlog that is in order too', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { ordered: true, max_rate: 1 });
  await story.publish(100);
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(2));

  await delivering.rules(id, { max_rate: null });

  // At the old rate they would take 97 s.
  await delivering.ended(id, 100);
});

test.each([
  ['retry', {}],
  ['rest', { 'retry-after': '1' }],
])('a %s that comes before its turn waits for it', TIMED, async (_, headers: Record<string, string>) => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answers(429, { headers }));
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { max_rate: 0.5 });
  await story.publish(1);

  await delivering.ended(id, 1);

  const times = receiver.received.map(({ atMs }) => atMs);
  expect(times).toHaveLength(3);
  expect(Math.min(...times.slice(1).map((at, place) => at - (times[place] ?? 0)))).toBeGreaterThan(1_900);
});

test('a batch is one signed delivery of the events byte for byte, under an id of its own, and the same when it is tried again', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(inTurn(answers(500), answers(204)));
  const { id, secret } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { batch: { max_events: 10, max_wait_ms: 300 } });
  const events = await story.publish(25);

  const whole = await eventually(async () => {
    const all = await delivering.deliveries(id);
    const batches = all.filter(({ members }) => members !== undefined);
    expect(batches.flatMap(({ members = [] }) => members)).toHaveLength(25);
    expect(batches.every(({ state }) => state === 'delivered')).toBe(true);
    return all;
  });

  const bodies = await delivering.bed.collections.events.find({ tenant: `${tenant.accountId}:sandbox` }).toArray();
  const batches = whole.filter(({ members }) => members !== undefined);
  expect(whole.filter(({ state }) => state === 'batched')).toHaveLength(25);
  expect(whole.filter(({ batch_id: batch }) => batch !== undefined && batches.some(({ _id }) => _id === batch))).toHaveLength(25);
  expect(batches.every(({ members = [] }) => members.length <= 10)).toBe(true);
  const [first] = receiver.received;
  const tries = receiver.received.filter(({ headers }) => headers['webhook-id'] === first?.headers['webhook-id']);
  expect(tries).toHaveLength(2);
  expect(tries[1]?.body).toBe(first?.body);
  const delivered = receiver.received.slice(1);
  expect(new Set(delivered.flatMap(eventsIn).map((event) => event.id))).toEqual(new Set(events.map((event) => event.id)));
  for (const post of delivered) {
    const headers = Object.fromEntries(Object.entries(post.headers).map(([name, value]) => [name, String(value)]));
    expect(() => new Webhook(secret).verify(post.body, headers)).not.toThrow();
    expect(headers['webhook-id']).toMatch(/^dlv_/);
    expect(headers['service-event-id']).toBe(headers['webhook-id']);
    for (const { id: eventId } of eventsIn(post)) expect(post.body).toContain(bodies.find(({ _id }) => _id === eventId)?.body);
  }
});

test('a batch that is answered 413 goes in halves, until each is small enough, and no event is left out', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const takes = 3;
  receiver.behave((response, post) => void response.writeHead(eventsIn(post).length > takes ? 413 : 204).end());
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { batch: { max_events: 10, max_wait_ms: 1_000 } });
  const events = await story.publish(10);

  await eventually(async () => {
    const unfinished = { endpoint_id: id, state: { $nin: ['delivered' as const, 'dropped' as const, 'batched' as const] } };
    expect(await delivering.bed.collections.deliveries.countDocuments(unfinished)).toBe(0);
    const taken = receiver.received.filter((post) => eventsIn(post).length <= takes).flatMap(eventsIn);
    expect(taken.map((event) => event.id).toSorted()).toEqual(events.map((event) => event.id).toSorted());
  }, PATIENCE);

  const all = await delivering.deliveries(id);
  const stateOf = new Map(all.map(({ _id, state }) => [_id, state]));
  // Each event is shown as a part of the batch that brought it.
  const singles = all.filter(({ members }) => members === undefined);
  expect(singles.map(({ batch_id: batch = '' }) => stateOf.get(batch))).toEqual(events.map(() => 'delivered'));
  expect(all.filter(({ state }) => state === 'dropped').every(({ attempts }) => attempts === 1)).toBe(true);
});

test('an event that is too large by itself is retried as any failure', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answers(413));
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { batch: { max_events: 10, max_wait_ms: 300 } });
  await story.publish(2);

  const failed = await eventually(async () => {
    const found = (await delivering.deliveries(id)).filter(({ state }) => state === 'failed');
    expect(found).toHaveLength(2);
    return found;
  }, PATIENCE);

  expect(failed).toMatchObject([{ attempts: 3 }, { attempts: 3 }]);
});

test('a batch that is not full goes when its oldest event has waited', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { batch: { max_events: 100, max_wait_ms: 1_000 } });

  await story.publish(3);
  await eventually(() => expect(receiver.received).toHaveLength(1));

  expect(receiver.received.flatMap(eventsIn)).toHaveLength(3);
});

test('what comes while an endpoint is paused is held, and all of it goes on resume', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { status: 'paused' });
  const events = await story.publish(30);
  // Events that are stored later would be matched with the other endpoint too.
  await eventually(async () => expect(await delivering.deliveries(id)).toHaveLength(30), PATIENCE);
  const watched = await story.receiverThat(answers(204));
  const other = await webhooks.add(tenant, watched.url);
  const later = await story.publish(5);
  await delivering.ended(other.id, 5);
  expect(receiver.received).toEqual([]);

  await delivering.rules(id, { status: 'active' });

  await delivering.ended(id, 35);
  expect(new Set(receiver.received.map(({ headers }) => headers['service-event-id']))).toEqual(
    new Set([...events, ...later].map((event) => event.id)),
  );
});

test('what is held can be dropped on resume: what comes after is sent', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { status: 'paused' });
  await story.publish(10);
  await eventually(async () => expect(await delivering.deliveries(id)).toHaveLength(10));

  await delivering.rules(id, { status: 'active', drop_through: 10 });
  const [event] = await story.publish();

  const all = await delivering.ended(id, 11);
  expect(all.filter(({ state }) => state === 'dropped')).toHaveLength(10);
  expect(receiver.received.map(({ headers }) => headers['service-event-id'])).toEqual([event?.id]);
  expect(await delivering.bed.collections.endpoints.findOne({ _id: id })).toMatchObject({ drop_through: null });
});

test('a pause takes effect on the next delivery, however busy the endpoint is', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answersAfter(20));
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish(400);
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(20));

  await delivering.bed.collections.endpoints.updateOne({ _id: id }, { $set: { status: 'paused' } });
  const whenPaused = receiver.received.length;
  await eventually(async () => {
    expect(await delivering.bed.collections.queues.findOne({ _id: id })).toMatchObject({ owner: null, due_at: null });
  });

  expect(receiver.received.length - whenPaused).toBeLessThanOrEqual(32);
  await story.publish();
  await eventually(async () => expect(await delivering.deliveries(id)).toHaveLength(401));
  expect(await delivering.bed.collections.queues.findOne({ _id: id })).toMatchObject({ owner: null, due_at: null });
});

test('an endpoint that fails five times in a row rests, and is tried once before it gets the rest', TIMED, async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answers(500));
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish(40);
  await eventually(() => expect(receiver.received).toHaveLength(5));

  receiver.behave(hangs);
  await eventually(() => expect(receiver.received).toHaveLength(6));
  const probed = receiver.received[5]?.atMs ?? 0;
  expect(probed - (receiver.received[4]?.atMs ?? 0)).toBeGreaterThan(800);
  receiver.behave(answers(204));

  const all = await delivering.ended(id, 40);
  expect(all.every(({ state }) => state === 'delivered')).toBe(true);
  const early = receiver.received.slice(6).filter(({ atMs }) => atMs < probed + Number(QUICK.WEBHOOK_DEADLINE_MS) + 800);
  expect(early).toEqual([]);
  expect(await delivering.bed.collections.endpoints.findOne({ _id: id })).toMatchObject({
    health: { failing_since: null, failures: 0, last_success_at: expect.any(Date), last_failure_at: expect.any(Date) },
  });
});

test('attempts are counted by the hour, and by the minute in it', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(inTurn(answers(500), answers(204)));
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish(3);
  await delivering.ended(id, 3);

  const hours = await delivering.bed.collections.endpointHours.find({ endpoint_id: id }).toArray();

  expect(hours.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(3);
  expect(hours.reduce((sum, { refused }) => sum + refused, 0)).toBe(1);
  expect(hours.flatMap(({ latencies }) => Object.values(latencies)).reduce((sum, count) => sum + count, 0)).toBe(4);
  const ofMinutes = (name: 'delivered' | 'refused') => hours.flatMap(({ minutes }) => Object.values(minutes?.[name] ?? {}));
  expect([ofMinutes('delivered'), ofMinutes('refused')].map((counts) => counts.reduce((sum, count) => sum + count, 0))).toEqual([
    3, 1,
  ]);
});
