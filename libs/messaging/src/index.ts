export { type ConsumerOptions, startConsumer } from './consumer/consumer.ts';
export {
  type DeadLetter,
  type DeadLetterEntry,
  type DeadLetterPage,
  type DeadLetters,
  makeDeadLetters,
} from './consumer/dead-letters.ts';
export { type Decode, type Decoded, decodeTyped } from './consumer/dispatch.ts';
export { MessagesFailed, type Received, shouldRedeliver } from './consumer/dispatch.ts';
export { type KafkaLogOptions, openKafkaLog } from './kafka/kafka-event-log.ts';
export { partitionOf } from './kafka/placement.ts';
export { cloudEventHeaders, type EventFacts } from './outbox/outbox.ts';
export { makeOutbox, type Outbox, type OutboxOptions, type OutboxRow, type OutboxSource } from './outbox/outbox.ts';
export { Relay, type RelayOptions } from './outbox/relay.ts';
export { shardLeaseIndexes, ShardLeases, type ShardLeasesOptions } from './outbox/shard-leases.ts';
export type {
  ConsumeOptions,
  Consumption,
  EventLog,
  HintChannel,
  IncomingBatch,
  IncomingRecord,
  OutgoingRecord,
  PartitionLag,
  TopicSpec,
} from './port.ts';
export { deadLetterTopic, ensureAllTopics, placementKey, type TopicOptions, topicTable } from './topics.ts';
