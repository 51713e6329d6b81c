export { type ConsumerOptions, startConsumer } from './consumer/consumer.ts';
export {
  type DeadLetter,
  type DeadLetterEntry,
  type DeadLetterPage,
  type DeadLetters,
  deadLetterIndexes,
  makeDeadLetters,
  RETRIED_LETTERS_END,
} from './consumer/dead-letters.ts';
export { type Decode, type Decoded, decodeTyped } from './consumer/dispatch.ts';
export { MessagesFailed, type Received, shouldRedeliver } from './consumer/dispatch.ts';
export { type KafkaLog, type KafkaLogOptions, openKafkaLog } from './kafka/kafka-event-log.ts';
export { partitionOf } from './kafka/placement.ts';
export { cloudEventHeaders, type EventFacts } from './outbox/outbox.ts';
export { blockIndexes, BLOCKS_OF_RECORDS, keptInBlocks, withBlocks } from './outbox/blocks.ts';
export { mergeSources } from './outbox/merge-sources.ts';
export {
  isSaga,
  makeOutbox,
  OUTBOX_OF_RECORDS,
  outboxIndexes,
  type Outbox,
  type OutboxDocument,
  type OutboxOptions,
  type OutboxPage,
  type OutboxRow,
  type OutboxSource,
  readOutboxPage,
  toRow,
} from './outbox/outbox.ts';
export { type DeadRow, DEAD_ROWS, makeOutboxOperator, type OutboxOperator } from './outbox/outbox-operator.ts';
export { OUTBOX_KEPT_SECONDS } from './outbox/outbox.ts';
export { type OutboxTransact, Relay, type RelayOptions, transactWithOutbox } from './outbox/relay.ts';
export { RelayHold, REST_MS, SETTLE_MS } from './outbox/relay-hold.ts';
export { RELAY_MEMBERS, shardLeaseIndexes, ShardLeases, type ShardLeasesOptions } from './outbox/shard-leases.ts';
export type {
  AppendOutcome,
  ConsumeOptions,
  Consumption,
  EventLog,
  HintChannel,
  IncomingBatch,
  IncomingRecord,
  LogAppender,
  OutgoingRecord,
  PartitionLag,
  TopicAdmin,
  TopicDifferences,
  TopicPosition,
  TopicSpec,
} from './port.ts';
export { deadLetterTopic, ensureAllTopics, placementKey, type TopicOptions, topicTable } from './topics.ts';
