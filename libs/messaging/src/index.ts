export { cloudEventHeaders, type EventFacts } from './cloud-event-headers.ts';
export { type ConsumerOptions, startConsumer } from './consumer.ts';
export { type DeadLetter, type DeadLetterPage, type DeadLetters, makeDeadLetters, type Parking } from './dead-letters.ts';
export { type Decode, type Decoded, decodeTyped } from './decode.ts';
export { type Dispatched, type DispatchOptions, makeDispatch, type Received } from './dispatch.ts';
export type { HintChannel } from './hints.ts';
export { type Inbox, makeInbox } from './inbox.ts';
export { type KafkaLogOptions, openKafkaLog } from './kafka-event-log.ts';
export { type LaneLeases, laneLeaseIndexes, type LaneLeasesOptions, startLaneLeases } from './lane-leases.ts';
export { MemoryBroker } from './memory-broker.ts';
export { type MemoryFaults, type MemoryLogOptions, openMemoryLog } from './memory-event-log.ts';
export { type Relay, type RelayOptions, startRelay } from './outbox-relay.ts';
export type { OutboxRow, OutboxSource } from './outbox-source.ts';
export { makeOutbox, type Outbox, type OutboxMessage, type OutboxOptions } from './outbox.ts';
export { mayPassWithTime } from './passing-failure.ts';
export type {
  ConsumeOptions,
  Consumption,
  EventLog,
  IncomingBatch,
  IncomingRecord,
  OutgoingRecord,
  PartitionLag,
  TopicSpec,
} from './port.ts';
export { deadLetterTopic, ensureAllTopics, type TopicOptions, topicTable } from './topics.ts';
