export { type KafkaLogOptions, openKafkaLog } from './kafka-event-log.ts';
export { MemoryBroker } from './memory-broker.ts';
export { type MemoryFaults, type MemoryLogOptions, openMemoryLog } from './memory-event-log.ts';
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
