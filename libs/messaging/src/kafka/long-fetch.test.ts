import Runner from 'kafkajs/src/consumer/runner.js';
import { expect, test } from 'vitest';
import { repairKafkaJs } from './client.ts';

const nothing = (): void => undefined;
const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing, namespace: () => logger };
const MANY = 1_000;

/** A group whose brokers change at its third fetch, at which `onChange` is called. */
function changingGroup(onChange: () => void) {
  const state = { nodeIds: [1], fetches: 0, looks: 0 };
  return {
    groupId: 'orders',
    instrumentationEmitter: { emit: () => undefined },
    get memberId() {
      state.looks += 1;
      // A loop that asks for ever would keep the test from failing.
      if (state.looks > MANY) throw new Error('It spins');
      return 'member';
    },
    getNodeIds() {
      if (state.fetches === 2) {
        state.nodeIds = [1, 2];
        onChange();
      }
      return state.nodeIds;
    },
    fetch: async () => {
      state.fetches += 1;
      return [];
    },
    connect: async () => undefined,
    joinAndSync: async () => undefined,
    heartbeat: async () => undefined,
    leave: async () => undefined,
    looks: () => state.looks,
  };
}

test('a consumer that is stopped while its brokers change fetches no more', async () => {
  repairKafkaJs();
  const stopped = Promise.withResolvers<void>();
  const group = changingGroup(() => stopped.resolve(runner.stop()));
  const runner = new Runner({
    logger,
    consumerGroup: group,
    instrumentationEmitter: group.instrumentationEmitter,
    concurrency: 1,
    onCrash: stopped.reject,
  });

  await runner.start();
  await stopped.promise;

  expect(group.looks()).toBeLessThan(10);
});

test('fetches that bring nothing leave the event loop to others', async () => {
  repairKafkaJs();
  const group = changingGroup(() => undefined);
  const fetches: number[] = [];
  const runner = new Runner({
    logger,
    consumerGroup: {
      ...group,
      getNodeIds: () => [1],
      fetch: async () => {
        fetches.push(1);
        if (fetches.length > MANY) throw new Error('It spins');
        return [];
      },
    },
    instrumentationEmitter: group.instrumentationEmitter,
    concurrency: 1,
    onCrash: () => undefined,
  });

  await runner.start();
  await new Promise((resolve) => setImmediate(resolve));
  const atFirstTurn = fetches.length;
  await runner.stop();

  expect(atFirstTurn).toBeLessThan(10);
});
