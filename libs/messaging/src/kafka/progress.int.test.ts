import { delay, ProgressWatch } from '@fulfilment/kernel';
import { silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
// Ambient declarations, which packages that import this file do not include.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./kafkajs-internals.d.ts" />
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { brokerAddress, type OwnEngines, ownEngines } from '../engines.fixture.ts';
import type { ConsumeOptions, Consumption, EventLog } from '../port.ts';
import { startFaultProxy } from './fault-proxy.fixture.ts';
import { openKafkaLog } from './kafka-event-log.ts';
import type { BrokerAddress } from './sockets.ts';

const TOPIC = 'scans.events';
const PATIENCE = { withinMs: 60_000 };
const LOOK_MS = 500;
/** Looks between which an idle fetch and the back-off of a partition end. */
const PATIENT_LOOK_MS = 1_500;
/** Enough of them would have any part replaced that stands still. */
const LOOKS = 8;

let own: OwnEngines;
/** The parts that were replaced, and in the end the one that was given up. */
let told: string[];
let givenUp: string[];
let asked: number;
let watch: ProgressWatch;
const logs: EventLog[] = [];

beforeEach(async () => {
  [told, givenUp, asked] = [[], [], 0];
  own = await ownEngines();
  await own.log.ensureTopics([{ name: TOPIC, partitions: 2, replicationFactor: 1, retentionMs: 3_600_000 }]);
  watch = watchEvery(LOOK_MS);
});

function watchEvery(everyMs: number): ProgressWatch {
  return new ProgressWatch({
    everyMs,
    engines: {
      mongodb: async () => {
        asked += 1;
        return true;
      },
    },
    onReplaced: (_, part) => told.push(part),
    onGivenUp: ({ message }) => givenUp.push(message),
  });
}

afterEach(async () => {
  await watch.stop();
  await Promise.all(logs.splice(0).map((log) => log.stop()));
  await own.stop();
});

async function consume(
  handle: ConsumeOptions['handle'],
  { dial, onReplaced = () => undefined }: { dial?: (broker: BrokerAddress) => BrokerAddress; onReplaced?: () => void } = {},
): Promise<Consumption> {
  const log = openKafkaLog({
    brokers: inject('engines').kafkaBrokers.split(','),
    clientId: 'progress',
    topicPrefix: own.topicPrefix,
    logger: silentLogger,
    progress: watch,
    dial,
    onFatal: (error) => givenUp.push(String(error)),
  });
  logs.push(log);
  const consumption = await log.consume({ group: 'scans', topics: [TOPIC], handle, onReplaced });
  await consumption.ready();
  return consumption;
}

const append = (...keys: string[]) => own.log.append(keys.map((key) => ({ topic: TOPIC, key, value: key, headers: {} })));

test.each(['never returns', 'loses a promise'])(
  'a partition whose handler %s is given to a new consumer, and its records are handled once that has it',
  async (how) => {
    const handled = new Set<string>();
    let calls = 0;
    const consumption = await consume(async ({ records }) => {
      calls += 1;
      if (calls === 1) await (how === 'never returns' ? new Promise(() => undefined) : lostPromise());
      for (const { value } of records) handled.add(value);
    });

    await append('a', 'b', 'c', 'd');

    await eventually(() => expect(handled.size).toBe(4), PATIENCE);
    // A slow machine may be found to stand still once more, on its way into the group.
    expect(told[0]).toMatch(/^consumer scans scans\.events\/\d$/);
    expect({ givenUp, healthy: consumption.healthy() }).toEqual({ givenUp: [], healthy: true });
  },
);

/** The answer that it waits for comes to one that is not there any more. */
function lostPromise(): Promise<void> {
  const lost = Promise.withResolvers<void>();
  return lost.promise.then(() => undefined);
}

test('a handler that hangs on a record each time ends the process after three replacements, and holds up no other partition', async () => {
  const handled = new Set<string>();
  await consume(async ({ partition, records }) => {
    if (partition === 0) await new Promise(() => undefined);
    for (const { value } of records) handled.add(value);
  });

  await append(...Array.from({ length: 20 }, (_, number) => `key ${number}`));

  await eventually(() => expect(givenUp).toHaveLength(1), PATIENCE);
  expect(givenUp[0]).toMatch(/^consumer scans scans\.events\/0 makes no progress.* replaced 3 times$/);
  expect(told.filter((part) => part === 'consumer scans scans.events/0')).toHaveLength(3);
  expect(handled.size).toBeGreaterThan(0);
});

test.each<['spins' | 'is dead']>([['spins'], ['is dead']])(
  'a consumer whose fetch loop %s, while heartbeats go on, is replaced once records wait',
  async (how) => {
    const handled: string[] = [];
    const plant = plantFetches();
    try {
      await consume(async ({ records }) => void handled.push(...records.map(({ value }) => value)), {
        onReplaced: plant.remove,
      });
      plant.set(how);
      await delayLooks();
      expect(told).toEqual([]);

      await append('a');

      await eventually(() => expect(handled).toContain('a'), PATIENCE);
      expect(told[0]).toBe(`consumer scans fetches of ${TOPIC}`);
    } finally {
      plant.remove();
    }
  },
);

test('a consumer that leaves a partition paused, while the other has its records, is replaced once records of it wait', async () => {
  const handled = new Set<string>();
  const plant = plantPause();
  try {
    await consume(
      async ({ records }) => {
        for (const { value } of records) handled.add(value);
      },
      { onReplaced: plant.remove },
    );
    await eventually(() => expect(plant.paused).toBe(1), PATIENCE);
    await delayLooks();
    expect(told).toEqual([]);
    const keys = Array.from({ length: 20 }, (_, number) => `key ${number}`);

    await append(...keys);
    await eventually(async () => {
      await append('one more');
      expect(handled).toEqual(new Set([...keys, 'one more']));
    }, PATIENCE);

    expect(told[0]).toBe(`consumer scans pauses of ${TOPIC}`);
  } finally {
    plant.remove();
  }
});

test('neither a slow handler that goes on, nor one that fails for as long as it takes, nor an idle consumer is replaced', async () => {
  await watch.stop();
  watch = watchEvery(PATIENT_LOOK_MS);
  const done: string[] = [];
  let failures = 0;
  await consume(async ({ partition, records, mark }) => {
    if (partition === 0) {
      for (let piece = 0; piece < 2 * LOOKS; piece += 1) {
        // wait: the work of the handler.
        await delay(PATIENT_LOOK_MS / 2);
        mark?.();
      }
    } else if ((failures += 1) < LOOKS) throw new Error('The store is away');
    done.push(...records.map(({ value }) => value));
  });
  const keys = Array.from({ length: 20 }, (_, number) => `key ${number}`);
  await append(...keys);

  await eventually(() => expect(new Set(done)).toEqual(new Set(keys)), PATIENCE);

  expect({ told, givenUp }).toEqual({ told: [], givenUp: [] });
});

test('a partition stays with its consumer while the broker does not answer', async () => {
  const proxy = await startFaultProxy(brokerAddress());
  const hanging = Promise.withResolvers<void>();
  let consumers = 1;
  await consume(
    async () => {
      proxy.sever();
      await hanging.promise;
    },
    {
      dial: proxy.dial,
      onReplaced: () => {
        consumers += 1;
      },
    },
  );
  await append('a', 'b', 'c', 'd');

  // It stands still by what it hears of the broker, and not by what it does.
  await eventually(() => expect(consumers).toBeGreaterThan(1), PATIENCE);
  expect(asked).toBeGreaterThan(0);

  expect({ told, givenUp }).toEqual({ told: [], givenUp: [] });
  hanging.resolve();
  await proxy.stop();
});

async function delayLooks(): Promise<void> {
  // wait: looks of the watch, which would have found it.
  await delay(LOOKS * LOOK_MS);
}

/** Pauses partition 0 of each consumer that fetches, once it has its partitions in hand, and never has it resumed. */
function plantPause() {
  const { fetch } = ConsumerGroup.prototype;
  const groups = new WeakSet<object>();
  let paused = 0;
  const remove = (): void => {
    ConsumerGroup.prototype.fetch = fetch;
  };
  ConsumerGroup.prototype.fetch = async function fetchWithPause(nodeId) {
    if (this.paused().length === 0 && !groups.has(this)) {
      groups.add(this);
      this.pause([{ topic: `${own.topicPrefix}${TOPIC}`, partitions: [0] }]);
      paused += 1;
    }
    return await fetch.call(this, nodeId);
  };
  return {
    get paused(): number {
      return paused;
    },
    remove,
  };
}

/** Takes the fetches of all groups: `spins` answers at once without records, `is dead` asks the broker and never answers. */
function plantFetches() {
  const { fetch } = ConsumerGroup.prototype;
  const plant: { fault?: 'spins' | 'is dead' } = {};
  ConsumerGroup.prototype.fetch = async function fetchWithFault(nodeId) {
    const batches = await fetch.call(this, nodeId);
    if (plant.fault === undefined) return batches;
    while (plant.fault === 'is dead') await fetch.call(this, nodeId);
    return [];
  };
  return {
    set: (fault: 'spins' | 'is dead'): void => {
      plant.fault = fault;
    },
    remove: (): void => {
      delete plant.fault;
      ConsumerGroup.prototype.fetch = fetch;
    },
  };
}
