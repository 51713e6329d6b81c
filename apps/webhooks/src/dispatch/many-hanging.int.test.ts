import { newTenant } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { hangs } from '../receiver.fixture.ts';
import { scanEvent } from '../webhooks.fixture.ts';
import { PATIENCE, sceneOfEachTest } from './delivering.fixture.ts';

const ENDPOINTS_A_TENANT = 50;
/** More endpoints than a process delivers to at once where all are healthy. */
const TENANTS = 24;
/** Attempts at slow receivers that a process has in flight. */
const SLOW_SLOTS = 512;

const scene = sceneOfEachTest({ WEBHOOK_DEADLINE_MS: '60000', WEBHOOK_HOST_CONCURRENCY: '2000' });

test('1 200 receivers that hang do not delay one that answers', { timeout: 120_000 }, async () => {
  const { delivering, webhooks, story, tenant, receiver } = scene();
  const hanging = await story.receiverThat(hangs);
  const tenants = Array.from({ length: TENANTS }, () => newTenant());
  for (const each of tenants) {
    const urls = Array.from({ length: ENDPOINTS_A_TENANT }, (_, index) => `${hanging.url}/${each.accountId}/${index}`);
    await Promise.all(urls.map((url) => webhooks.add(each, url)));
  }
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish();
  await delivering.ended(id, 1);
  await delivering.bed.publish(...tenants.map((each) => scanEvent(each)));
  await eventually(() => expect(hanging.received.length).toBeGreaterThanOrEqual(SLOW_SLOTS), PATIENCE);

  await story.publish(20);
  await delivering.ended(id, 21);

  // No slot, and no place among the endpoints of the process, became free in the meantime.
  expect(await delivering.bed.collections.deliveries.countDocuments({ endpoint_id: { $ne: id }, attempts: { $gt: 0 } })).toBe(0);
});
