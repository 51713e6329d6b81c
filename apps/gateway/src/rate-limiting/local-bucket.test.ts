import { array, check, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { LocalBucket } from './local-buckets.ts';

const INTERVAL = 1_000;
const ROOM = 50 * INTERVAL;
const at = (now: number) => ({ askedAt: now, heardAt: now });

test('the own draws of all gateways together are never less than one bucket would have to show', () => {
  const setting = record({
    gateways: integer({ min: 1, max: 5 }),
    heard: integer({ min: 0, max: ROOM }),
    draws: array(record({ by: integer({ min: 0, max: 4 }), pause: integer({ min: 0, max: 5_000 }) }), { maxLength: 100 }),
  });
  const holds = property(setting, ({ gateways, heard, draws }) => {
    const locals = Array.from({ length: gateways }, () => new LocalBucket(ROOM));
    for (const local of locals) local.hear(heard, at(0));
    let now = 0;
    let truth = heard;
    for (const { by, pause } of draws) {
      now += pause;
      truth = Math.max(0, truth - pause);
      const local = locals[by % gateways];
      if (!local || local.shareIn(now) + gateways * INTERVAL > ROOM) continue;
      local.spend(gateways * INTERVAL, now);
      truth += INTERVAL;
    }
    const left = Math.max(0, heard - now);
    const told = left + locals.reduce((sum, local) => sum + local.ownIn({ gateways, now }), 0);
    return truth <= told && told <= ROOM + gateways;
  });

  expect(check(holds)).toMatchObject({ failed: false });
});

test('once settled, the rest of the share is the rest of the bucket', () => {
  const local = new LocalBucket(ROOM);
  local.spend(20 * INTERVAL, 0);
  local.settle({ gateways: 2, now: 0 });

  expect(local.heardIn(0)).toBe(10 * INTERVAL);
  expect(local.shareIn(0)).toBe(10 * INTERVAL);
  expect(local.ownIn({ gateways: 2, now: 0 })).toBe(0);
});

test('an answer of Redis comes before the own draws', () => {
  const local = new LocalBucket(ROOM);
  local.spend(4 * INTERVAL, 0);
  local.hear(7 * INTERVAL, at(0));

  expect(local.shareIn(0)).toBe(11 * INTERVAL);
  expect(local.ownIn({ gateways: 2, now: 0 })).toBe(2 * INTERVAL);
});

test('under a changed limit the same fraction is spent', () => {
  const local = new LocalBucket(ROOM);
  local.spend(ROOM / 2, 0);
  local.resize(ROOM, 0);
  expect(local.shareIn(0)).toBe(ROOM / 2);

  local.resize(4 * ROOM, 0);
  expect(local.shareIn(0)).toBe(2 * ROOM);
});
