import { expect, test } from 'vitest';
import { follow, type Health, type Outcome } from './health.ts';

const DAY_MS = 86_400_000;
const rules = { disableAfterMs: 4 * DAY_MS, random: 0.5 };
const untried: Health = { failingSince: null, lastSuccessAt: null, lastFailureAt: null, failures: 0, notices: 0 };
const start = Date.parse('2026-11-21T10:00:00Z');
const failed = (afterMs: number): Outcome => ({ at: new Date(start + afterMs), succeeded: false });
const succeeded = (afterMs: number): Outcome => ({ at: new Date(start + afterMs), succeeded: true });
const row = (...afterMs: readonly number[]) => afterMs.map(failed);

test('four failures in a row are the events’ own, the fifth makes the endpoint rest', () => {
  expect(follow(untried, row(0, 1, 2, 3), rules)).toMatchObject({ restMs: 0, health: { failures: 4 } });
  expect(follow(untried, row(0, 1, 2, 3, 4), rules)).toMatchObject({ restMs: 1_000, health: { failures: 5 } });
});

test('however many fail at once, it rests as long as it has been failing', () => {
  const many = follow(untried, row(...Array.from({ length: 16 }, () => 0)), rules);

  expect(many.restMs).toBe(1_000);
});

test('each rest is about twice the one before, to five minutes', () => {
  let health = follow(untried, row(0, 0, 0, 0, 0), rules).health;
  let now = 0;
  let restMs = 1_000;
  const rests: number[] = [];
  for (let probe = 0; probe < 12; probe += 1) {
    now += restMs;
    ({ health, restMs } = follow(health, row(now), rules));
    rests.push(restMs / 1_000);
  }

  expect(rests).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
});

test('jitter moves a rest by a tenth at most', () => {
  const five = row(0, 0, 0, 0, 10_000);

  expect(follow(untried, five, { ...rules, random: 0 }).restMs).toBe(9_000);
  expect(follow(untried, five, { ...rules, random: 1 }).restMs).toBe(11_000);
});

test('a success forgets all failures before it, and not those after it', () => {
  const { health, restMs } = follow(untried, [...row(0, 1, 2, 3, 4, 5), succeeded(6), failed(7)], rules);

  expect(health).toEqual({
    failingSince: new Date(start + 7),
    lastSuccessAt: new Date(start + 6),
    lastFailureAt: new Date(start + 7),
    failures: 1,
    notices: 0,
  });
  expect(restMs).toBe(0);
});

test('its time runs from the first failure after the last success, with notices at a half and three quarters', () => {
  const began = follow(untried, [succeeded(-DAY_MS), failed(0)], rules).health;
  const day = (days: number, from: Health) => follow(from, row(days * DAY_MS), rules);

  const second = day(2, began);
  expect(second).toMatchObject({ noticed: [0.5], ended: false });
  expect(day(2.5, second.health)).toMatchObject({ noticed: [], ended: false });
  const third = day(3, second.health);
  expect(third).toMatchObject({ noticed: [0.75], ended: false });
  expect(day(3.99, third.health)).toMatchObject({ noticed: [], ended: false });
  expect(day(4, third.health)).toMatchObject({ ended: true });
});

test('one success on the way begins it anew, notices too', () => {
  const warned = follow(untried, row(0, 1.5 * DAY_MS, 3 * DAY_MS), rules);
  expect(warned.noticed).toEqual([0.5, 0.75]);

  const recovered = follow(warned.health, [succeeded(3.5 * DAY_MS), failed(3.6 * DAY_MS)], rules);

  expect(recovered).toMatchObject({ ended: false, noticed: [], health: { notices: 0 } });
  expect(follow(recovered.health, row(4.6 * DAY_MS, 5.7 * DAY_MS), rules)).toMatchObject({ ended: false, noticed: [0.5] });
});

test('after more than two quiet days a failure begins its time anew: nobody knows how it was meanwhile', () => {
  const quiet = follow(untried, row(0, DAY_MS, 3 * DAY_MS), rules);
  expect(quiet).toMatchObject({ noticed: [0.5, 0.75], health: { failures: 3 } });

  const later = follow(quiet.health, row(18 * DAY_MS), rules);

  expect(later).toMatchObject({ restMs: 0, noticed: [], ended: false });
  expect(later.health).toMatchObject({ failingSince: new Date(start + 18 * DAY_MS), failures: 1, notices: 0 });
  expect(follow(later.health, row(20 * DAY_MS, 22 * DAY_MS), rules)).toMatchObject({ noticed: [0.5, 0.75], ended: true });
});
