import { eventually } from '@fulfilment/testing';
import { expect, inject, test } from 'vitest';
import { countCommandsOfNext } from '../commands.fixture.ts';
import { PATIENCE, sceneOfEachTest } from './delivering.fixture.ts';

const commands = countCommandsOfNext();
// The lease is longer than the test: renewals are not counted.
const scene = sceneOfEachTest({ MONGODB_URL: `${inject('engines').mongodbUrl}&monitorCommands=true`, WEBHOOK_LEASE_MS: '60000' });

/** The look for due queues, which reads the bounds of the schema beside them. */
const LOOK = 'aggregate queues';

test('a service with nothing to do asks MongoDB less than once a second', async () => {
  const looks = (): number =>
    commands()
      .made()
      .filter((command) => command === LOOK).length;
  await eventually(() => expect(looks()).toBeGreaterThan(0), PATIENCE);
  commands().clear();
  const beganMs = performance.now();

  await eventually(() => expect(looks()).toBe(3), PATIENCE);

  const seconds = (performance.now() - beganMs) / 1_000;
  expect(commands().made().length).toBeLessThan(seconds);
});

test('an event is stored and delivered to an endpoint by fifteen commands', async () => {
  const { delivering, story, webhooks, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url);
  const { queues } = delivering.bed.collections;
  const isIdle = () => eventually(async () => expect(await queues.findOne({ _id: id })).toMatchObject({ owner: null }), PATIENCE);
  await story.publish();
  await delivering.ended(id, 1);
  await isIdle();
  commands().clear();

  await story.publish();
  await delivering.ended(id, 2);
  await isIdle();

  // Looks for work, and a success that is stored once a second, are not of this event.
  const others = ['find replays', LOOK, 'update endpoints'];
  const made = commands().made();
  expect(made.filter((command) => !others.includes(command))).toEqual([
    'findAndModify positions',
    'insert events',
    'insert deliveries',
    'insert pending',
    'commitTransaction',
    'findAndModify queues',
    'find endpoints',
    'find pending',
    'find endpoints',
    'update deliveries',
    'delete pending',
    'insert attempts',
    'update endpoint_hours',
    'commitTransaction',
    'update queues',
  ]);
});

test('an event that comes while its endpoint is delivered to wakes no queue in the store', async () => {
  const { delivering, story, webhooks, tenant, receiver } = scene();
  const { id } = await webhooks.add(tenant, receiver.url);
  await story.publish();
  await delivering.ended(id, 1);
  const open: (() => void)[] = [];
  receiver.behave((response) => void open.push(() => response.writeHead(204).end()));
  await story.publish();
  await eventually(() => expect(open).toHaveLength(1), PATIENCE);
  commands().clear();

  await story.publish();
  await eventually(() => expect(open).toHaveLength(2), PATIENCE);

  expect(commands().made()).not.toContain('update queues');
  expect(commands().made()).not.toContain('findAndModify queues');
  for (const answer of open) answer();
  await delivering.ended(id, 3);
});
