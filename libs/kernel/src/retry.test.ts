import { expect, test, vi } from 'vitest';
import { retry, WriteConflict } from './retry.ts';

const BACK_OFF = { firstMs: 1, maxMs: 2 };

/** Work that fails as often as there are errors, and then returns the number of its run. */
const failing = (...errors: readonly Error[]) =>
  vi.fn<(attempt: number) => Promise<number>>(async (attempt) => {
    const error = errors[attempt - 1];
    if (error) throw error;
    return attempt;
  });

test('a lost race is run again until it is won', async () => {
  const work = failing(new WriteConflict(), new WriteConflict());

  expect(await retry(work, { maxAttempts: 3 })).toBe(3);
});

test('the last error is thrown once the attempts are used up', async () => {
  const last = new WriteConflict('the third');
  const work = failing(new WriteConflict(), new WriteConflict(), last);

  await expect(retry(work, { maxAttempts: 3, backOff: BACK_OFF })).rejects.toBe(last);
  expect(work).toHaveBeenCalledTimes(3);
});

test('any other error is thrown at once', async () => {
  const work = failing(new TypeError('a bug'));

  await expect(retry(work, { maxAttempts: 3 })).rejects.toThrow('a bug');
  expect(work).toHaveBeenCalledTimes(1);
});

test('the caller says which errors are retryable', async () => {
  const work = failing(new RangeError());

  expect(await retry(work, { maxAttempts: 2, isRetryable: (error) => error instanceof RangeError })).toBe(2);
});

test('no run begins after the time is up', async () => {
  const work = failing(new WriteConflict());

  await expect(retry(work, { maxAttempts: 9, giveUpAtMs: performance.now() })).rejects.toThrow(WriteConflict);
  expect(work).toHaveBeenCalledTimes(1);
});

test('an abort ends the wait and the attempts', async () => {
  const stopping = new AbortController();
  const work = failing(new WriteConflict());
  const retried = retry(work, { maxAttempts: 9, backOff: { firstMs: 60_000, maxMs: 60_000 }, signal: stopping.signal });
  stopping.abort();

  await expect(retried).rejects.toThrow(WriteConflict);
  expect(work).toHaveBeenCalledTimes(1);
});
