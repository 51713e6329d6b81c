import { eventually } from '@fulfilment/testing';
import { expect, inject, test } from 'vitest';
import { answers, answersAfter, drips, hangs } from '../receiver.fixture.ts';
import { openTestBed, scanEvent } from '../webhooks.fixture.ts';
import { attemptsAt, PATIENCE, QUICK, sceneOfEachTest } from './delivering.fixture.ts';

const scene = sceneOfEachTest();

test('a dripping and a hanging receiver do not delay another of the same tenant', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const [dripping, hanging] = [await story.receiverThat(drips), await story.receiverThat(hangs)];
  const slow = [await webhooks.add(tenant, dripping.url), await webhooks.add(tenant, hanging.url)];
  await story.publish(20);
  await eventually(() => expect(hanging.received.length + dripping.received.length).toBeGreaterThanOrEqual(2));

  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish(20);
  await delivering.ended(id, 20);

  // One worker for all of them would have had 20 s of waiting to do first.
  for (const each of slow)
    expect((await delivering.deliveries(each.id)).filter(({ state }) => state === 'pending').length).toBeGreaterThan(10);
  expect([dripping.mostAtOnce(), hanging.mostAtOnce()]).toEqual([1, 1]);
});

test('an endpoint begins with one delivery in flight, widens, and never has more than sixteen', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  receiver.behave(answersAfter(20));
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish(150);

  await delivering.ended(id, 150);

  expect(receiver.mostAtOnce()).toBeGreaterThan(4);
  expect(receiver.mostAtOnce()).toBeLessThanOrEqual(16);
});

test('a URL has one attempt at a time until its first 2xx, however many endpoints subscribe it', async () => {
  const { webhooks, story, tenant, receiver } = scene();
  receiver.behave((response) => void setTimeout(() => response.writeHead(500).end(), 10));
  await Promise.all(Array.from({ length: 47 }, () => webhooks.add(tenant, receiver.url)));

  await story.publish(10);
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(60), PATIENCE);
  expect(receiver.mostAtOnce()).toBe(1);

  receiver.behave(answersAfter(20));
  await eventually(() => expect(receiver.mostAtOnce()).toBeGreaterThan(4), PATIENCE);
});

test('a name that leads to a private address at the second look-up is not connected to', async () => {
  const { tenant, receiver } = scene();
  let lookUps = 0;
  const resolveHost = async () => {
    lookUps += 1;
    return [lookUps === 1 ? '93.184.215.14' : '127.0.0.1'];
  };
  const own = await openTestBed(inject('engines'));
  const strict = await own.start({ ...QUICK, WEBHOOK_ALLOWED_CIDRS: '' }, { resolveHost });
  const { id } = await strict.add(tenant, `http://rebound.example:${receiver.port}/`);
  await own.publish(scanEvent(tenant));

  await eventually(async () => {
    const tries = await attemptsAt(own.collections, id);
    expect(tries).toMatchObject([1, 2, 3].map((n) => ({ n, status: null, error: 'address_refused' })));
  });
  expect(receiver.received).toEqual([]);
  await strict.stop();
  await own.stop();
});

test('operators see attempts by outcome, what is in flight, and the age of the backlog', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const [failing, hanging] = [await story.receiverThat(answers(500)), await story.receiverThat(hangs)];
  const good = await webhooks.add(tenant, receiver.url);
  const bad = await webhooks.add(tenant, failing.url);
  await story.publish();
  await delivering.ended(good.id, 1);
  await delivering.ended(bad.id, 1);
  await webhooks.add(tenant, hanging.url);
  await story.publish();
  await eventually(() => expect(hanging.received).toHaveLength(1));

  const text = await webhooks.internal('/metrics');

  for (const outcome of ['delivered', 'retry', 'failed']) {
    expect(text).toMatch(new RegExp(`fulfilment_webhook_attempts_total\\{outcome="${outcome}",service="webhooks"\\} [1-9]`));
  }
  expect(text).toMatch(/fulfilment_webhook_in_flight\{service="webhooks"\} [1-9]/);
  const [, age] = /fulfilment_webhook_oldest_undelivered_seconds\{service="webhooks"\} ([\d.]+)/.exec(text) ?? [];
  expect(Number(age)).toBeGreaterThan(0);
  expect(Number(age)).toBeLessThan(60);
});
