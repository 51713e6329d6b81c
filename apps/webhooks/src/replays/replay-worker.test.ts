import { delay, ProgressWatch } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { ReplayWorker } from './replay-deliveries.ts';

/** A worker over replays, each of which has that many steps. */
function start() {
  const steps: number[] = [];
  const state = { left: 0, looks: 0 };
  const worker = new ReplayWorker(
    {
      nextDueInMs: async () => {
        state.looks += 1;
        return state.left > 0 ? 0 : undefined;
      },
      step: async () => {
        if (state.left === 0) return false;
        state.left -= 1;
        steps.push(performance.now());
        return true;
      },
    },
    (error) => expect.unreachable(String(error)),
  );
  return { steps, state, worker };
}

test('a replay that is started is stepped at once, and then nothing is looked for', async () => {
  const { steps, state, worker } = start();
  await eventually(() => expect(state.looks).toBe(1));

  state.left = 3;
  worker.notify();

  await eventually(() => expect(steps).toHaveLength(3));
  await eventually(() => expect(state.looks).toBe(5));
  await worker.stop();
});

const unexpected = (error: unknown): never => expect.unreachable(String(error));

test('a worker whose step never ends is replaced, and the replay goes on; one that waits for its next look is not', async () => {
  const told: string[] = [];
  let calls = 0;
  let isDue = false;
  const onReplaced = (_: Error, part: string): void => void told.push(part);
  const watch = new ProgressWatch({ everyMs: 20, engines: {}, onReplaced, onGivenUp: unexpected });
  const step = async (): Promise<boolean> => {
    calls += 1;
    if (calls === 1) await new Promise(() => undefined);
    isDue = false;
    return true;
  };
  const kept = watch.keep({
    name: 'replays',
    engines: [],
    make: (mark) => new ReplayWorker({ nextDueInMs: async () => (isDue ? 0 : 400), step }, unexpected, mark),
  });
  await eventually(() => expect(kept.current().isWaiting()).toBe(false));
  // wait: looks of the watch, which would have found it.
  await delay(300);
  expect(told).toEqual([]);

  isDue = true;
  kept.current().notify();

  await eventually(() => expect(calls).toBe(2));
  expect(told).toEqual(['replays']);
  await kept.stop();
  await watch.stop();
});
