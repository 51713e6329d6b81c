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
