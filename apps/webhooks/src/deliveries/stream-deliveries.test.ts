import { newTenant } from '@fulfilment/service/test-bed';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StreamDeliveries } from './stream-deliveries.ts';

const WISH = { endpointId: undefined, statuses: undefined, eventTypes: undefined, eventId: undefined, lastId: undefined };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Reads the stream of a tenant without attempts for a while. @returns its pieces with their times, and what was asked of the log. */
async function listen(forMs: number, back: { readonly afterMs: number; readonly byMs: number } = { afterMs: 0, byMs: 0 }) {
  const leaving = new AbortController();
  const asked: string[] = [];
  const begin = Date.now();
  const stream = new StreamDeliveries({
    endpoints: { find: () => Promise.reject(new Error('No endpoint is named')) },
    log: {
      attemptsBetween: async (_tenant, { after }) => {
        asked.push(after);
        return [];
      },
      findMany: async () => [],
    },
    seen: () => Promise.reject(new Error('There is no delivery')),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => new Date(Date.now() - (Date.now() - begin > back.afterMs ? back.byMs : 0)),
  });
  const pieces: { readonly atMs: number; readonly text: string }[] = [];
  const read = async (): Promise<void> => {
    for await (const text of stream.text(newTenant(), WISH, () => ({}), leaving.signal))
      pieces.push({ atMs: Date.now() - begin, text });
  };
  const over = read();
  await vi.advanceTimersByTimeAsync(forMs);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(1_000);
  await over;
  return { pieces, asked };
}

test('a stream without attempts begins with a position, and has a comment with a position every 15 s', async () => {
  const { pieces } = await listen(46_000);

  expect(pieces.map(({ atMs }) => Math.round(atMs / 1_000))).toEqual([0, 15, 30, 45]);
  const [first, ...comments] = pieces.map(({ text }) => text);
  expect(first).toMatch(/^id: [0-9a-f]{24}\.0\nretry: 3000\n\n$/);
  for (const text of comments) expect(text).toMatch(/^: still here\nid: [0-9a-f]{24}\.0\n\n$/);
  const seconds = pieces.map(({ text }) => Number.parseInt(/id: ([0-9a-f]{8})/.exec(text)?.[1] ?? '', 16));
  expect(seconds.map((second) => second - (seconds[0] ?? 0))).toEqual([0, 15, 30, 45]);
});

test('a clock that is set back moves no position back', async () => {
  const { asked } = await listen(20_000, { afterMs: 10_000, byMs: 60_000 });

  expect(asked).toEqual(asked.toSorted());
  expect(asked.length).toBeGreaterThan(15);
});
