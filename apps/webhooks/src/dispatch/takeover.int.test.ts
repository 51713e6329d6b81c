import { eventually, TIMED } from '@fulfilment/testing';
import { newTenant } from '@fulfilment/service/test-bed';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { startProcess } from '../process.fixture.ts';
import { answers, answersAfter, hangs, type Receiver, startReceiver } from '../receiver.fixture.ts';
import { openTestBed, scanEvent, type TestBed } from '../webhooks.fixture.ts';
import { PATIENCE } from './delivering.fixture.ts';

let bed: TestBed;
let receiver: Receiver;

beforeEach(async () => {
  bed = await openTestBed(inject('engines'));
  receiver = await startReceiver();
});

afterEach(async () => {
  await receiver.stop();
  await bed.stop();
});

const pending = () => bed.collections.deliveries.countDocuments({ state: 'pending' });
const receivedIds = () => receiver.received.map(({ headers }) => headers['service-delivery-id']);

test('two processes share the work, and each delivery is made once', async () => {
  const [one, two] = await Promise.all([bed.start(), bed.start()]);
  const tenant = newTenant();
  for (const path of ['a', 'b', 'c', 'd']) await one.add(tenant, `${receiver.url}/${path}`);
  for (let burst = 0; burst < 10; burst += 1) await bed.publish(...Array.from({ length: 10 }, () => scanEvent(tenant)));

  await eventually(async () => {
    expect(await bed.collections.deliveries.countDocuments()).toBe(400);
    expect(await pending()).toBe(0);
  }, PATIENCE);

  expect(receiver.received).toHaveLength(400);
  expect(new Set(receivedIds()).size).toBe(400);
  await Promise.all([one.stop(), two.stop()]);
});

test('a delivery that takes longer than a lease is made once: the process that works on it keeps it', TIMED, async () => {
  const settings = { WEBHOOK_LEASE_MS: '1000' };
  const [one, two] = await Promise.all([bed.start(settings), bed.start(settings)]);
  const tenant = newTenant();
  receiver.behave(answersAfter(3_000));
  await one.add(tenant, receiver.url);
  await bed.publish(scanEvent(tenant));

  await eventually(async () => {
    expect(await bed.collections.deliveries.countDocuments({ state: 'delivered' })).toBe(1);
  }, PATIENCE);

  expect(receiver.received).toHaveLength(1);
  await Promise.all([one.stop(), two.stop()]);
});

test('a process that stops gives its endpoints to another at once', async () => {
  // Longer than the test waits: the takeover cannot come from the end of a lease.
  const settings = { WEBHOOK_LEASE_MS: '60000' };
  const [one, two] = await Promise.all([bed.start(settings), bed.start(settings)]);
  const tenant = newTenant();
  receiver.behave(answersAfter(10));
  await one.add(tenant, receiver.url);
  await bed.publish(...Array.from({ length: 150 }, () => scanEvent(tenant)));
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(20));

  await one.stop();
  await eventually(async () => expect(await pending()).toBe(0), PATIENCE);

  expect(new Set(receivedIds()).size).toBe(150);
  await two.stop();
});

test('kill -9 in the middle of deliveries loses none: another process takes over when the leases end', TIMED, async () => {
  const settings = { WEBHOOK_LEASE_MS: '1500' };
  const tenant = newTenant();
  const first = await bed.start(settings);
  for (const path of ['a', 'b', 'c', 'd', 'e', 'f']) await first.add(tenant, `${receiver.url}/${path}`);
  await first.stop();
  const victim = await startProcess({ ...bed.env, ...settings });
  receiver.behave(hangs);
  await bed.publish(...Array.from({ length: 10 }, () => scanEvent(tenant)));
  await eventually(() => expect(receiver.received).toHaveLength(6));

  await victim.end('SIGKILL');
  receiver.behave(answers(204));
  expect(await bed.collections.queues.countDocuments({ owner: { $ne: null } })).toBe(6);
  const survivor = await bed.start(settings);
  await bed.publish(...Array.from({ length: 10 }, () => scanEvent(tenant)));

  await eventually(async () => {
    expect(await bed.collections.deliveries.countDocuments({ state: 'delivered' })).toBe(120);
    expect(await pending()).toBe(0);
  }, PATIENCE);
  expect(new Set(receivedIds()).size).toBe(120);
  // The six that were in flight were sent twice, with the same ids.
  expect(receiver.received).toHaveLength(126);
  await survivor.stop();
});
