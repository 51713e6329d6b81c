import { expect, test } from 'vitest';
import { makeTurnstile } from './turnstile.ts';

/** Work that ends when it is told. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

test('lets so much begin at once, the next as one ends, and refuses what would wait too long', async () => {
  const turnstile = makeTurnstile({ atOnce: 2, mayWait: 1 });
  const began: number[] = [];
  const works = [work(), work(), work()];
  const running = works.map(({ run }, place) =>
    turnstile(() => {
      began.push(place);
      return run();
    }),
  );

  await expect(turnstile(async () => began.push(3))).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect(began).toEqual([0, 1]);
  works[1]?.end();
  await running[1];
  await Promise.resolve();
  expect(began).toEqual([0, 1, 2]);
  for (const { end } of works) end();
  await Promise.all(running);
});

test('goes on after work that failed', async () => {
  const turnstile = makeTurnstile({ atOnce: 1, mayWait: 1 });
  const failing = turnstile(() => Promise.reject(new Error('broken')));
  const waiting = turnstile(async () => 'done');

  await expect(failing).rejects.toThrow('broken');
  expect(await waiting).toBe('done');
  expect(await turnstile(async () => 'again')).toBe('again');
});
