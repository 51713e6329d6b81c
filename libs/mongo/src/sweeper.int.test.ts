import { ProgressWatch } from '@fulfilment/kernel';
import { eventually, uniqueName } from '@fulfilment/testing';
import { expect, inject, test } from 'vitest';
import { connectMongo } from './connect.ts';
import { Sweeper } from './sweeper.ts';

const fail = (error: unknown) => expect.unreachable(String(error));

test('a pass that never ends is left, and the next ones are made', async () => {
  const mongo = await connectMongo({ url: inject('engines').mongodbUrl, database: uniqueName('sweeper'), appName: 'test' });
  const told: string[] = [];
  const onReplaced = (_: Error, part: string): void => void told.push(part);
  const watch = new ProgressWatch({ everyMs: 300, engines: { mongodb: async () => true }, onReplaced, onGivenUp: fail });
  let passes = 0;
  const sweeper = new Sweeper(mongo.db, {
    name: 'rare',
    everyMs: 20,
    progress: watch,
    onError: fail,
    work: async () => {
      passes += 1;
      if (passes === 1) await new Promise(() => undefined);
    },
  });

  await eventually(() => expect(passes).toBeGreaterThan(2));

  expect(told).toContain('sweep rare');
  await sweeper.stop();
  await watch.stop();
  await mongo.stop();
});
