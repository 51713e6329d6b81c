import { expect, test } from 'vitest';
import { RefusalPacing } from './refusal-pacing.ts';

let nowMs = 0;
const openPace = (): RefusalPacing => {
  nowMs = 50_000;
  return new RefusalPacing(() => nowMs);
};
const turns = (pace: RefusalPacing, client: string, count: number): number[] =>
  Array.from({ length: count }, () => pace.nextInMs(client));

test('twenty refusals are given at once, and each later one 10 ms after the one before', () => {
  const pace = openPace();

  expect(turns(pace, '198.51.100.1', 20)).toEqual(Array.from({ length: 20 }, () => 0));
  expect(turns(pace, '198.51.100.1', 3)).toEqual([10, 20, 30]);
  nowMs += 25;
  expect(turns(pace, '198.51.100.1', 1)).toEqual([15]);
});

test('a key that may send more has ten refusals for each request that it may send', () => {
  const pace = openPace();

  const all = Array.from({ length: 23 }, () => pace.nextInMs('key_1', 100));
  expect(all.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
  expect(all.slice(20)).toEqual([1, 2, 3]);
});

test('no refusal is held for longer than a second', () => {
  expect(turns(openPace(), '198.51.100.1', 300).at(-1)).toBe(1_000);
});

test('a thousand refusals are held, and the connection of one beyond them does not keep to the pace', async () => {
  const pace = openPace();
  const held = await Promise.all(Array.from({ length: 1_100 }, () => pace.turn('198.51.100.1')));

  expect(held.filter((keeps) => !keeps)).toHaveLength(1_100 - 20 - 1_000);
});

test('a client that rests has its refusals at once again', () => {
  const pace = openPace();
  turns(pace, '198.51.100.1', 120);
  nowMs += 1_200;

  expect(turns(pace, '198.51.100.1', 21).at(-2)).toBe(0);
});

test('no client waits for the refusals of another', () => {
  const pace = openPace();
  turns(pace, '198.51.100.1', 120);

  expect(turns(pace, '198.51.100.2', 1)).toEqual([0]);
});
