import { expect, test } from 'vitest';
import { CONSUMER_GROUPS, consumersOf, PUBLISHER_OF, SERVICES, TOPICS } from '../index.ts';

test('every topic is read by a service that does not publish to it', () => {
  const reads = Object.values(TOPICS).map((topic) => ({ topic, by: consumersOf(topic) }));

  expect(reads.filter(({ by }) => by.length === 0)).toEqual([]);
  expect(reads.filter(({ topic, by }) => by.includes(PUBLISHER_OF[topic]))).toEqual([]);
  expect(consumersOf('stock.outcomes')).toEqual(['orders', 'scans']);
});

test('each service is in a group of its name, which its dead letters are kept under, and every group is named after its service', () => {
  for (const service of SERVICES) expect(CONSUMER_GROUPS[service].service).toBe(service);
  const others = Object.entries(CONSUMER_GROUPS).filter(([group, { service }]) => !group.startsWith(service));

  expect(others).toEqual([]);
});
