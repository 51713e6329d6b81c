import { delimiter, join } from 'node:path';
import type { KafkaJars } from '../fetch/kafka-jars.ts';
import type { EnginePorts } from './saved-ports.ts';

/** The text of `server.properties` for one KRaft node that is broker and controller. */
export function serverProperties(dataFolder: string, { port, innerPort }: EnginePorts): string {
  const lines = {
    'process.roles': 'broker,controller',
    'node.id': '1',
    // Static voters, so that a formatted folder knows no ports and can be copied.
    'controller.quorum.voters': `1@127.0.0.1:${innerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${innerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': dataFolder,
    'auto.create.topics.enable': 'false',
    'default.replication.factor': '1',
    'offsets.topic.replication.factor': '1',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'offsets.topic.num.partitions': '8',
    'group.initial.rebalance.delay.ms': '0',
    // The default of 128 MB is half of the heap this broker gets.
    'log.cleaner.dedupe.buffer.size': '8388608',
    'num.network.threads': '2',
    'num.io.threads': '4',
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** The arguments of `java` up to the main class: small heap, quick start, only warnings and the line that says it is up. */
export function javaArguments({ folder, names }: KafkaJars, archive: readonly string[]): string[] {
  const machine = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xms128m', '-Xmx256m', ...archive];
  const log = ['defaultLogLevel=warn', 'showDateTime=true', 'dateTimeFormat=HH:mm:ss.SSS', `log.${READY_LOGGER}=info`];
  const logging = log.map((setting) => `-Dorg.slf4j.simpleLogger.${setting}`);
  return [...machine, ...logging, '-cp', names.map((name) => join(folder, name)).join(delimiter)];
}

/** The logger and the words with which Kafka says that it serves requests. */
export const READY_LOGGER = 'kafka.server.KafkaRaftServer';
export const READY_WORDS = 'Kafka Server started';
