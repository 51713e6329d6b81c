import { afterAll, beforeAll, beforeEach } from 'vitest';

/**
 * Opens what the tests of a file work on, before the first of them, and once more before a further try of one that failed
 * (`TEST_RETRIES`), which would find what the try before has left.
 *
 * @param close ends what `open` has opened so far, which may have failed.
 */
export function openForEachTry(open: () => Promise<void>, close: () => Promise<void> | undefined): void {
  beforeAll(open);
  beforeEach(async ({ task: { result } }) => {
    if (!result?.retryCount && !result?.repeatCount) return;
    await close();
    await open();
  });
  afterAll(() => close());
}
