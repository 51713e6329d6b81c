import { AssignerProtocol, type Cluster } from 'kafkajs';
import { expect, test } from 'vitest';
import { placementKey } from '../topics.ts';
import { assignByNumber, partitionOf } from './placement.ts';

test('an event is placed by its tenant, any other message by its key', () => {
  expect(placementKey({ topic: 'inventory.events', key: 'acc_1:sandbox|SKU|1' })).toBe('acc_1:sandbox');
  expect(placementKey({ topic: 'stock.commands', key: 'acc_1:sandbox|ord_1' })).toBe('acc_1:sandbox|ord_1');
  expect(placementKey({ topic: 'inventory.events', key: 'no-tenant' })).toBe('no-tenant');
});

test('a text is placed as Kafka places a key', () => {
  // From `Utils.murmur2` of Kafka's Java client, for these texts (its UtilsTest), positive, modulo 12.
  const murmur2 = { '21': -973932308, foobar: -790332482, 'a-little-bit-long-string': -985981536 };
  for (const [text, hash] of Object.entries(murmur2)) expect(partitionOf(text, 12)).toBe((hash & 0x7fffffff) % 12);
});

test.each([1, 2, 4, 5, 7, 13])(
  'with %i members, the partitions of one number have one member, whatever their topic',
  async (count) => {
    const topics = ['inventory.events', 'orders.events', 'scans.events'];
    const partitions = Array.from({ length: 12 }, (_, partitionId) => ({ partitionId }));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the assigner asks the cluster for nothing else
    const cluster = { findTopicPartitionMetadata: () => partitions } as unknown as Cluster;
    const members = Array.from({ length: count }, (_, index) => ({ memberId: `m${index}`, memberMetadata: Buffer.alloc(0) }));

    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it logs nothing
    const assigned = await assignByNumber('')({ cluster, groupId: 'g', logger: undefined as never }).assign({ members, topics });

    const numbers = assigned.map(
      ({ memberAssignment }) => AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment ?? {},
    );
    for (const ofMember of numbers) for (const topic of topics) expect(ofMember[topic]).toEqual(ofMember['inventory.events']);
    const all = numbers.flatMap((ofMember) => ofMember['orders.events'] ?? []);
    expect(all.toSorted((a, b) => a - b)).toEqual(partitions.map(({ partitionId }) => partitionId));
  },
);
