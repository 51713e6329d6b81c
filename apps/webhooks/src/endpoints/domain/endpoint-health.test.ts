import { expect, test } from 'vitest';
import { type EndpointHealth, UNTRIED } from '../../model/domain/endpoint.ts';
import { assessEndpoint, type HealthAttempt, type Outcome, recordOutcomes } from './endpoint-health.ts';

const DAY_MS = 86_400_000;
const rules = { disableAfterMs: 4 * DAY_MS, random: 0.5 };
const start = Date.parse('2026-11-21T10:00:00Z');
const failed = (afterMs: number): Outcome => ({ at: new Date(start + afterMs), succeeded: false });
const succeeded = (afterMs: number): Outcome => ({ at: new Date(start + afterMs), succeeded: true });
const row = (...afterMs: readonly number[]) => afterMs.map(failed);

test('an endpoint rests from the fifth consecutive failure on', () => {
  expect(recordOutcomes(UNTRIED, row(0, 1, 2, 3), rules)).toMatchObject({ restMs: 0, health: { failures: 4 } });
  expect(recordOutcomes(UNTRIED, row(0, 1, 2, 3, 4), rules)).toMatchObject({ restMs: 1_000, health: { failures: 5 } });
});

test('failures at the same time make an endpoint rest for the minimum only', () => {
  const many = recordOutcomes(UNTRIED, row(...Array.from({ length: 16 }, () => 0)), rules);

  expect(many.restMs).toBe(1_000);
});

test('each rest is about twice the previous one, up to five minutes', () => {
  let health = recordOutcomes(UNTRIED, row(0, 0, 0, 0, 0), rules).health;
  let now = 0;
  let restMs = 1_000;
  const rests: number[] = [];
  for (let probe = 0; probe < 12; probe += 1) {
    now += restMs;
    ({ health, restMs } = recordOutcomes(health, row(now), rules));
    rests.push(restMs / 1_000);
  }

  expect(rests).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
});

test('jitter changes a rest by a tenth at most', () => {
  const five = row(0, 0, 0, 0, 10_000);

  expect(recordOutcomes(UNTRIED, five, { ...rules, random: 0 }).restMs).toBe(9_000);
  expect(recordOutcomes(UNTRIED, five, { ...rules, random: 1 }).restMs).toBe(11_000);
});

test('a success resets earlier failures, not later ones', () => {
  const { health, restMs } = recordOutcomes(UNTRIED, [...row(0, 1, 2, 3, 4, 5), succeeded(6), failed(7)], rules);

  expect(health).toEqual({
    failingSince: new Date(start + 7),
    lastSuccessAt: new Date(start + 6),
    lastFailureAt: new Date(start + 7),
    failures: 1,
    notices: 0,
  });
  expect(restMs).toBe(0);
});

test('failing time counts from the first failure after the last success, with notices at a half and three quarters', () => {
  const began = recordOutcomes(UNTRIED, [succeeded(-DAY_MS), failed(0)], rules).health;
  const day = (days: number, from: EndpointHealth) => recordOutcomes(from, row(days * DAY_MS), rules);

  const second = day(2, began);
  expect(second).toMatchObject({ notices: [0.5], hasFailedTooLong: false });
  expect(day(2.5, second.health)).toMatchObject({ notices: [], hasFailedTooLong: false });
  const third = day(3, second.health);
  expect(third).toMatchObject({ notices: [0.75], hasFailedTooLong: false });
  expect(day(3.99, third.health)).toMatchObject({ notices: [], hasFailedTooLong: false });
  expect(day(4, third.health)).toMatchObject({ hasFailedTooLong: true });
});

test('a success restarts the failing time and the notices', () => {
  const warned = recordOutcomes(UNTRIED, row(0, 1.5 * DAY_MS, 3 * DAY_MS), rules);
  expect(warned.notices).toEqual([0.5, 0.75]);

  const recovered = recordOutcomes(warned.health, [succeeded(3.5 * DAY_MS), failed(3.6 * DAY_MS)], rules);

  expect(recovered).toMatchObject({ hasFailedTooLong: false, notices: [], health: { notices: 0 } });
  expect(recordOutcomes(recovered.health, row(4.6 * DAY_MS, 5.7 * DAY_MS), rules)).toMatchObject({
    hasFailedTooLong: false,
    notices: [0.5],
  });
});

test('a failure after more than two days without attempts restarts the failing time', () => {
  const quiet = recordOutcomes(UNTRIED, row(0, DAY_MS, 3 * DAY_MS), rules);
  expect(quiet).toMatchObject({ notices: [0.5, 0.75], health: { failures: 3 } });

  const later = recordOutcomes(quiet.health, row(18 * DAY_MS), rules);

  expect(later).toMatchObject({ restMs: 0, notices: [], hasFailedTooLong: false });
  expect(later.health).toMatchObject({ failingSince: new Date(start + 18 * DAY_MS), failures: 1, notices: 0 });
  expect(recordOutcomes(later.health, row(20 * DAY_MS, 22 * DAY_MS), rules)).toMatchObject({
    notices: [0.5, 0.75],
    hasFailedTooLong: true,
  });
});

const url = 'https://hooks.example.com/in';
const attempt = (changes: Partial<HealthAttempt> = {}): HealthAttempt => ({
  url,
  at: new Date(start),
  latencyMs: 10,
  status: 500,
  error: null,
  outcome: { type: 'retry', afterMs: 1_000 },
  consequence: { type: 'none' },
  ...changes,
});
const active = { url, status: 'active' as const, health: UNTRIED };

test('attempts at an earlier URL do not count', () => {
  const old = attempt({ url: 'https://old.example.com/in', consequence: { type: 'disable' } });

  expect(assessEndpoint(active, [old], rules)).toBeUndefined();
  expect(assessEndpoint(active, [old, attempt()], rules)).toMatchObject({ health: { failures: 1 }, disabling: undefined });
});

test('an active endpoint that is gone is disabled at the end of its last failed attempt', () => {
  const gone = attempt({ status: 410, consequence: { type: 'disable' } });

  expect(assessEndpoint(active, [gone], rules)).toMatchObject({
    changes: [{ type: 'disabled', reason: 'gone' }],
    disabling: { reason: 'gone', failures: 1, lastStatus: 410, at: new Date(start + 10) },
  });
  expect(assessEndpoint({ ...active, status: 'paused' }, [gone], rules)).toMatchObject({ changes: [], disabling: undefined });
});

test('the longest requested rest applies', () => {
  const rests = [2_000, 9_000, 3_000].map((ms) => attempt({ status: 429, consequence: { type: 'rest', ms } }));

  expect(assessEndpoint(active, rests, rules)?.restMs).toBe(9_000);
});
