import type { ServerResponse } from 'node:http';
import { eventually } from '@fulfilment/testing';
import { newTenant } from '@fulfilment/service/test-bed';
import { expect, test } from 'vitest';
import { answers } from '../receiver.fixture.ts';
import { scanEvent } from '../webhooks.fixture.ts';
import { PATIENCE, sceneOfEachTest } from './delivering.fixture.ts';

const PLACES = 4;
const scene = sceneOfEachTest({ WEBHOOK_HOST_CONCURRENCY: String(PLACES), WEBHOOK_DEADLINE_MS: '30000' });

test('a tenant whose flood has all places of a host delays another by a few requests, counted', async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  for (let each = 0; each < 10; each += 1) await webhooks.add(tenant, receiver.url);
  await story.publish(60);
  // By now the endpoints have several requests at once, which wait for the places of the host.
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(200), PATIENCE);

  const held: ServerResponse[] = [];
  receiver.behave((response) => void held.push(response));
  await eventually(() => expect(held).toHaveLength(PLACES));
  const other = newTenant();
  const { id } = await webhooks.add(other, receiver.url);
  const event = scanEvent(other);
  await delivering.bed.publish(event);
  await eventually(async () => expect(await delivering.deliveries(id)).toHaveLength(1));

  // One place becomes free at a time, so that requests come in the order in which they get one.
  const before = receiver.received.length;
  const isThere = () => receiver.received.slice(before).some(({ body }) => body.includes(event.id));
  for (let turns = 0; turns < 20 && !isThere(); turns += 1) {
    const next = receiver.received.length + 1;
    held.shift()?.writeHead(204).end();
    await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(next));
  }
  expect(isThere()).toBe(true);
  receiver.behave(answers(204));
  for (const response of held) response.writeHead(204).end();
});
