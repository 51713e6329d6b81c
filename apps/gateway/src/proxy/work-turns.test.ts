import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EndTurn, type Work, WorkTurns } from './work-turns.ts';

let turns: WorkTurns;
let leaving: AbortController;
/** Names of requests that have begun, in their order. */
let begun: string[];

beforeEach(() => {
  vi.useFakeTimers();
  leaving = new AbortController();
  turns = new WorkTurns(leaving.signal, () => Date.now());
  begun = [];
});

afterEach(() => {
  vi.useRealTimers();
});

/** Sends a request of a key of ten a second. @returns what ends its turn, once it has begun, and what has its client leave. */
function send(name: string, { client = 'key_1', tokens = 1, rate = 10 }: Partial<Work> = {}) {
  const gone = new AbortController();
  let ended: EndTurn | undefined;
  const outcome = Promise.resolve(turns.begin({ client, tokens, rate, gone: gone.signal })).then((turn) => {
    if (turn === 'gone') return turn;
    begun.push(name);
    ended = turn;
    return 'begun';
  });
  return { outcome, end: () => ended?.(), leave: () => gone.abort() };
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test('a fifth of a second of its rate begins at once, the next one with an answer', async () => {
  const [first] = [send('a'), send('b'), send('c'), send('d')];
  await settled();
  expect(begun).toEqual(['a', 'b']);

  first.end();
  first.end();
  await settled();

  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a faster key has more in flight', async () => {
  for (let at = 0; at < 30; at += 1) send(String(at), { rate: 100 });
  await settled();

  expect(begun).toHaveLength(20);
});

test('nothing begins beside a request that is dearer than all of that', async () => {
  const dear = send('dear', { tokens: 5 });
  send('a');
  send('b', { tokens: 5 });
  await settled();
  expect(begun).toEqual(['dear']);

  dear.end();
  await settled();
  expect(begun).toEqual(['dear', 'a', 'b']);
});

test('what waits for long holds no other up: a turn is over once its tokens are refilled', async () => {
  send('a', { tokens: 5 });
  send('b', { tokens: 5 });
  send('c');
  await vi.advanceTimersByTimeAsync(499);
  expect(begun).toEqual(['a']);

  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(500);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test.each([
  { tokens: 1, rate: 10 },
  { tokens: 3, rate: 20 },
  { tokens: 2, rate: 7 },
  { tokens: 1, rate: 1 },
  { tokens: 30, rate: 100 },
])('a client whose requests of $tokens tokens are never answered still gets its rate, $rate a second', async (work) => {
  for (let at = 0; at < 600; at += 1) send(String(at), work);
  await vi.advanceTimersByTimeAsync(5_000);

  expect(begun.length * work.tokens).toBeGreaterThanOrEqual(5 * work.rate);
});

test('one that has gone is not begun, and the others go on', async () => {
  const first = send('a', { tokens: 2 });
  const left = send('b', { tokens: 2 });
  send('c');
  left.leave();
  await expect(left.outcome).resolves.toBe('gone');

  first.end();
  await settled();

  expect(begun).toEqual(['a', 'c']);
});

test('an answer that comes long after its turn ends no other', async () => {
  const late = [send('a'), send('b')];
  await vi.advanceTimersByTimeAsync(200);
  const between = send('c');
  await settled();
  between.end();
  send('d');
  send('e');
  await settled();

  for (const { end } of late) end();
  send('f');
  await settled();

  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a dear request holds its client up for a second at most', async () => {
  send('dear', { tokens: 800 });
  send('a');
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).toEqual(['dear']);

  await vi.advanceTimersByTimeAsync(1);

  expect(begun).toEqual(['dear', 'a']);
});

test('a raised limit holds for what waits too', async () => {
  for (let at = 0; at < 8; at += 1) send(String(at));
  const raised = send('raised', { rate: 100 });
  await settled();
  expect(begun).toHaveLength(9);
  raised.end();
});

test('nothing waits while the gateway drains', async () => {
  for (const name of ['a', 'b', 'c']) send(name);
  await settled();

  leaving.abort();
  send('d');
  await settled();

  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('one that has gone before is not begun', async () => {
  const gone = AbortSignal.abort();

  await expect(turns.begin({ client: 'key_1', tokens: 1, rate: 10, gone })).resolves.toBe('gone');
});

test('clients do not wait for each other', async () => {
  send('a', { tokens: 2 });
  send('b');
  send('other', { client: 'key_2' });
  await settled();

  expect(begun).toEqual(['a', 'other']);
});

test('nothing is left of a client whose requests are answered', async () => {
  const sent = [send('a'), send('b'), send('c')];
  await settled();
  for (const { end } of sent) {
    end();
    await settled();
  }

  expect(vi.getTimerCount()).toBe(0);
});
