import type { DomainEvent } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { newCaller } from '@fulfilment/service/test-bed';
import { expect, test } from 'vitest';
import { answers, answersAfter, type ReceivedPost } from '../receiver.fixture.ts';
import { PATIENCE, sceneOfEachTest } from './delivering.fixture.ts';

const scene = sceneOfEachTest();

const idOf = ({ headers }: ReceivedPost): string => String(headers['service-event-id']);
const idsOf = (events: readonly DomainEvent[], record: string): string[] => events.filter(barcodeIs(record)).map(({ id }) => id);
const barcodeIs =
  (record: string) =>
  (event: DomainEvent): boolean =>
    JSON.stringify(event).includes(`"${record}"`);
const ofRecord = (posts: readonly ReceivedPost[], record: string) => posts.filter(({ body }) => body.includes(`"${record}"`));
test('events of one record come one after the other in their order, and those of others beside them', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answersAfter(10));
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { ordered: true });
  const records = Array.from({ length: 120 }, (_, place) => `rec-${place % 6}`);
  const events = await story.publishOf(...records);

  await delivering.ended(id, 120);

  expect(receiver.received).toHaveLength(120);
  for (const record of new Set(records)) expect(ofRecord(receiver.received, record).map(idOf)).toEqual(idsOf(events, record));
  expect(receiver.mostAtOnce()).toBeGreaterThan(2);
  expect(receiver.mostAtOnce()).toBeLessThanOrEqual(6);
});

test('an event that is tried again holds up its record and no other, and what failed lets the next go', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave((response, { body }) => response.writeHead(body.includes('"bad"') ? 500 : 204).end());
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { ordered: true });
  const events = await story.publishOf('bad', 'good', 'bad', 'good', 'good');

  const all = await delivering.ended(id, 5);

  const bad = idsOf(events, 'bad');
  expect(ofRecord(receiver.received, 'bad').map(idOf)).toEqual([bad[0], bad[0], bad[0], bad[1], bad[1], bad[1]]);
  expect(ofRecord(receiver.received, 'good').map(idOf)).toEqual(idsOf(events, 'good'));
  expect(all.filter(({ state }) => state === 'failed')).toHaveLength(2);
  const lastGood = Math.max(...ofRecord(receiver.received, 'good').map(({ atMs }) => atMs));
  const lastBad = Math.max(...ofRecord(receiver.received, 'bad').map(({ atMs }) => atMs));
  expect(lastGood).toBeLessThan(lastBad);
});

test('thousands held behind one record do not hold up another', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { ordered: true, status: 'paused' });
  const held = Array.from({ length: 1_500 }, () => 'stuck');
  await story.publishOf(...held);
  await eventually(async () => expect(await delivering.deliveries(id)).toHaveLength(1_500));
  receiver.behave((response, { body }) => {
    if (!body.includes('"stuck"')) response.writeHead(204).end();
  });
  await delivering.rules(id, { status: 'active' });
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(0));

  const free = await story.publishOf(...Array.from({ length: 20 }, (_, place) => `free-${place}`));
  await eventually(() => {
    expect(new Set(receiver.received.filter(({ body }) => body.includes('"free-')).map(idOf))).toEqual(
      new Set(free.map((event) => event.id)),
    );
  });

  expect(new Set(ofRecord(receiver.received, 'stuck').map(idOf)).size).toBeLessThan(5);
});

test('an endpoint that is switched to ordered delivery gets what waited in a batch one by one, each record in its order', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answers(429, { headers: { 'retry-after': '1' } }));
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { batch: { max_events: 4, max_wait_ms: 10 } });
  const batched = await story.publishOf('a', 'b', 'a', 'b');
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(0));

  await delivering.rules(id, { batch: null, ordered: true });
  const single = await story.publishOf('b', 'a');
  receiver.behave(answers(204));
  await eventually(async () => {
    const states = (await delivering.deliveries(id)).filter(({ members }) => members === undefined).map(({ state }) => state);
    expect(states).toEqual(Array.from({ length: 6 }, () => 'delivered'));
  }, PATIENCE);

  const posts = receiver.received.filter(({ headers }) => headers['service-event-type'] !== 'batch');
  for (const record of ['a', 'b']) {
    const arrived = ofRecord(posts, record).map(idOf);
    expect(arrived).toEqual(idsOf([...batched, ...single], record));
  }
});

test('what is sent again by hand is found among what was read already', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answers(400));
  const { id } = await webhooks.add(tenant, receiver.url);
  await delivering.rules(id, { ordered: true });
  await story.publishOf('a');
  await delivering.ended(id, 1);
  receiver.behave(answers(204));
  await story.publishOf('a', 'b');
  await delivering.ended(id, 3);

  const { _id: failed } = (await delivering.deliveries(id)).find(({ state }) => state === 'failed') ?? { _id: '' };
  const resent = await webhooks.own({ ...newCaller(), ...tenant }, `POST /deliveries/${failed}/resend`);
  expect(resent.status).toBe(202);

  const all = await delivering.ended(id, 3);
  expect(all.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(all.map(({ attempts }) => attempts).toSorted((a, b) => a - b)).toEqual([1, 1, 4]);
});
