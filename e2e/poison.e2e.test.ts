import { TOPICS } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { deadLetterTopic, type IncomingRecord } from '@fulfilment/messaging';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { eventsOfType } from './system/receiver.ts';
import { openTopics, type Topics } from './system/topics.ts';
import { lentTestSystem } from './system/shared-system.ts';
import type { OwnTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: OwnTestSystem;
let topics: Topics;
let tenant: TestTenant;

beforeAll(async () => {
  system = await lentTestSystem();
  return () => system.stop();
});

beforeAll(async () => {
  topics = await openTopics(inject('engines'), {
    topicPrefix: system.topicPrefix,
    read: Object.values(TOPICS).map(deadLetterTopic),
  });
  return () => topics.stop();
});

beforeEach(async () => {
  tenant = await openTenant(system);
});

afterEach(() => tenant.stop());

/** Values that no reader of a topic can make sense of, now or later. */
const POISONS = {
  'no JSON': 'this is no JSON',
  nothing: '',
  'JSON of no type': '{"id":"evt_1"}',
  'no object': '[1,2,3]',
};

/** A type that the readers of the topic know, with nothing in it. */
const KNOWN_TYPES = {
  [TOPICS.inventoryEvents]: 'inventory.updated',
  [TOPICS.ordersEvents]: 'order.created',
  [TOPICS.scansEvents]: 'scan.completed',
  [TOPICS.stockCommands]: 'allocate',
  [TOPICS.stockMoves]: 'move',
  [TOPICS.stockOutcomes]: 'allocation',
};

/** Those that scans and stock say to each other on the same topics. */
const OF_SCANS = [
  [TOPICS.stockCommands, 'move'],
  [TOPICS.stockOutcomes, 'move'],
] as const;

test.each([...Object.entries(KNOWN_TYPES), ...OF_SCANS])(
  'on %s, what cannot be read is parked, and what comes behind it under the same key goes on',
  async (topic, type) => {
    const { shop, subscriber } = tenant;
    await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 10 });
    const first = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });
    const values = [...Object.values(POISONS), JSON.stringify({ type })];
    // The keys of everything that follows: poison stands before it in the same partitions.
    const owner = tenantKey(tenant.tenant);
    const keys = [owner, `${owner}|MUG-01`, `${owner}|${first.id}`, `${owner}|gun-7`];

    await topics.append(keys.flatMap((key) => values.map((value) => ({ topic, key, value, headers: {} }))));

    await shop.pack(first.id);
    await shop.ship(first.id);
    const second = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] });
    const scan = await shop.scan({ barcode: '1', device_id: 'gun-7' });
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 9, allocated: 2, available: 7 });
    await eventually(() => {
      expect(
        eventsOfType(subscriber, 'inventory.updated')
          .map(({ sequence }) => sequence)
          .toSorted((a, b) => a - b),
      ).toEqual([1, 2, 3, 4]);
      expect(eventsOfType(subscriber, 'order.shipped').map(({ data }) => data.id)).toEqual([first.id]);
      expect(
        eventsOfType(subscriber, 'order.created')
          .map(({ data }) => data.id)
          .toSorted(),
      ).toEqual([first.id, second.id]);
      expect(eventsOfType(subscriber, 'scan.completed').map(({ data }) => data.id)).toEqual([scan.id]);
    });

    await eventually(() => {
      const parked = parkedOf(topic);
      for (const key of keys) expect(parked.filter((record) => record.key === key).map(({ value }) => value)).toEqual(values);
      for (const { headers } of parked) expect(headers['dlq_error']).toMatch(/./);
    });
    expect(subscriber.faults).toEqual([]);
  },
);

const COMMANDS: readonly string[] = [TOPICS.stockCommands, TOPICS.stockMoves];

test.each(Object.values(TOPICS))(
  'on %s, a type that is not known yet is parked where it is a command, else passed over',
  async (topic) => {
    const key = `${tenantKey(tenant.tenant)}|gun-7`;
    const unknown = '{"type":"not.yet"}';

    // The last is parked when the first has been read.
    await topics.append([unknown, 'poison'].map((value) => ({ topic, key, value, headers: {} })));

    const parked = () => parkedOf(topic).filter((record) => record.key === key);
    await eventually(() => expect(parked().map(({ value }) => value)).toContain('poison'));
    expect(parked().map(({ value }) => value)).toEqual(COMMANDS.includes(topic) ? [unknown, 'poison'] : ['poison']);
  },
);

test('nothing is parked but what cannot be read, and every store agrees with the others', async () => {
  expect(await system.differences()).toEqual([]);
});

/** The dead letters of a topic, in the order of its records. A record that its consumer read twice may be there twice. */
function parkedOf(topic: string): readonly IncomingRecord[] {
  const parked = topics.records.filter(({ headers }) => headers['dlq_topic'] === topic);
  const byOrigin = new Map(
    parked.map((record) => [`${record.headers['dlq_partition']}/${record.headers['dlq_offset']}`, record]),
  );
  return [...byOrigin.values()].toSorted((a, b) => Number(a.headers['dlq_offset']) - Number(b.headers['dlq_offset']));
}
