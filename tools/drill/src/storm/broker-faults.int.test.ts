import { type Brokers, startBrokers } from '@fulfilment/dev-stack';
import { openKafkaLog } from '@fulfilment/messaging';
import { silentLogger } from '@fulfilment/observability';
import { patient } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { electLeaders, KILL_CONTROLLER, restartInOrder } from './broker-faults.ts';
import type { Faulted } from './fault.ts';

const { signal } = new AbortController();
let brokers: Brokers;
let system: Faulted;

beforeAll(async () => {
  brokers = await startBrokers({ progress: () => undefined, signal });
  const named = (name: string) => {
    const found = brokers.describe().find((broker) => broker.name === name);
    if (!found) throw new Error(`no broker is named ${name}`);
    return { ...found, kind: 'engine', baseUrl: found.url } as const;
  };
  system = { process: named, brokers };
}, 360_000);

afterAll(async () => brokers?.stop());

const pids = () => new Map(brokers.describe().map(({ name, pid }) => [name, pid]));

test(
  'three nodes go on as each fault of one passes: its controller killed, a restart in order, leaders elected',
  {
    timeout: patient(120_000),
  },
  async () => {
    const addresses = brokers.describe().map(({ url }) => url);
    const log = openKafkaLog({
      brokers: addresses,
      clientId: 'faults',
      topicPrefix: '',
      logger: silentLogger,
      onFatal: failTheTest,
    });
    const append = () => log.append([{ topic: 'orders.events', key: 'a|b', value: '1', headers: {} }]);
    try {
      await log.ensureTopics([{ name: 'orders.events', partitions: 3, replicationFactor: 3, retentionMs: 3_600_000 }]);
      const [first, before] = [await brokers.controller(), pids()];

      await KILL_CONTROLLER.plant(system, signal);
      expect(await brokers.controller()).not.toBe(first);
      expect(pids().get(first)).not.toBe(before.get(first));
      await append();

      await restartInOrder('kafka-2').plant(system, signal);
      expect(pids().get('kafka-2')).not.toBe(before.get('kafka-2'));
      await electLeaders('kafka-1').plant(system, signal);
      await append();
    } finally {
      await log.stop();
    }
  },
);

function failTheTest(error: unknown): never {
  throw error;
}
