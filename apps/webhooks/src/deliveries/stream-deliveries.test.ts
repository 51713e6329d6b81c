import { newTenant } from '@fulfilment/service/test-bed';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeliveryFacts } from '../model/domain/delivery.ts';
import type { MadeAttempt } from './delivery-ports.ts';
import { StreamDeliveries, type StreamWish } from './stream-deliveries.ts';

const WISH = { endpointId: undefined, statuses: undefined, eventTypes: undefined, eventId: undefined, lastId: undefined };
const AT = new Date('2026-11-30T09:00:00.000Z');
const DELIVERY: Omit<DeliveryFacts, 'id' | 'eventType'> = {
  endpointId: 'whk_1',
  eventId: 'evt_1',
  state: 'delivered',
  batchId: null,
  members: undefined,
  attempts: 1,
  nextAt: null,
  createdAt: AT,
  endedAt: AT,
};
const ATTEMPT: Omit<MadeAttempt, 'deliveryId' | 'position'> = {
  endpointId: 'whk_1',
  attempt: { n: 1, at: AT, latencyMs: 5, status: 204, error: null, outcome: 'delivered' },
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

interface Setting {
  /** A clock that is set back. */
  readonly back?: { readonly afterMs: number; readonly byMs: number };
  /** Types of the deliveries that each look finds; none by default. */
  readonly types?: readonly string[];
  readonly wish?: Partial<StreamWish>;
}

/** Reads the stream of a tenant for a while. @returns its pieces with their times, and what was asked of the log. */
async function listen(forMs: number, { back = { afterMs: 0, byMs: 0 }, types = [], wish = {} }: Setting = {}) {
  const leaving = new AbortController();
  const asked: string[] = [];
  const begin = Date.now();
  const stream = new StreamDeliveries({
    endpoints: { find: () => Promise.reject(new Error('No endpoint is named')) },
    log: {
      attemptsBetween: async (_tenant, { after }) => {
        asked.push(after);
        return types.map((type, at) => ({ ...ATTEMPT, deliveryId: type, position: `${after.slice(0, 24)}.${at + 1}` }));
      },
      findMany: async (_tenant, ids) => ids.map((type) => ({ ...DELIVERY, id: type, eventType: type })),
    },
    seen: async (_tenant, delivery) => ({ delivery, status: 'delivered' }),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => new Date(Date.now() - (Date.now() - begin > back.afterMs ? back.byMs : 0)),
  });
  const pieces: { readonly atMs: number; readonly text: string }[] = [];
  const read = async (): Promise<void> => {
    for await (const text of stream.text(newTenant(), { ...WISH, ...wish }, () => ({}), leaving.signal))
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
  const { asked } = await listen(20_000, { back: { afterMs: 10_000, byMs: 60_000 } });

  expect(asked).toEqual(asked.toSorted());
  expect(asked.length).toBeGreaterThan(15);
});

test.each([
  ['none is wanted', ['order.packed'], 5],
  ['half are wanted', ['scan.completed', 'order.packed'], 10],
])('a walk past attempts of which %s is no faster than what is charged for', async (_what, types, looks) => {
  const { asked } = await listen(10_000, { types, wish: { eventTypes: ['scan.completed'] } });

  expect(asked.length / 10).toBeGreaterThan(looks * 0.8);
  expect(asked.length / 10).toBeLessThan(looks * 1.2);
});
