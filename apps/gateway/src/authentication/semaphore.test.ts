import { eventually } from '@fulfilment/testing';
import { expect, test } from 'vitest';
import { makeSemaphore } from './semaphore.ts';

/** Work that ends when it is told. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

test('runs work as permits become free, and refuses work beyond its queue', async () => {
  const semaphore = makeSemaphore({ permits: 2, maxWaiting: 1 });
  const began: number[] = [];
  const works = [work(), work(), work()];
  const running = works.map(({ run }, place) =>
    semaphore(() => {
      began.push(place);
      return run();
    }),
  );

  await expect(semaphore(async () => began.push(3))).rejects.toMatchObject({ code: 'upstream_unavailable' });
  await eventually(() => expect(began).toEqual([0, 1]));
  works[1]?.end();
  await running[1];
  await eventually(() => expect(began).toEqual([0, 1, 2]));
  for (const { end } of works) end();
  await Promise.all(running);
});

test('goes on after work that failed', async () => {
  const semaphore = makeSemaphore({ permits: 1, maxWaiting: 1 });
  const failing = semaphore(() => Promise.reject(new Error('broken')));
  const waiting = semaphore(async () => 'done');

  await expect(failing).rejects.toThrow('broken');
  expect(await waiting).toBe('done');
  expect(await semaphore(async () => 'again')).toBe('again');
});
