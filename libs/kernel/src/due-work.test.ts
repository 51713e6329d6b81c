import { expect, test } from 'vitest';
import { dueWork } from './due-work.ts';

const EVERY_MS = 1_000;

/** Work that is due in so many milliseconds each, of which `fails` tells what cannot be done. */
function workDueIn(inMs: readonly number[], fails: (dueIn: number) => boolean = () => false) {
  const start = Date.now();
  let open = [...inMs];
  const done: number[] = [];
  const pass = dueWork({
    everyMs: EVERY_MS,
    next: async () => (open.length === 0 ? undefined : new Date(start + Math.min(...open))),
    work: async () => {
      const due = open.filter((each) => start + each <= Date.now() && !fails(each));
      open = open.filter((each) => !due.includes(each));
      done.push(...due);
      return due.length;
    },
    now: () => new Date(),
  });
  return { done, pass: (stopping = new AbortController().signal) => pass(() => undefined, stopping) };
}

test('a pass does what is due, waits for what falls due before the next pass, and leaves the rest to that', async () => {
  const { done, pass } = workDueIn([-500, 80, 160, 60_000]);

  await pass();

  expect(done).toEqual([-500, 80, 160]);
});

test('a pass ends where nothing that is due can be done, and the next one tries again', async () => {
  let isAway = true;
  const { done, pass } = workDueIn([-500, -400], (dueIn) => isAway && dueIn === -500);
  await pass();
  expect(done).toEqual([-400]);
  isAway = false;

  await pass();

  expect(done).toEqual([-400, -500]);
});

test('a pass that is stopped while it waits does nothing more', async () => {
  const { done, pass } = workDueIn([900]);
  const stopping = new AbortController();
  const ended = pass(stopping.signal);
  stopping.abort();

  await ended;

  expect(done).toEqual([]);
});
