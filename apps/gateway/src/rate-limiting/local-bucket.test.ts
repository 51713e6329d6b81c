import { array, check, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { LocalBucket } from './local-buckets.ts';

const INTERVAL = 1_000;
const ROOM = 50 * INTERVAL;

test('the own draws of all gateways together are never less than one bucket would have to show', () => {
  const setting = record({
    gateways: integer({ min: 1, max: 5 }),
    heard: integer({ min: 0, max: ROOM }),
    draws: array(record({ by: integer({ min: 0, max: 4 }), pause: integer({ min: 0, max: 5_000 }) }), { maxLength: 100 }),
  });
  const holds = property(setting, ({ gateways, heard, draws }) => {
    const locals = Array.from({ length: gateways }, () => new LocalBucket(ROOM));
    for (const local of locals) local.hear(heard, 0, 0);
    let now = 0;
    let truth = heard;
    for (const { by, pause } of draws) {
      now += pause;
      truth = Math.max(0, truth - pause);
      for (const local of locals) local.advance(now);
      const local = locals[by % gateways];
      if (!local || local.shareIn + gateways * INTERVAL > ROOM) continue;
      local.shareIn += gateways * INTERVAL;
      truth += INTERVAL;
    }
    const left = Math.max(0, heard - now);
    const told = left + locals.reduce((sum, local) => sum + local.ownIn(gateways), 0);
    return truth <= told && told <= ROOM + gateways;
  });

  expect(check(holds)).toMatchObject({ failed: false });
});

test('once settled, the rest of the share is the rest of the bucket', () => {
  const local = new LocalBucket(ROOM);
  local.shareIn += 20 * INTERVAL;
  local.settle(2);

  expect(local.heardIn).toBe(10 * INTERVAL);
  expect(local.shareIn).toBe(10 * INTERVAL);
  expect(local.ownIn(2)).toBe(0);
});

test('an answer of Redis comes before the own draws', () => {
  const local = new LocalBucket(ROOM);
  local.shareIn += 4 * INTERVAL;
  local.hear(7 * INTERVAL, 0, 0);

  expect(local.shareIn).toBe(11 * INTERVAL);
  expect(local.ownIn(2)).toBe(2 * INTERVAL);
});

test('under a changed limit the same fraction is spent', () => {
  const local = new LocalBucket(ROOM);
  local.shareIn += ROOM / 2;
  local.advance(0, ROOM);
  expect(local.shareIn).toBe(ROOM / 2);

  local.advance(0, 4 * ROOM);
  expect(local.shareIn).toBe(2 * ROOM);

  local.advance(0, 3);
  local.hear(7, 0, 0);
  local.advance(0, 3);
  expect(local.heardIn).toBe(7);
});
