import { AssignerProtocol, type PartitionAssigner, Partitioners } from 'kafkajs';

const byMurmur2 = Partitioners.DefaultPartitioner();

/**
 * The partition of a record, by the murmur2 hash that Kafka's own clients use.
 *
 * @param placementKey the record's `placementKey`; its key alone where an earlier release placed it.
 * @param partitions of the topic, those without a leader included.
 */
export function partitionOf(placementKey: string, partitions: number): number {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
    partitionId,
    leader: 0,
    partitionErrorCode: 0,
    replicas: [],
    isr: [],
  }));
  return byMurmur2({ topic: '', partitionMetadata, message: { key: placementKey, value: null } });
}

const { MemberAssignment, MemberMetadata } = AssignerProtocol;
const VERSION = 0;

/**
 * Makes an assigner. It assigns partitions of one number to one member, whatever their topic, and numbers to members in turn: topics of the same number of
 * partitions and placement keys share their readers. KafkaJS's own goes round over all topics together, which does so only where the
 * number of partitions is a multiple of the number of members.
 *
 * @param instance is told to the group ({@link instanceOf}); empty for none.
 */
export const assignByNumber =
  (instance: string): PartitionAssigner =>
  ({ cluster }) => ({
    name: 'ByNumberAssigner',
    version: VERSION,
    assign: async ({ members, topics }) => {
      const memberIds = members.map(({ memberId }) => memberId).toSorted();
      return memberIds.map((memberId, index) => {
        const assigned = topics.map((topic) => [
          topic,
          numbersOf(cluster.findTopicPartitionMetadata(topic), index, memberIds.length),
        ]);
        return {
          memberId,
          memberAssignment: MemberAssignment.encode({
            version: VERSION,
            assignment: Object.fromEntries(assigned),
            userData: Buffer.alloc(0),
          }),
        };
      });
    },
    protocol: ({ topics }) => ({
      name: 'ByNumberAssigner',
      metadata: MemberMetadata.encode({ version: VERSION, topics, userData: Buffer.from(instance) }),
    }),
  });

/** The instance that a member told its group in its metadata; empty where it told none, and during a rebalance. */
export function instanceOf(metadata: Buffer): string {
  return metadata.length === 0 ? '' : (MemberMetadata.decode(metadata)?.userData.toString() ?? '');
}

function numbersOf(partitions: readonly { readonly partitionId: number }[], member: number, members: number): number[] {
  return partitions.map(({ partitionId }) => partitionId).filter((number) => number % members === member);
}
