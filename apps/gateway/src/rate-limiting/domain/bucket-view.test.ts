import { array, check, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { afterHearing, afterOwnDraw, afterTelling, heardIn, ownIn, shareIn, unknownBucket, viewUnder } from './bucket-view.ts';

const INTERVAL = 1_000;
const ROOM = 50 * INTERVAL;

test('what the gateways let through by themselves is never less, told together, than one bucket would have to show for it', () => {
  const setting = record({
    gateways: integer({ min: 1, max: 5 }),
    heard: integer({ min: 0, max: ROOM }),
    draws: array(record({ by: integer({ min: 0, max: 4 }), pause: integer({ min: 0, max: 5_000 }) }), { maxLength: 100 }),
  });
  const holds = property(setting, ({ gateways, heard, draws }) => {
    const views = Array.from({ length: gateways }, () =>
      afterHearing(unknownBucket(ROOM), { askedAt: 0, heardAt: 0, fullInNanos: heard }),
    );
    let now = 0;
    let truth = heard;
    for (const { by, pause } of draws) {
      now += pause;
      truth = Math.max(0, truth - pause);
      const view = views[by % gateways];
      if (!view || shareIn(view, now) + gateways * INTERVAL > ROOM) continue;
      views[by % gateways] = afterOwnDraw(view, gateways * INTERVAL, now);
      truth += INTERVAL;
    }
    const left = Math.max(0, heard - now);
    const told = left + views.reduce((sum, view) => sum + ownIn(view, { gateways, now }), 0);
    return truth <= told && told <= ROOM + gateways;
  });

  expect(check(holds)).toMatchObject({ failed: false });
});

test('once told, what is left of the share is what is left of the bucket', () => {
  const drawn = afterOwnDraw(unknownBucket(ROOM), 20 * INTERVAL, 0);
  const told = afterTelling(drawn, { gateways: 2, now: 0 });

  expect(heardIn(told, 0)).toBe(10 * INTERVAL);
  expect(shareIn(told, 0)).toBe(10 * INTERVAL);
  expect(ownIn(told, { gateways: 2, now: 0 })).toBe(0);
});

test('what is heard while it goes by itself comes before what it let through', () => {
  const drawn = afterOwnDraw(unknownBucket(ROOM), 4 * INTERVAL, 0);
  const heard = afterHearing(drawn, { askedAt: 0, heardAt: 0, fullInNanos: 7 * INTERVAL });

  expect(shareIn(heard, 0)).toBe(11 * INTERVAL);
  expect(ownIn(heard, { gateways: 2, now: 0 })).toBe(2 * INTERVAL);
});

test('under a changed limit the same part is spent', () => {
  const drawn = afterOwnDraw(unknownBucket(ROOM), ROOM / 2, 0);

  expect(viewUnder(ROOM, drawn, 0)).toBe(drawn);
  expect(shareIn(viewUnder(4 * ROOM, drawn, 0), 0)).toBe(2 * ROOM);
});
