import { setImmediate } from 'node:timers/promises';
import {
  type AppendOutcome,
  type ConsumeOptions,
  type Consumption,
  type EventLog,
  type LogAppender,
  type OutgoingRecord,
  type PartitionLag,
  throwUnlessAppended,
} from '../port.ts';
import { PrefixedNames } from '../topics.ts';
import { MemoryBroker, type MemoryGroup, type MemoryMember } from './memory-broker.ts';

/** Options of {@link openMemoryLog}. */
export interface MemoryLogOptions {
  /** Shared by the clients of one log; a new one by default. */
  readonly broker?: MemoryBroker;
  readonly topicPrefix?: string;
}

/** Faults that a test may ask for. */
export interface MemoryFaults {
  /** The next append is kept, but its caller gets `upstream_unavailable`. */
  loseNextReply(): void;
  /** Cuts the client off: its appends fail and its consumers commit nothing. */
  sever(): void;
}

/** As Kafka's default for one batch. */
const MAX_RECORD_BYTES = 1_048_588;

/** Opens an event log in memory, for unit tests: the same guarantees as on Kafka, held by the same conformance suite. */
export function openMemoryLog({ broker = new MemoryBroker(), topicPrefix = '' }: MemoryLogOptions = {}): EventLog & MemoryFaults {
  const names = new PrefixedNames(topicPrefix);
  const members = new Map<Consumption, Membership>();
  let reachable = true;
  let replyLost = false;

  const append: LogAppender['append'] = async (records) => {
    await setImmediate();
    const failed = (message: string): AppendOutcome[] => records.map(() => ({ status: 'failed', error: new Error(message) }));
    if (!reachable) return failed('The client was cut off');
    const outcomes = records.map((record) => appendOne(broker, record, names));
    if (!replyLost) return outcomes;
    replyLost = false;
    return failed('The reply was lost');
  };

  return {
    append: async (records) => throwUnlessAppended(await append(records)),
    openAppender: () => ({ append, stop: () => Promise.resolve() }),
    consume: async (consume) => {
      const group = broker.group(names.onBroker(consume.group));
      const member = { connected: () => reachable, consume: onBroker(consume, names) };
      const consumption: Consumption = {
        ready: () => Promise.resolve(),
        healthy: () => reachable && members.has(consumption),
        stop: async () => {
          if (members.delete(consumption)) await group.leave(member);
        },
      };
      members.set(consumption, { group, member });
      group.join(member);
      return consumption;
    },
    ensureTopics: async (topics) => {
      for (const topic of topics) broker.ensureTopic({ ...topic, name: names.onBroker(topic.name) });
      return { weaker: [], smaller: [] };
    },
    lag: async (group, topics) => topics.flatMap((topic) => lagOf(broker, { group, topic, names })),
    healthy: () => Promise.resolve(reachable),
    stop: async () => {
      await Promise.all(Array.from(members.keys(), (consumption) => consumption.stop()));
    },
    loseNextReply: () => {
      replyLost = true;
    },
    sever: () => {
      reachable = false;
      for (const { group, member } of members.values()) group.lose(member);
    },
  };
}

interface Membership {
  readonly group: MemoryGroup;
  readonly member: MemoryMember;
}

function appendOne(broker: MemoryBroker, record: OutgoingRecord, names: PrefixedNames): AppendOutcome {
  const bytes = Buffer.byteLength(record.key) + Buffer.byteLength(record.value);
  if (bytes > MAX_RECORD_BYTES) return { status: 'refused', reason: 'The record is too large' };
  broker.append({ ...record, topic: names.onBroker(record.topic) });
  return { status: 'appended' };
}

function onBroker(consume: ConsumeOptions, names: PrefixedNames): ConsumeOptions {
  return {
    ...consume,
    topics: consume.topics.map(names.onBroker),
    handle: (batch) => {
      const topic = names.logical(batch.topic);
      return consume.handle({ ...batch, topic, records: batch.records.map((record) => ({ ...record, topic })) });
    },
  };
}

function lagOf(
  broker: MemoryBroker,
  { group, topic, names }: { group: string; topic: string; names: PrefixedNames },
): PartitionLag[] {
  const onBrokerTopic = names.onBroker(topic);
  const reader = broker.group(names.onBroker(group));
  return Array.from({ length: broker.partitionsOf(onBrokerTopic) }, (_, partition) => ({
    topic,
    partition,
    lag: broker.endOf(onBrokerTopic, partition) - reader.committedTo(onBrokerTopic, partition),
  }));
}
